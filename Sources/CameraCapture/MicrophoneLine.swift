internal import Dispatch
internal import GStreamer
internal import PipelineTemplates
internal import Synchronization

/// The microphone's pipeline, on the camera's time; one that fails is opened again every second until it works.
final class MicrophoneLine: Sendable {
    struct Handlers: Sendable {
        var audio: @Sendable (Buffer) -> Void
        /// Called once when the microphone fails, not again while it stays away.
        var failed: @Sendable (CaptureError) -> Void
        /// Called with the first sound after a failure.
        var returned: @Sendable () -> Void
    }

    private struct State {
        var pipeline: Pipeline?
        /// Tells the pipelines apart, so that a dead one's last words do not count.
        var number = 0
        var isAway = false
        var isStopped = false
    }

    private static let pause = DispatchTimeInterval.seconds(1)

    private let text: String
    private let name: String
    private let camera: Pipeline
    private let handlers: Handlers
    private let queue = DispatchQueue(label: "gstcam.microphone")
    private let state = Mutex(State())

    /// - Throws: `CaptureError` when the text makes no pipeline.
    init(_ text: String, name: String, camera: Pipeline, handlers: Handlers) throws(CaptureError) {
        self.text = text
        self.name = name
        self.camera = camera
        self.handlers = handlers
        let pipeline = try make(number: 0)
        state.withLock { $0.pipeline = pipeline }
    }

    private func make(number: Int) throws(CaptureError) -> Pipeline {
        let pipeline = try CapturePipeline.make(text) { [weak self] message in
            guard case .error(let report) = message, let self else { return }
            failed(FailureClassifier.capture(report, device: name), number: number)
        }
        pipeline.child(named: "audio-tap").flatMap(AppSink.init)?.setHandlers(endOfStream: {}) {
            [weak self] buffer, _ in self?.received(buffer)
        }
        return pipeline
    }

    /// Opens the microphone; what goes wrong is told by the handlers.
    func start() {
        let (pipeline, number) = state.withLock { ($0.pipeline, $0.number) }
        guard let pipeline else { return }
        do throws(GStreamerError) {
            pipeline.shareTime(with: camera)
            try pipeline.element.setState(.playing)
        } catch {
            failed(CaptureError(.deviceLost, "\(name) does not start: \(error.message)"), number: number)
        }
    }

    /// Gives the pipeline up, for somebody to close it; it is not opened again.
    func stop() -> Pipeline? {
        state.withLock { state in
            state.isStopped = true
            defer { state.pipeline = nil }
            return state.pipeline
        }
    }

    private func received(_ buffer: Buffer) {
        let isBack = state.withLock { state in
            defer { state.isAway = false }
            return state.isAway
        }
        if isBack { handlers.returned() }
        handlers.audio(buffer)
    }

    private func failed(_ error: CaptureError, number: Int) {
        let (counts, isFirst) = state.withLock { state in
            guard state.number == number, !state.isStopped else { return (false, false) }
            state.number += 1
            defer { state.isAway = true }
            return (true, !state.isAway)
        }
        guard counts else { return }
        if isFirst { handlers.failed(error) }
        queue.asyncAfter(deadline: .now() + MicrophoneLine.pause) { [weak self] in self?.reopen() }
    }

    private func reopen() {
        let (old, number) = state.withLock { state in
            defer { state.pipeline = nil }
            return (state.pipeline, state.number)
        }
        try? old?.element.setState(.null)
        guard let new = try? make(number: number) else { return }
        let isWanted = state.withLock { state in
            guard !state.isStopped else { return false }
            state.pipeline = new
            return true
        }
        if isWanted { start() }
    }
}
