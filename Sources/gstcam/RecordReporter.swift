import CameraCapture
import Dispatch
import GStreamer
import Glibc
import PipelineTemplates
import Synchronization

/// Tells what a recording does: JSON lines for programs, one live line for a terminal, plain lines otherwise.
final class RecordReporter: Sendable {
    private struct State {
        var chosen: (selection: CaptureSelection, planned: PlannedRecording)?
        var file = ""
        var interrupts = 0
        var toldFiles = 0
        var liveSince: (frames: Int, time: ClockTime) = (0, .zero)
        var result: RecordingResult?
    }

    private let arguments: RecordArguments
    private let state = Mutex(State())
    init(arguments: RecordArguments) { self.arguments = arguments }

    /// Notes what was chosen and explains it when asked to.
    func begin(_ selection: CaptureSelection, _ planned: PlannedRecording) {
        state.withLock { $0.chosen = (selection, planned) }
        guard arguments.explain || arguments.verbose else { return }
        let mode = selection.mode
        Console.note("camera     \(selection.camera.name) (\(selection.camera.id))")
        Console.note(
            "mode       \(mode.width)x\(mode.height) \(mode.framerate) \(mode.format ?? mode.mediaType): \(mode.reason)"
        )
        Console.note("microphone \(selection.microphone.map { "\($0.name) (\($0.id))" } ?? "none")")
        Console.note("template   \(selection.template.name): \(selection.templateReason)")
        if let stabilization = planned.stabilization {
            Console.note("stabilizer \(stabilization.rawValue)")
        }
        Console.note("container  \(planned.container)")
        for attempt in planned.attempts {
            Console.note(
                "encoder    \(attempt.encoder) for \(attempt.codec): \(attempt.problem ?? "works, chosen")"
            )
        }
    }

    /// Counts signals: the second does not wait for the last picture, the third gives up.
    func countInterrupt() -> Int {
        state.withLock { state in
            state.interrupts += 1
            return state.interrupts
        }
    }

    func session(_ event: CaptureSession.Event) {
        switch event {
        case .microphoneFailed(let error):
            warn(
                code: "microphone-failed",
                "\(error) The recording goes on with silence.",
                detail: error.detail
            )
        case .microphoneReturned:
            warn(code: "microphone-returned", "The microphone works again.", detail: "")
        case .started, .stopped, .cameraFailed, .cameraAway, .cameraReturned, .ended: break
        }
    }

    /// A recording does without its preview.
    func preview(_ event: Preview.Event) {
        guard case .ended(let error?) = event else { return }
        warn(code: "preview-ended", "\(error) The recording goes on.", detail: error.detail)
    }

    /// - Parameters:
    ///   - event: What the recording told.
    ///   - session: The session that it belongs to.
    func recording(_ event: RecordingEvent, of session: CaptureSession) {
        switch event {
        case .started(let path, let withAudio, _): started(path, withAudio: withAudio)
        case .fileOpened(let path): opened(path)
        case .paused: tell("paused", "Paused.")
        case .resumed: tell("resumed", "Recording again.")
        case .progress(let progress): self.progress(progress)
        case .cameraAway(let error):
            warn(
                code: "camera-away",
                "\(error) The recording goes on with a still picture until it is back.",
                detail: error.detail
            )
        case .cameraBack(let gap):
            let seconds = LiveLine.fixed(gap.seconds, 1)
            warn(code: "camera-back", "The camera is back after \(seconds) seconds.", detail: "")
        case .warning(let code, let message): warn(code: code, message, detail: "")
        case .fileFinished(let report): finished(report, sound: session.soundMeasurement)
        case .finished(let result):
            state.withLock { $0.result = result }
        }
    }

    /// Tells of a recording that left no file, in the form of a finished one.
    func tellFailure(_ error: CaptureError) {
        if arguments.verbose, !error.detail.isEmpty { Console.note(error.detail) }
        guard arguments.json, state.withLock({ $0.toldFiles }) == 0 else { return }
        var event = RecordEvent("finished")
        event.file = arguments.recording.pattern
        event.duration = 0
        event.bytes = 0
        event.frames = 0
        event.dropped = 0
        event.lost = 0
        event.audio = false
        event.reason = (state.withLock { $0.result }?.reason ?? .failed).rawValue
        event.playable = false
        event.error = error.description
        JSONLine.print(event)
    }

    // MARK: - Events

    private func started(_ path: String, withAudio: Bool) {
        let chosen = state.withLock { state in
            state.file = ""
            return state.chosen
        }
        guard let (selection, planned) = chosen else { return }
        let mode = selection.mode
        if arguments.json {
            let event = RecordEvent.started(
                file: path,
                selection: selection,
                planned: planned,
                withAudio: withAudio
            )
            JSONLine.print(event)
        } else if !arguments.quiet {
            clearLive()
            let sound = withAudio ? " with \(selection.microphone?.name ?? "sound")" : ""
            Console.note(
                "Recording \(selection.camera.name)\(sound), \(mode.width)x\(mode.height) at "
                    + "\(LiveLine.fixed(mode.framerate.value, 2)) fps. Ctrl-C stops."
            )
        }
    }

