public import FoundationEssentials
internal import Synchronization

/// One recording that a session makes; any thread may use it.
public final class Recording: Sendable {
    private struct State {
        var recorder: Recorder?
        var hasStarted = false
        var isPaused = false
        var result: RecordingResult?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// The file that was asked for; with segments, the name they are made from.
    public let url: URL
    /// What happens in the recording, from its beginning; it ends with `.finished`.
    ///
    /// The newest 256 are kept for a slow reader. One reader gets each event.
    public let events: AsyncStream<RecordingEvent>
    private let continuation: AsyncStream<RecordingEvent>.Continuation
    private let state = Mutex(State())

    init(url: URL) {
        self.url = url
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
    }

    var recorder: Recorder? { state.withLock { $0.recorder } }

    func take(_ recorder: Recorder) {
        state.withLock { if $0.result == nil { $0.recorder = recorder } }
    }

    func received(_ event: RecordingEvent) {
        let waiting = state.withLock { state in
            switch event {
            case .started: state.hasStarted = true
            case .paused: state.isPaused = true
            case .resumed: state.isPaused = false
            case .finished(let result):
                state.result = result
                state.recorder = nil
            default: break
            }
            defer { state.waiting = [] }
            return state.waiting
        }
        continuation.yield(event)
        if case .finished = event { continuation.finish() }
        for waiter in waiting { waiter.resume() }
    }

    // MARK: - For programs

    /// Whether the recording is paused.
    public var isPaused: Bool { state.withLock { $0.isPaused } }

    /// Stops at the next picture and waits until the file is finished and checked; takes at most ten seconds, and
    /// milliseconds when nothing is wrong.
    /// - Returns: How the recording ended; its `error` tells what cut it short, if anything did.
    /// - Throws: `CaptureError` when no playable file was left.
    @discardableResult
    public func stop() async throws(CaptureError) -> RecordingResult {
        recorder?.stop()
        return try await result
    }

    /// Leaves out what comes from this moment on; the file stays open.
    ///
    /// Returns when the pause has begun.
    public func pause() async {
        recorder?.pause()
        await wait { $0.isPaused || $0.result != nil }
    }

    /// Goes on in the same file, without a gap in it.
    ///
    /// Returns with the first picture, or when the recording ends.
    public func resume() async {
        recorder?.resume()
        await wait { !$0.isPaused || $0.result != nil }
    }

    /// How the recording ended; waits for its end.
    /// - Throws: `CaptureError` when no playable file was left.
    public var result: RecordingResult {
        get async throws(CaptureError) {
            await wait { $0.result != nil }
            let result = state.withLock { $0.result }
            guard let result, result.files.contains(where: \.isPlayable) else {
                throw result?.error
                    ?? CaptureError(.nothingRecorded, "nothing was recorded into \(url.path)")
            }
            return result
        }
    }

    func waitForStart() async throws(CaptureError) {
        await wait { $0.hasStarted || $0.result != nil }
        if !state.withLock({ $0.hasStarted }) { _ = try await result }
    }

    private func wait(until condition: @Sendable (borrowing State) -> Bool) async {
        while true {
            if state.withLock({ condition($0) }) { return }
            await withCheckedContinuation { continuation in
                let isTrue = state.withLock { state in
                    if condition(state) { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if isTrue { continuation.resume() }
            }
        }
    }
}
