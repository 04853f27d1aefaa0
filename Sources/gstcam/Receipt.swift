import CameraCapture
import FoundationEssentials
import GStreamer
import Glibc

/// What a recording was, file by file, as it is written beside it with `--receipt`.
struct Receipt: Encodable {
    struct Missing: Encodable {
        let cause: String
        /// Seconds since the recording began.
        let at: Double
        let duration: Double
        let frames: Int
    }

    struct Segment: Encodable {
        let file: String
        let bytes: Int64
        let sha256: String?
        let duration: Double
        let frames: Int
        /// Pictures per second, as measured.
        let framerate: Double
        let audio: Bool
        let playable: Bool
        let reason: String
        let missing: [Missing]
        let error: String?
    }

    /// When the first picture was taken: the wall clock's time, and the monotonic clock's in seconds.
    struct Start: Encodable {
        let wall: String
        let monotonic: Double

        init(ago: ClockTime) {
            monotonic = (Gst.monotonicTime - ago).seconds
            wall = (Date.now - ago.seconds).formatted(
                Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            )
        }
    }

    let version = Version.current
    let device: String
    let microphone: String?
    let template: String
    let container: String
    let videoEncoder: String?
    let audioEncoder: String?
    let start: Start?
    let reason: String
    let duration: Double
    let bytes: Int64
    let frames: Int
    let dropped: Int
    let lost: Int
    let gap: Double
    let silence: Double
    /// How much faster than the computer's the microphone's clock ran, in millionths.
    let drift: Double?
    /// How much later the sound was than the pictures at the end, in seconds.
    let audioOffset: Double?
    let segments: [Segment]

    enum CodingKeys: String, CodingKey {
        case version, device, microphone, template, container, start, reason, duration, bytes, frames,
            dropped, lost
        case gap, silence, drift, segments
        case videoEncoder = "video_encoder"
        case audioEncoder = "audio_encoder"
        case audioOffset = "audio_offset"
    }

    init(
        _ result: RecordingResult,
        selection: CaptureSelection,
        planned: PlannedRecording,
        start: Start?,
        sound: SoundClock.Measurement?,
        digests: [String: String]
    ) {
        device = selection.camera.id
        let hasSound = result.files.contains(where: \.hasAudio)
        microphone = hasSound ? selection.microphone?.id : nil
        template = selection.template.name
        container = planned.container
        videoEncoder = planned.videoEncoder
        audioEncoder = hasSound ? planned.audioEncoder : nil
        self.start = start
        reason = result.reason.rawValue
        let losses = result.files.flatMap(\.losses)
        duration = Self.rounded(result.files.reduce(0) { $0 + $1.duration.seconds })
        bytes = result.files.reduce(0) { $0 + $1.bytes }
        frames = result.files.reduce(0) { $0 + $1.frames }
        dropped = losses.droppedFrames
        lost = losses.lostFrames
        gap = Self.rounded(losses.gapTime.seconds)
        silence = Self.rounded(losses.silenceTime.seconds)
        let sound = hasSound ? sound : nil
        drift = sound?.partsPerMillion.map(Self.rounded)
        audioOffset = sound.map { Self.rounded($0.offset.seconds) }
        segments = result.files.map { Segment($0, sha256: digests[$0.path]) }
    }

    /// Writes it beside a file of the recording; an existing file is never touched.
    /// - Throws: `CaptureError` when it cannot be written.
    func write(beside file: String) throws(CaptureError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        let path = try FileNaming(pattern: FileNaming.escaped(file + ".json"), severalFiles: false).reserve(
            now: 0
        )
        do {
            try encoder.encode(self).write(to: URL(filePath: path))
        } catch {
            unlink(path)
            throw CaptureError(.writeFailed, "\(path) cannot be written: \(error)", advice: "Free some space")
        }
        return path
    }

    /// Whether a file is a receipt.
    static func isOne(_ path: String) -> Bool {
        struct Mark: Decodable {
            struct Segment: Decodable { let file: String }
            let version: String
            let segments: [Segment]
        }
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return false }
        return (try? JSONDecoder().decode(Mark.self, from: data)) != nil
    }

    fileprivate static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 + 0 }
}

extension Receipt.Segment {
    fileprivate init(_ report: FileReport, sha256: String?) {
        file = report.path
        bytes = report.bytes
        self.sha256 = sha256
        duration = Receipt.rounded(report.duration.seconds)
        frames = report.frames
        framerate =
            report.duration > .zero ? Receipt.rounded(Double(report.frames) / report.duration.seconds) : 0
        audio = report.hasAudio
        playable = report.isPlayable
        reason = report.reason.rawValue
        error = report.error?.description
        missing = report.losses.map { loss in
            Receipt.Missing(
                cause: loss.cause.rawValue,
                at: Receipt.rounded(loss.start.seconds),
                duration: Receipt.rounded(loss.duration.seconds),
                frames: loss.frames
            )
        }
    }
}