    /// An event without any values.
    private func tell(_ name: String, _ sentence: String) {
        if arguments.json {
            JSONLine.print(RecordEvent(name))
        } else if !arguments.quiet {
            clearLive()
            Console.note(sentence)
        }
    }

    private func opened(_ path: String) {
        let isFirst = state.withLock { state in
            defer { state.file = path }
            return state.file.isEmpty
        }
        if arguments.json {
            guard !isFirst else { return }
            var event = RecordEvent("segment")
            event.file = path
            JSONLine.print(event)
        } else if arguments.verbose {
            Console.note("Writing \(path)")
        }
    }

    private func progress(_ progress: RecordingProgress) {
        if arguments.json {
            JSONLine.print(RecordEvent.progress(progress), isPassing: true)
            return
        }
        guard !arguments.quiet, Console.isTerminal else { return }
        let before = state.withLock { state in
            defer { state.liveSince = (progress.frames, progress.duration) }
            return state.liveSince
        }
        let time = (progress.duration - before.time).seconds
        let framerate = time > 0 ? Double(progress.frames - before.frames) / time : 0
        Console.live(LiveLine.text(progress, framerate: framerate))
    }

    /// Something that was asked for did not happen, and the recording goes on.
    func warn(_ error: CaptureError) { warn(code: "failed", "\(error)", detail: error.detail) }

    /// Nothing is recorded, and the newest pictures are kept for the next trigger.
    func waitsForTrigger(keeping preRoll: ClockTime) {
        if arguments.json {
            var event = RecordEvent("armed")
            event.preRoll = preRoll.seconds
            JSONLine.print(event)
        } else if !arguments.quiet {
            clearLive()
            Console.note(
                "Ready, with the last \(LiveLine.fixed(preRoll.seconds, 1)) s kept. Press r, or type kill -USR1 "
                    + "\(getpid()), to record; Ctrl-C ends."
            )
        }
    }

    /// The camera went away while nothing is recorded.
    func cameraAwayWhileWaiting(_ error: CaptureError) {
        warn(code: "camera-away", "\(error) It is waited for.", detail: error.detail)
    }

    func cameraBackWhileWaiting() {
        warn(code: "camera-back", "The camera is back.", detail: "")
    }

    /// A camera that is not there yet is waited for.
    func waits(for patience: ClockTime, since error: CaptureError) {
        warn(
            code: "no-camera",
            "\(error) It is waited for, at most \(LiveLine.fixed(patience.seconds, 0)) s.",
            detail: error.detail
        )
    }

    /// The next file begins when the camera is back.
    func waits(for camera: String) {
        warn(code: "camera-away", "\(camera) is waited for; Ctrl-C ends that.", detail: "")
    }

    /// A file went since newer ones are kept.
    func removed(_ path: String) {
        if arguments.json {
            var event = RecordEvent("removed")
            event.file = path
            JSONLine.print(event)
        } else if arguments.verbose {
            Console.note("Removed \(path)")
        }
    }

    /// A picture was saved beside the recording.
    func saved(snapshot path: String) {
        if arguments.json {
            var event = RecordEvent("snapshot")
            event.file = path
            JSONLine.print(event)
        } else if !arguments.quiet {
            clearLive()
            Console.note("Saved \(path)")
        }
    }

    private func warn(code: String, _ message: String, detail: String) {
        if arguments.json {
            var event = RecordEvent("warning")
            event.code = code
            event.message = message
            JSONLine.print(event)
            return
        }
        clearLive()
        Console.note("Warning: \(message)")
        if arguments.verbose, !detail.isEmpty { Console.note(detail) }
    }

    private func finished(_ report: FileReport, sound: SoundClock.Measurement?) {
        state.withLock { $0.toldFiles += 1 }
        if arguments.json {
            JSONLine.print(RecordEvent.finished(report, sound: sound))
            return
        }
        clearLive()
        guard !arguments.quiet, report.isPlayable else { return }
        let losses = report.losses
        var missing = ""
        if losses.droppedFrames > 0 { missing += ", \(losses.droppedFrames) dropped" }
        if losses.lostFrames > 0 { missing += ", \(losses.lostFrames) lost by the camera" }
        if losses.gapTime > .zero {
            missing += ", a still picture for \(LiveLine.fixed(losses.gapTime.seconds, 1)) s"
        }
        if losses.silenceTime > .zero {
            missing += ", silence for \(LiveLine.fixed(losses.silenceTime.seconds, 1)) s"
        }
        let sound = report.hasAudio ? "" : ", no sound"
        Console.note(
            "Saved \(report.path): \(LiveLine.length(report.duration)), \(report.frames) frames\(missing)\(sound), "
                + LiveLine.size(report.bytes)
        )
    }

    private func clearLive() {
        if !arguments.quiet, Console.isTerminal { Console.clearLive() }
    }
}
