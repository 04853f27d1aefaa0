import CameraCapture
import GStreamer
import PipelineTemplates

/// The events of `gstcam record --json`, as they are written; keys that do not apply are left out.
struct RecordEvent: Encodable {
    var event: String
    var file: String?
    var device: String?
    var microphone: String?
    var width: Int?
    var height: Int?
    var framerate: Double?
    var template: String?
    var container: String?
    var videoEncoder: String?
    var audioEncoder: String?
    var duration: Double?
    var bytes: Int64?
    var frames: Int?
    var dropped: Int?
    var lost: Int?
    var gap: Double?
    var silence: Double?
    var preRoll: Double?
    var drift: Double?
    var audioOffset: Double?
    var audio: Bool?
    var audioLevel: Double?
    var free: Int64?
    var reason: String?
    var playable: Bool?
    var code: String?
    var message: String?
    var error: String?

    enum CodingKeys: String, CodingKey {
        case event, file, device, microphone, width, height, framerate, template, container, duration, bytes,
            frames
        case dropped, lost, gap, silence, drift, audio, free, reason, playable, code, message, error
        case videoEncoder = "video_encoder"
        case audioEncoder = "audio_encoder"
        case audioLevel = "audio_level"
        case preRoll = "pre_roll"
        case audioOffset = "audio_offset"
    }

    init(_ event: String) { self.event = event }

    static func started(
        file: String,
        selection: CaptureSelection,
        planned: PlannedRecording,
        withAudio: Bool
    ) -> RecordEvent {
        var event = RecordEvent("started")
        event.file = file
        event.device = selection.camera.id
        event.microphone = withAudio ? selection.microphone?.id : nil
        event.width = selection.mode.width
        event.height = selection.mode.height
        event.framerate = rounded(selection.mode.framerate.value)
        event.template = selection.template.name
        event.container = planned.container
        event.videoEncoder = planned.videoEncoder
        event.audioEncoder = withAudio ? planned.audioEncoder : nil
        event.audio = withAudio
        return event
    }

    static func progress(_ progress: RecordingProgress) -> RecordEvent {
        var event = RecordEvent("progress")
        event.file = progress.path
        event.duration = rounded(progress.duration.seconds)
        event.bytes = progress.bytes
        event.frames = progress.frames
        event.note(progress.losses)
        event.audioLevel = progress.audioLevel.flatMap { $0.isFinite ? rounded($0) : nil }
        event.free = progress.freeBytes
        return event
    }

    static func finished(_ report: FileReport, sound: SoundClock.Measurement? = nil) -> RecordEvent {
        var event = RecordEvent("finished")
        event.file = report.path
        event.duration = rounded(report.duration.seconds)
        event.bytes = report.bytes
        event.frames = report.frames
        event.note(report.losses)
        event.audio = report.hasAudio
        if report.hasAudio {
            event.drift = sound?.partsPerMillion.map(rounded)
            event.audioOffset = sound.map { rounded($0.offset.seconds) }
        }
        event.reason = report.reason.rawValue
        event.playable = report.isPlayable
        event.error = report.error?.description
        return event
    }

    private mutating func note(_ losses: [Loss]) {
        dropped = losses.droppedFrames
        lost = losses.lostFrames
        if losses.gapTime > .zero { gap = RecordEvent.rounded(losses.gapTime.seconds) }
        if losses.silenceTime > .zero { silence = RecordEvent.rounded(losses.silenceTime.seconds) }
    }

    /// Milliseconds are enough for people, and keep the numbers short; zero has no sign.
    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 + 0 }
}
