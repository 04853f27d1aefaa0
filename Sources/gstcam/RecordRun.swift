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
    struct Live {
        var recorder: Recorder?
        var bytes: Int64 = 0
        /// Whether it takes over from another one.
        var takesOver = false
        var room = FileRoom()
    }

    struct State {
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
        /// Whether the devices run.
        var isRunning = false
        /// Whether no more pictures come.
        var isOver = false
        /// What they may write together.
        var budget: SizeBudget?
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
    let selection: CaptureSelection
    let options: RecordingOptions
    let preRoll: ClockTime?
    private let files: RecordedFiles
    let reporter: RecordReporter
    let state = Mutex(State())
    /// Signalled for everything that the run may be waiting for.
    let wake = DispatchSemaphore(value: 0)

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
        state.withLock { $0.budget = arguments.recording.maximumSize.map(SizeBudget.init) }
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
        defer { files.wait() }
        if let preRoll {
            while waitForTrigger(keeping: preRoll) { recordAtTrigger(planned) }
        } else {
            _ = try waitForLastEnd()
        }
        return state.withLock { $0.firstError }
    }

    /// Waits for the end of the recording and of those that follow it after a gap.
    private func waitForLastEnd() throws(CaptureError) -> RecordingResult {
        while true {
            let result = waitForEnd()
            guard isFollowed(result), waitForCamera() else { return result }
            try record(selection.plan(following), replacing: nil)
        }
    }

    /// False when everything is to end.
    private func waitForTrigger(keeping preRoll: ClockTime) -> Bool {
        state.withLock { state in
            state.past = (.zero, 0)
            state.budget = options.maximumSize.map(SizeBudget.init)
        }
        var isTold = false
        while true {
            let (isTriggered, isOver, isRunning) = state.withLock { state in
                defer { state.isTriggered = false }
                return (state.isTriggered, state.isStopping || state.isOver, state.isRunning)
            }
            // Who pulls the trigger and stops at once has what was kept.
            if isTriggered { return true }
            if isOver { return false }
            if isRunning, !isTold {
                reporter.waitsForTrigger(keeping: preRoll)
                isTold = true
            }
            wake.wait()
        }
    }

    /// What cannot be saved is told, and kept for the next trigger.
    private func recordAtTrigger(_ planned: PlannedRecording) {
        state.withLock { $0.isPaused = false }
        do throws(CaptureError) {
            try record(planned, replacing: nil)
            if let error = try waitForLastEnd().error { reporter.warn(error) }
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

    var following: RecordingOptions {
        var following = options
        following.isOneOfSeveral = true
        return following
    }

    /// Does nothing when the one to take over from has ended, or everything is to end.
    func record(_ planned: PlannedRecording, replacing other: Recorder?) throws(CaptureError) {
        var plan = planned.plan
        let number: Int? = state.withLock { state in
            if other != nil, state.isStopping || state.live.isEmpty { return nil }
            // What is left of what was asked for.
            plan.limits.duration = options.duration.map { max(.milliseconds(1), $0 - state.recorded) }
            plan.budget = state.budget
            state.number += 1
            state.live[state.number] = Live(takesOver: other != nil)
            state.ended = nil
            state.hasStarted = false
            state.lostCamera = state.isCameraAway
            return state.number
        }
        guard let number else { return }
        let notes = RecordedFiles.Notes(selection, planned)
        do throws(CaptureError) {
            let recorder = try session.record(plan, replacing: other) { [self] event in
                reporter.recording(event, of: session)
                files.received(event, receipt: notes, session: session)
                received(event, number: number)
            }
            files.begins(recorder.path)
            let largest = FreeSpace.largestFile(at: recorder.path)
            state.withLock { $0.live[number]?.room.largest = largest }
            let (isStopping, isPaused) = state.withLock { state in
                state.live[number]?.recorder = recorder
                return (state.isStopping, state.isPaused)
            }
            // What somebody wanted left out is not recorded because the file is another one.
            if isPaused { recorder.pause() }
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
            // One that did not come to take over: the one before it goes on.
            if number == state.number, let other = state.live.keys.max() {
                state.number = other
                state.hasStarted = true
            }
        }
        wake.signal()
    }

    private func received(_ event: RecordingEvent, number: Int) {
        switch event {
        case .started: state.withLock { if number == $0.number { $0.hasStarted = true } }
        case .progress(let progress):
            let isFull = state.withLock { state in
                state.live[number]?.bytes = progress.bytes
                return number == state.number && !state.isPaused
                    && state.live[number]?.room.isNearlyFull(progress) ?? false
            }
            if isFull { nextFile() }
        case .finished(let result):
            let unsaid: CaptureError? = state.withLock { state in
                for file in result.files {
                    state.past.time += file.duration
                    state.past.bytes += file.bytes
                }
                // One that takes over and did not come to begin: the one before it has everything.
                let hasFailed = [.failed, .writeFailed, .diskFull].contains(result.reason)
                let isUnneeded =
                    state.live[number]?.takesOver == true && result.files.isEmpty && !hasFailed
                if !isUnneeded { state.firstError = state.firstError ?? result.error }
                if !isUnneeded || state.last == nil { state.last = result }
                return hasFailed && result.files.isEmpty && state.live[number]?.takesOver == true
                    ? result.error : nil
            }
            if let unsaid { reporter.warn(unsaid) }
            stopUnneeded(after: number, result)
            forget(number)
        default: break
        }
    }

    /// A recording that was to take over from one that has all that was asked for does not begin.
    private func stopUnneeded(after number: Int, _ result: RecordingResult) {
        let recorder: Recorder? = state.withLock { state in
            let isLongEnough = options.duration.map { state.past.time + .milliseconds(50) >= $0 } ?? false
            guard number < state.number, !state.hasStarted, isLongEnough || result.reason == .size
            else { return nil }
            return state.live[state.number]?.recorder
        }
        recorder?.stop()
    }

    // MARK: - What happens meanwhile

    private func session(_ event: CaptureSession.Event) {
        switch event {
        case .started:
            state.withLock { $0.isRunning = true }
            wake.signal()
        case .cameraAway(let error):
            let isIdle = state.withLock { state in
                state.isCameraAway = true
                state.lostCamera = true
                return state.live.isEmpty
            }
            if isIdle, preRoll != nil { reporter.cameraAwayWhileWaiting(error) }
        case .cameraReturned:
            let isIdle = state.withLock { state in
                state.isCameraAway = false
                return state.live.isEmpty
            }
            if isIdle, preRoll != nil { reporter.cameraBackWhileWaiting() }
            wake.signal()
        case .cameraFailed(let error): inputIsOver(error)
        case .ended: inputIsOver(nil)
        default: break
        }
    }

    var recorders: [Recorder] { state.withLock { $0.live.values.compactMap(\.recorder) } }

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
}

/// Breaks the circle of a session that tells its run, which has the session.
private final class WeakRun: Sendable {
    private let box = Mutex<Weak>(Weak())

    private struct Weak { weak var run: RecordRun? }

    var run: RecordRun? { box.withLock { $0.run } }

    func set(_ run: RecordRun) { box.withLock { $0.run = run } }
}
