import CameraCapture
import Dispatch
import GStreamer
import Glibc
import Synchronization

/// Recordings one after the other, until somebody stops, a limit is reached, or the camera is gone for good.
///
/// All but `run` is called on the session's queue.
final class RecordRun: Sendable {
    private struct State {
        var current: Recorder?
        /// Counts the recordings; only the newest one's end ends anything.
        var number = 0
        var isPaused = false
        var isStopping = false
        var isCameraAway = false
        /// Whether the camera went away during the newest recording, and is looked for.
        var lostCamera = false
        /// What the recordings that are over hold, and the newest one so far.
        var past: (time: ClockTime, bytes: Int64) = (.zero, 0)
        var live: (time: ClockTime, bytes: Int64) = (.zero, 0)
        var firstError: CaptureError?
        var ended: RecordingResult?
    }

    let session: CaptureSession
    private let selection: CaptureSelection
    private let options: RecordingOptions
    private let files: RecordedFiles
    private let reporter: RecordReporter
    private let state = Mutex(State())
    /// Signalled for everything that the run may be waiting for.
    private let wake = DispatchSemaphore(value: 0)

    init(selection: CaptureSelection, arguments: RecordArguments, reporter: RecordReporter) {
        options = arguments.recording
        files = RecordedFiles(arguments: arguments, reporter: reporter)
        let events = WeakRun()
        session = CaptureSession(selection: selection, reopensCamera: options.gapPolicy != .stop) { event in
            reporter.session(event)
            events.run?.session(event)
        }
        self.selection = selection
        self.reporter = reporter
        events.set(self)
    }

    /// Makes the first recording, before the devices start.
    func prepare(_ planned: PlannedRecording) throws(CaptureError) {
        files.sweep()
        try record(planned, replacing: nil)
    }

    /// Waits until the last recording is over.
    /// - Returns: What went wrong first.
    func wait() throws(CaptureError) -> CaptureError? {
        while true {
            let result = waitForEnd()
            guard isFollowed(result), waitForCamera() else {
                files.wait()
                return state.withLock { $0.firstError }
            }
            try record(selection.plan(rest), replacing: nil)
        }
    }

    private func waitForEnd() -> RecordingResult {
        while true {
            if let result = state.withLock({ $0.ended }) { return result }
            wake.wait()
        }
    }

    /// Whether another recording begins once the camera is back.
    private func isFollowed(_ result: RecordingResult) -> Bool {
        guard options.gapPolicy != .stop, result.reason == .deviceLost || result.reason == .deviceStalled
        else {
            return false
        }
        return state.withLock { $0.lostCamera && !$0.isStopping } && !isLimitReached
    }

    /// False when somebody stops before.
    private func waitForCamera() -> Bool {
        while true {
            let (isAway, isStopping) = state.withLock { ($0.isCameraAway, $0.isStopping) }
            if isStopping { return false }
            if !isAway { return true }
            wake.wait()
        }
    }

    private var isLimitReached: Bool {
        let past = state.withLock { $0.past }
        return options.duration.map { past.time >= $0 } ?? false
            || options.maximumSize.map { past.bytes >= $0 } ?? false
    }

    /// What is left to record of what was asked for.
    private var rest: RecordingOptions {
        var rest = options
        let (time, bytes) = state.withLock { ($0.past.time + $0.live.time, $0.past.bytes + $0.live.bytes) }
        rest.duration = options.duration.map { max(.milliseconds(1), $0 - time) }
        rest.maximumSize = options.maximumSize.map { max(1, $0 - bytes) }
        rest.isOneOfSeveral = true
        return rest
    }

    private func record(_ planned: PlannedRecording, replacing other: Recorder?) throws(CaptureError) {
        let number = state.withLock { state in
            state.number += 1
            state.ended = nil
            state.lostCamera = false
            state.isPaused = false
            state.live = (.zero, 0)
            return state.number
        }
        let receipt = files.receipt(selection, planned)
        let recorder = try session.record(planned.plan, replacing: other) { [self] event in
            reporter.recording(event)
            files.received(event, receipt: receipt, session: session)
            received(event, number: number)
        }
        let isStopping = state.withLock { state in
            state.current = recorder
            return state.isStopping
        }
        if isStopping { recorder.stop() }
    }

    private func received(_ event: RecordingEvent, number: Int) {
        state.withLock { state in
            switch event {
            case .progress(let progress) where number == state.number:
                state.live = (progress.duration, progress.bytes)
            case .finished(let result):
                for file in result.files {
                    state.past.time += file.duration
                    state.past.bytes += file.bytes
                }
                state.firstError = state.firstError ?? result.error
                guard number == state.number else { break }
                state.live = (.zero, 0)
                state.ended = result
            default: break
            }
        }
        if case .finished = event { wake.signal() }
        if case .progress(let progress) = event, isNearLimit(progress) { nextFile() }
    }

    /// Whether the file comes near to what its file system can hold in one.
    private func isNearLimit(_ progress: RecordingProgress) -> Bool {
        guard options.segment == nil, let most = FreeSpace.largestFile(at: progress.path) else {
            return false
        }
        return progress.bytes > most / 10 * 9
    }

    // MARK: - What happens meanwhile

    private func session(_ event: CaptureSession.Event) {
        switch event {
        case .cameraAway:
            state.withLock { state in
                state.isCameraAway = true
                state.lostCamera = true
            }
        case .cameraReturned:
            state.withLock { $0.isCameraAway = false }
            wake.signal()
        default: break
        }
    }

    /// The devices do not start.
    func failed(_ error: CaptureError) { state.withLock { $0.current }?.inputFailed(.deviceLost, error) }

    /// A key was pressed.
    func pressed(_ key: Character) {
        switch key {
        case "q": stop()
        case " ": pauseOrResume()
        case "n": nextFile()
        case "s": snapshot()
        default: break
        }
    }

    /// Ends the recording; asking again does not wait for the last picture.
    func stop() {
        let current = state.withLock { state in
            state.isStopping = true
            return state.current
        }
        current?.stop()
        wake.signal()
    }

    /// Pauses, or goes on.
    private func pauseOrResume() {
        let (current, isPaused) = state.withLock { state in
            defer { state.isPaused.toggle() }
            return (state.current, state.isPaused)
        }
        if isPaused { current?.resume() } else { current?.pause() }
    }

    /// Goes on in a new file, without a picture between the two.
    func nextFile() {
        guard let current = state.withLock({ $0.isStopping || $0.ended != nil ? nil : $0.current }) else {
            return
        }
        // Choosing encoders takes a moment, which must not keep the session's queue.
        DispatchQueue.global().async { [self] in
            do throws(CaptureError) {
                try record(selection.plan(rest), replacing: current)
            } catch {
                reporter.warn(error)
            }
        }
    }

    /// Saves the next picture beside the recording.
    private func snapshot() {
        Task { [self] in
            do throws(CaptureError) {
                let photo = try await session.capturePhoto()
                let path = try SnapshotFile.write(photo.jpeg, beside: options.pattern)
                reporter.saved(snapshot: path)
            } catch {
                reporter.warn(error)
            }
        }
    }
}

/// Breaks the circle of a session that tells its run, which has the session.
private final class WeakRun: Sendable {
    private let box = Mutex<Weak>(Weak())

    private struct Weak { weak var run: RecordRun? }

    var run: RecordRun? { box.withLock { $0.run } }

    func set(_ run: RecordRun) { box.withLock { $0.run = run } }
}
