import GStreamer

/// The life of one recording, as events that come in and actions that go out.
///
/// No GStreamer objects, no clock of its own, no threads.
/// It guarantees that every started recording completes exactly once, in bounded time, whatever happens in which
/// order: waiting for the first picture, recording, letting the streams end, closing, examining the files.
struct RecordingStateMachine {
    struct Deadlines {
        /// How long the first picture may take.
        var firstPicture = ClockTime.milliseconds(10_000)
        /// How long a camera may deliver nothing while recording.
        var stall = ClockTime.milliseconds(3000)
        /// How long the streams may take to reach the agreed end before they are cut.
        var grace = ClockTime.milliseconds(500)
        /// How long the pictures may go on until one comes that another recording can begin with.
        var handOver = ClockTime.milliseconds(8000)
        /// How long the streams may take to be written before what exists is saved.
        var writing = ClockTime.milliseconds(4000)
        /// How long the whole stop may take, whatever is stuck.
        var stop = ClockTime.milliseconds(5000)
        /// How much longer it may take while nothing is stuck: the files are closed, and a slow machine looks at them.
        var examining = ClockTime.milliseconds(5000)
        /// How much longer for each hour that was recorded: the index of a day takes seconds.
        var stopPerHour = ClockTime.milliseconds(1000)
    }

    enum Event {
        case start
        /// The gate let the first picture in.
        case opened
        /// A picture arrived.
        case picture
        case stop(EndReason, CaptureError?)
        /// Another recording takes over, from the next picture on that it can begin with.
        case handOver
        /// Both streams were ended at the gate.
        case inputEnded
        /// The pipeline has written everything.
        case endOfStream
        /// The recording's own pipeline failed.
        case failed(EndReason, CaptureError)
        /// The camera failed; the recording's pipeline is sound.
        case inputFailed(EndReason, CaptureError)
        /// The camera is gone and may come back.
        case inputAway(EndReason, CaptureError)
        case fileOpened
        /// A file was closed, finished and examined.
        case fileExamined
        /// The pipeline is down.
        case tornDown
        case tick
    }

    enum Action: Equatable {
        /// Let the streams end now, at the frame.
        case endInput
        /// End the streams with what is there.
        case cutInput
        /// Go on: no other recording could take over.
        case resumeInput
        /// Let the last picture stand for the camera until it is back.
        case bridge(CaptureError)
        /// Take the pipeline down, then finish every file that is still open.
        case tearDown
        /// Tell that the recording is over.
        case complete(EndReason, CaptureError?)
    }

    private enum State {
        case idle
        case waiting(since: ClockTime)
        case recording
        case handingOver(since: ClockTime)
        case ending(since: ClockTime, cut: Bool)
        case closing(since: ClockTime, down: Bool)
        case done
    }

    let deadlines: Deadlines
    let deviceName: String
    /// Whether a camera that is away leaves the recording going.
    let bridgesGaps: Bool
    /// Whether what is coded waits for the disk; what a stop that takes too long is put down to.
    var waitsForDisk = false
    /// How much is recorded.
    var length = ClockTime.zero
    private var isBridging = false
    private var state = State.idle
    private var reason = EndReason.stopped
    private var error: CaptureError?
    private var lastPicture = ClockTime.zero
    private var openFiles = 0

    init(deviceName: String, bridgesGaps: Bool = false, deadlines: Deadlines = Deadlines()) {
        self.deviceName = deviceName
        self.bridgesGaps = bridgesGaps
        self.deadlines = deadlines
    }

    var isDone: Bool { if case .done = state { true } else { false } }

    /// Whether pictures are being recorded, and no end was asked for.
    var isOpen: Bool { if case .recording = state { true } else { false } }

    /// Whether the first picture is still to come.
    var isWaiting: Bool { if case .waiting = state { true } else { false } }

    var isRecording: Bool {
        switch state {
        case .idle, .done: false
        default: true
        }
    }

    /// Takes an event at a monotonic time and says what to do, in order.
    mutating func handle(_ event: Event, at now: ClockTime) -> [Action] {
        switch event {
        case .start:
            guard case .idle = state else { return [] }
            state = .waiting(since: now)
            return []
        case .opened:
            lastPicture = now
            if case .waiting = state { state = .recording }
            return []
        case .picture:
            lastPicture = now
            isBridging = false
            return []
        case .fileOpened:
            openFiles += 1
            return []
        case .fileExamined:
            openFiles -= 1
            return completeIfClosed()
        case .stop(let reason, let error): return stop(reason, error, at: now)
        case .handOver: return handOver(at: now)
        case .failed(let reason, let error): return fail(reason, error, at: now)
        case .inputFailed(let reason, let error): return failInput(reason, error, at: now)
        case .inputAway(let reason, let error):
            return bridge(error) ?? failInput(reason, error, at: now)
        case .inputEnded: return inputEnded(at: now)
        case .endOfStream:
            // Faster than the gate's word that a limit was reached.
            if case .recording = state { setReason(.duration, nil) }
            return close(at: now)
        case .tornDown:
            if case .closing(let since, _) = state { state = .closing(since: since, down: true) }
            return completeIfClosed()
        case .tick: return tick(at: now)
        }
    }

