internal import CameraCapture
internal import Foundation
internal import Synchronization

/// One file that somebody asked an output to record.
final class MovieRequest: Sendable {
    private struct State {
        var recorder: Recorder?
        var isStopped = false
        var isPaused = false
        var isFinished = false
        var endCode: AVError.Code?
    }

    let url: URL
    let delegate: Shared<any AVCaptureFileOutputRecordingDelegate>
    /// What the file is recorded from; told with each call of the delegate.
    let connections: [Shared<AVCaptureConnection>]
    let options: RecordingOptions
    /// What it is recorded with; nil when nothing runs.
    let engine: RunningEngine?
    private let state = Mutex(State())

    init(
        url: URL,
        delegate: any AVCaptureFileOutputRecordingDelegate,
        connections: [AVCaptureConnection],
        options: RecordingOptions,
        engine: RunningEngine?
    ) {
        self.url = url
        self.delegate = Shared(delegate)
        self.connections = connections.map(Shared.init)
        self.options = options
        self.engine = engine
    }

    var recorder: Recorder? { state.withLock { $0.recorder } }
    var isPaused: Bool { state.withLock { $0.isPaused } }
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// What the delegate is told instead of a plain stop.
    var endCode: AVError.Code? {
        get { state.withLock { $0.endCode } }
        set { state.withLock { $0.endCode = $0.endCode ?? newValue } }
    }

    /// True once; whoever gets it tells the end.
    func takeFinish() -> Bool {
        state.withLock { state in
            defer {
                state.isFinished = true
                state.recorder = nil
            }
            return !state.isFinished
        }
    }

    /// The recording that was begun for the request; what was asked for before that is asked for now.
    func take(_ recorder: Recorder) {
        let (isStopped, isPaused) = state.withLock { state in
            if !state.isFinished { state.recorder = recorder }
            return (state.isStopped, state.isPaused)
        }
        if isPaused { recorder.pause() }
        if isStopped { recorder.stop() }
    }

    /// False when it was asked to stop already.
    @discardableResult
    func stop() -> Bool {
        let (recorder, isFirst) = state.withLock { state in
            defer { state.isStopped = true }
            return (state.recorder, !state.isStopped)
        }
        if isFirst { recorder?.stop() }
        return isFirst
    }

    /// Marks the request as stopped by another that takes its place, so that a later stop does not cut it short.
    func isReplaced() { state.withLock { $0.isStopped = true } }

    func pause() {
        let recorder = state.withLock { state in
            state.isPaused = true
            return state.recorder
        }
        recorder?.pause()
    }

    func resume() {
        let recorder = state.withLock { state in
            state.isPaused = false
            return state.recorder
        }
        recorder?.resume()
    }
}
