import CameraCapture
import Dispatch
import GStreamer
import Glibc
import Synchronization

/// Recordings one after the other, until somebody stops, a limit is reached, or the camera is gone for good.
///
/// Everything but `prepare` and `wait` may be called from any thread.
final class RecordRun: Sendable {
    /// A recording that has not told its end.
    private struct Live {
        var recorder: Recorder?
        var bytes: Int64 = 0
    }

    private struct State {
        /// By their numbers; two while one takes over from another, whose files are still examined.
        var live: [Int: Live] = [:]
        /// The newest one's.
        var number = 0
        /// Whether the newest one records.
        var hasStarted = false
        var isPaused = false
        /// Whether another one is being prepared to take over.
        var isChanging = false
        var isStopping = false
        var isCameraAway = false
        /// Whether the camera was away during the newest recording, and is looked for.
        var lostCamera = false
        /// Whether somebody wants a recording, while the newest pictures are only kept.
        var isTriggered = false
        /// Whether no more pictures come.
        var isOver = false
        /// What the recordings that are over hold.
        var past: (time: ClockTime, bytes: Int64) = (.zero, 0)
        var firstError: CaptureError?
        /// How the newest recording ended, once none is left.
        var ended: RecordingResult?
        var last: RecordingResult?

        var recorded: ClockTime { live.values.reduce(past.time) { $0 + ($1.recorder?.recorded ?? .zero) } }
        var bytes: Int64 { live.values.reduce(past.bytes) { $0 + $1.bytes } }
    }

    let session: CaptureSession
    private let selection: CaptureSelection
    private let options: RecordingOptions
    private let preRoll: ClockTime?
    private let files: RecordedFiles
    private let reporter: RecordReporter
    private let state = Mutex(State())
    /// Signalled for everything that the run may be waiting for.
    private let wake = DispatchSemaphore(value: 0)

