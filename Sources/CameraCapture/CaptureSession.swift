public import Dispatch
internal import GStreamer
internal import Synchronization

/// A camera and a microphone that run, and the recordings made from them.
///
/// All work and all events happen on one serial queue. Methods may be called from any thread.
public final class CaptureSession: Sendable {
    /// What a session tells beside the recordings' own events.
    public enum Event: Sendable {
        /// The camera failed; every recording was told.
        case cameraFailed(CaptureError)
        /// The microphone failed; recordings go on with silence.
        case microphoneFailed(CaptureError)
        /// A played file came to its end; every recording was told.
        case ended
    }

    private struct State {
        var pipeline: CapturePipeline?
        var recorders: [Recorder] = []
        var failure: CaptureError?
    }

    /// What was chosen.
    public let selection: CaptureSelection
    /// The serial queue that all work and all events happen on.
    public let queue = DispatchQueue(label: "com.CameraSessionQueue")
    private let handler: @Sendable (Event) -> Void
    private let state = Mutex(State())

    /// Makes a session; nothing is opened yet.
    /// - Parameters:
    ///   - selection: Camera, mode, microphone and template.
    ///   - handler: Called with each event, on `queue`.
    public init(selection: CaptureSelection, handler: @escaping @Sendable (Event) -> Void = { _ in }) {
        self.selection = selection
        self.handler = handler
    }

    deinit { state.withLock { $0.pipeline }?.stop() }

    /// Opens the devices and lets them run.
    ///
    /// A file that is played as a camera begins with its first picture for a recording that was started before.
    /// - Throws: `CaptureError` for what can be known at once; later failures come as events.
    public func start() throws(CaptureError) {
        let pipeline = try CapturePipeline(
            selection: selection,
            handlers: .init(
                video: { [weak self] buffer, caps in
                    for recorder in self?.recorders ?? [] { recorder.push(video: buffer, caps: caps) }
                },
                audio: { [weak self] buffer in
                    for recorder in self?.recorders ?? [] { recorder.push(audio: buffer) }
                },
                cameraFailed: { [weak self] error in self?.cameraFailed(error) },
                microphoneFailed: { [weak self] error in self?.microphoneFailed(error) },
                ended: { [weak self] in self?.ended() }
            )
        )
        state.withLock { $0.pipeline = pipeline }
        try pipeline.start { error in microphoneFailed(error) }
    }

    /// Stops every recording without waiting for it, and lets go of the devices.
    ///
    /// Waits at most three seconds for the drivers; the recordings finish on their own and tell so.
    public func stop() {
        let pipeline = state.withLock { state in
            defer { state.pipeline = nil }
            return state.pipeline
        }
        for recorder in recorders { recorder.stop() }
        pipeline?.stop()
    }

    /// Starts a recording at this moment; it begins with the next picture.
    /// - Parameters:
    ///   - plan: What to record and where to.
    ///   - handler: Called with the recording's events, on `queue`.
    /// - Returns: The recording, to stop it.
    /// - Throws: `CaptureError` when the file cannot be made.
    @discardableResult
    public func record(
        _ plan: RecordingPlan,
        handler: @escaping @Sendable (RecordingEvent) -> Void
    ) throws(CaptureError) -> Recorder {
        let recorder = try Recorder(
            plan: plan,
            queue: queue,
            clock: { [weak self] in self?.runningTime ?? .zero },
            handler: { [weak self] event in
                if case .finished = event { self?.forgetFinished() }
                handler(event)
            }
        )
        let failure = state.withLock { state in
            state.recorders.append(recorder)
            return state.failure
        }
        recorder.start()
        if let failure { recorder.inputFailed(.deviceLost, failure) }
        return recorder
    }

    private var recorders: [Recorder] { state.withLock { $0.recorders } }

    private var runningTime: ClockTime { state.withLock { $0.pipeline }?.runningTime ?? .zero }

    /// A recording that is over gets no more pictures.
    private func forgetFinished() {
        state.withLock { $0.recorders.removeAll { $0.isOver } }
    }

    private func cameraFailed(_ error: CaptureError) {
        // The first failure is the cause; what follows are its echoes.
        let isFirst = state.withLock { state in
            defer { state.failure = state.failure ?? error }
            return state.failure == nil
        }
        guard isFirst else { return }
        for recorder in recorders { recorder.inputFailed(.deviceLost, error) }
        queue.async { [self] in handler(.cameraFailed(error)) }
    }

    private func microphoneFailed(_ error: CaptureError) {
        queue.async { [self] in handler(.microphoneFailed(error)) }
    }

    private func ended() {
        for recorder in recorders { recorder.inputFailed(.sourceEnded, nil) }
        queue.async { [self] in handler(.ended) }
    }
}