    private mutating func stop(_ reason: EndReason, _ error: CaptureError?, at now: ClockTime) -> [Action] {
        switch state {
        case .waiting:
            setReason(
                reason,
                error
                    ?? CaptureError(
                        .nothingRecorded,
                        "the recording was stopped before \(deviceName) gave the first picture"
                    )
            )
            return close(at: now)
        case .recording:
            setReason(reason, error)
            state = .ending(since: now, cut: false)
            return [.endInput]
        case .handingOver:
            setReason(reason, error)
            return cut(at: now)
        case .ending(let since, cut: false):
            // Asked again: do not wait for the last picture any more.
            state = .ending(since: since, cut: true)
            return [.cutInput]
        default: return []
        }
    }

    private mutating func handOver(at now: ClockTime) -> [Action] {
        guard case .recording = state else { return stop(.stopped, nil, at: now) }
        setReason(.stopped, nil)
        state = .handingOver(since: now)
        return [.endInput]
    }

    private mutating func fail(_ reason: EndReason, _ error: CaptureError, at now: ClockTime) -> [Action] {
        switch state {
        case .waiting, .recording:
            setReason(reason, error)
            return close(at: now)
        case .ending, .handingOver:
            if self.error == nil { setReason(reason, error) }
            return close(at: now)
        default: return []
        }
    }

    private mutating func failInput(_ reason: EndReason, _ error: CaptureError, at now: ClockTime) -> [Action]
    {
        switch state {
        case .waiting:
            setReason(reason, error)
            return close(at: now)
        case .recording, .handingOver:
            setReason(reason, error)
            return cut(at: now)
        case .ending(let since, cut: false):
            state = .ending(since: since, cut: true)
            return [.cutInput]
        default: return []
        }
    }

    /// Nil when a recording ends with its camera.
    private mutating func bridge(_ error: CaptureError) -> [Action]? {
        guard bridgesGaps, case .recording = state else { return nil }
        defer { isBridging = true }
        return isBridging ? [] : [.bridge(error)]
    }

    private mutating func inputEnded(at now: ClockTime) -> [Action] {
        switch state {
        case .recording:
            setReason(.duration, nil)
            state = .ending(since: now, cut: true)
        case .handingOver: state = .ending(since: now, cut: true)
        default: break
        }
        return []
    }

    /// The camera is gone but the pipeline is sound: let it write what it has.
    private mutating func cut(at now: ClockTime) -> [Action] {
        state = .ending(since: now, cut: true)
        return [.cutInput]
    }

    private mutating func close(at now: ClockTime) -> [Action] {
        switch state {
        case .closing, .done, .idle: return []
        case .ending(let since, _): state = .closing(since: since, down: false)
        default: state = .closing(since: now, down: false)
        }
        return [.tearDown]
    }

    private mutating func tick(at now: ClockTime) -> [Action] {
        switch state {
        case .waiting(let since) where now - since > deadlines.firstPicture:
            let seconds = deadlines.firstPicture.seconds
            setReason(
                .deviceStalled,
                CaptureError(
                    .noFrames,
                    "\(deviceName) gave no picture within \(seconds) seconds",
                    advice:
                        "Check its cable and that no other program uses it, or choose another mode with --size"
                )
            )
            return close(at: now)
        case .recording where now - lastPicture > deadlines.stall && !isBridging:
            let what = "\(deviceName) stopped delivering pictures"
            if let actions = bridge(CaptureError(.deviceStalled, what, advice: "Check its cable")) {
                return actions
            }
            setReason(
                .deviceStalled,
                CaptureError(
                    .deviceStalled,
                    "\(what); what came before is saved",
                    advice: "Check its cable, then start again"
                )
            )
            return cut(at: now)
        case .handingOver where now - lastPicture > deadlines.stall: return cut(at: now)
        case .handingOver(let since) where now - since > deadlines.handOver:
            state = .recording
            return [.resumeInput]
        case .ending(let since, let cut):
            if now - since > deadlines.writing {
                timeOut()
                return close(at: now)
            }
            if !cut, now - since > deadlines.grace {
                state = .ending(since: since, cut: true)
                return [.cutInput]
            }
            return []
        case .closing(let since, let down) where now - since > stopDeadline(isDown: down):
            state = .done
            return [
                .complete(
                    reason,
                    error
                        ?? CaptureError(
                            .stopTimedOut,
                            "the disk or an element did not let go within \(Int((now - since).seconds)) seconds",
                            advice: "Run gstcam recover on the file once the disk answers again"
                        )
                )
            ]
        default: return []
        }
    }

    private func stopDeadline(isDown: Bool) -> ClockTime {
        deadlines.stop + (isDown ? deadlines.examining : .zero)
            + .seconds(deadlines.stopPerHour.seconds * length.seconds / 3600)
    }

    private mutating func timeOut() {
        guard error == nil else { return }
        let seconds = deadlines.writing.seconds
        guard waitsForDisk else {
            error = CaptureError(
                .stopTimedOut,
                "the encoder did not finish within \(seconds) seconds; what was written is saved",
                advice: "Choose a smaller size or a faster encoder"
            )
            return
        }
        setReason(
            .writeFailed,
            CaptureError(
                .writeFailed,
                "the disk did not take everything within \(seconds) seconds; what was written is saved",
                advice: "Look whether the disk answers; run gstcam recover on the file if it does not play"
            )
        )
    }

    private mutating func completeIfClosed() -> [Action] {
        guard case .closing(_, down: true) = state, openFiles <= 0 else { return [] }
        state = .done
        return [.complete(reason, error)]
    }

    private mutating func setReason(_ reason: EndReason, _ error: CaptureError?) {
        self.reason = reason
        self.error = error
    }
}