    init(selection: CaptureSelection, arguments: RecordArguments, reporter: RecordReporter) {
        options = arguments.recording
        preRoll = arguments.preRoll
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

    /// Makes the first recording, before the devices start, or gets ready for a trigger.
    func prepare(_ planned: PlannedRecording) throws(CaptureError) {
        files.sweep()
        if let preRoll {
            // The trigger may come after days, and whoever pulls it then has no second chance.
            try planned.plan.naming.tryOut(now: time(nil))
            try session.keepPreRoll(preRoll, of: planned.plan)
        } else {
            try record(planned, replacing: nil)
        }
    }

    /// Waits until the last recording is over.
    /// - Parameter planned: What was prepared.
    /// - Returns: What went wrong first.
    /// - Throws: `CaptureError` when the next recording cannot begin.
    func wait(_ planned: PlannedRecording) throws(CaptureError) -> CaptureError? {
        if let preRoll {
            while waitForTrigger(keeping: preRoll) { recordOnce(planned) }
            files.wait()
            return state.withLock { $0.firstError }
        }
        while true {
            let result = waitForEnd()
            guard isFollowed(result), waitForCamera() else {
                files.wait()
                return state.withLock { $0.firstError }
            }
            try record(selection.plan(following), replacing: nil)
        }
    }

    /// False when everything is to end.
    private func waitForTrigger(keeping preRoll: ClockTime) -> Bool {
        state.withLock { state in
            state.isTriggered = false
            state.past = (.zero, 0)
        }
        if !state.withLock({ $0.isStopping || $0.isOver }) { reporter.waitsForTrigger(keeping: preRoll) }
        while true {
            let (isTriggered, isOver) = state.withLock { ($0.isTriggered, $0.isStopping || $0.isOver) }
            if isOver { return false }
            if isTriggered { return true }
            wake.wait()
        }
    }

    /// What cannot be saved is told, and kept for the next trigger.
    private func recordOnce(_ planned: PlannedRecording) {
        do throws(CaptureError) {
            try record(planned, replacing: nil)
            _ = waitForEnd()
        } catch {
            state.withLock { $0.firstError = $0.firstError ?? error }
            reporter.warn(error)
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
        let (isWanted, recorded, bytes) = state.withLock {
            ($0.lostCamera && !$0.isStopping, $0.recorded, $0.bytes)
        }
        return isWanted && options.duration.map { recorded < $0 } ?? true
            && options.maximumSize.map { bytes < $0 } ?? true
    }

    /// False when somebody stops before.
    private func waitForCamera() -> Bool {
        var isTold = false
        while true {
            let (isAway, isStopping) = state.withLock { ($0.isCameraAway, $0.isStopping) }
            if isStopping { return false }
            if !isAway { return true }
            if !isTold { reporter.waits(for: selection.camera.name) }
            isTold = true
            wake.wait()
        }
    }

    private var following: RecordingOptions {
        var following = options
        following.isOneOfSeveral = true
        return following
    }

    /// Does nothing when the one to take over from has ended, or everything is to end.
    private func record(_ planned: PlannedRecording, replacing other: Recorder?) throws(CaptureError) {
        var plan = planned.plan
        let number: Int? = state.withLock { state in
            if other != nil, state.isStopping || state.live.isEmpty { return nil }
            // What is left of what was asked for.
            plan.limits.duration = options.duration.map { max(.milliseconds(1), $0 - state.recorded) }
            plan.limits.size = options.maximumSize.map { max(1, $0 - state.bytes) }
            state.number += 1
            state.live[state.number] = Live()
            state.ended = nil
            state.hasStarted = false
            state.isPaused = false
            state.lostCamera = state.isCameraAway
            return state.number
        }
        guard let number else { return }
        let notes = RecordedFiles.Notes(selection, planned)
        do throws(CaptureError) {
            let recorder = try session.record(plan, replacing: other) { [self] event in
                reporter.recording(event)
                files.received(event, receipt: notes, session: session)
                received(event, number: number)
            }
            files.begins(recorder.path)
            let isStopping = state.withLock { state in
                state.live[number]?.recorder = recorder
                return state.isStopping
            }
            if isStopping { recorder.stop() }
        } catch {
            forget(number)
            throw error
        }
    }

    private func forget(_ number: Int) {
        state.withLock { state in
            state.live[number] = nil
            if state.live.isEmpty { state.ended = state.last }
        }
        wake.signal()
    }

    private func received(_ event: RecordingEvent, number: Int) {
        switch event {
        case .started: state.withLock { if number == $0.number { $0.hasStarted = true } }
        case .progress(let progress):
            let isNewest = state.withLock { state in
                state.live[number]?.bytes = progress.bytes
                return number == state.number
            }
            if isNewest, isNearLimit(progress) { nextFile() }
        case .finished(let result):
            state.withLock { state in
                for file in result.files {
                    state.past.time += file.duration
                    state.past.bytes += file.bytes
                }
                // Somebody stopped before the one that takes over could begin: the one before it has everything.
                let isUnneeded = number > 1 && state.isStopping && result.files.isEmpty
                if !isUnneeded { state.firstError = state.firstError ?? result.error }
                if number == state.number || state.last == nil { state.last = result }
            }
            forget(number)
        default: break
        }
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
        case .cameraFailed(let error): inputIsOver(error)
        case .ended: inputIsOver(nil)
        default: break
        }
    }

    private var recorders: [Recorder] { state.withLock { $0.live.values.compactMap(\.recorder) } }

    private func inputIsOver(_ error: CaptureError?) {
        state.withLock { state in
            state.isOver = true
            if preRoll != nil { state.firstError = state.firstError ?? error }
        }
        wake.signal()
    }

    /// The devices do not start.
    func failed(_ error: CaptureError) {
        for recorder in recorders { recorder.inputFailed(.deviceLost, error) }
        inputIsOver(error)
    }

    /// A key was pressed.
    func pressed(_ key: Character) {
        switch key {
        case "q": stop()
        case " ": pauseOrResume()
        case "n": nextFile()
        case "r": trigger()
        case "s": snapshot()
        default: break
        }
    }

    /// Ends the recording; asking again does not wait for the last picture.
    func stop() {
        state.withLock { $0.isStopping = true }
        for recorder in recorders { recorder.stop() }
        wake.signal()
    }

    /// Pauses, or goes on.
    private func pauseOrResume() {
        let (current, isPaused) = state.withLock { state in
            defer { state.isPaused.toggle() }
            return (state.live[state.number]?.recorder, state.isPaused)
        }
        if isPaused { current?.resume() } else { current?.pause() }
    }

    /// Begins a recording with what was kept, or goes on in a new file.
    func trigger() {
        let isArmed = state.withLock { state in
            guard preRoll != nil, state.live.isEmpty else { return false }
            state.isTriggered = true
            return true
        }
        if isArmed { wake.signal() } else { nextFile() }
    }

    /// Goes on in a new file, without a picture between the two.
    ///
    /// Does nothing before the first picture, and while the camera is away: nothing could begin then.
    func nextFile() {
        let current: Recorder? = state.withLock { state in
            guard state.hasStarted, !state.isChanging, !state.isStopping, !state.isCameraAway else {
                return nil
            }
            state.isChanging = true
            return state.live[state.number]?.recorder
        }
        guard let current else { return }
        // Choosing encoders takes a moment, which must not keep the session's queue.
        DispatchQueue.global().async { [self] in
            defer { state.withLock { $0.isChanging = false } }
            do throws(CaptureError) {
                try record(selection.plan(following), replacing: current)
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
