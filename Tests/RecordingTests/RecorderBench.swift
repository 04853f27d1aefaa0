import Dispatch
import Foundation
import GStreamer
import Synchronization
import Testing

@testable import Recording

/// The tests with real recordings, one after the other: each blocks a thread of the pool that teardowns need too.
@Suite(.serialized, .enabled(if: RecorderBench.isReady, "the encoders of the plan are not installed"))
enum RealRecordings {}

/// One recorder with a hand-made plan, synthetic pictures and sound, and a clock that the test turns.
///
/// It blocks instead of suspending: a recording notices a camera that pauses, as a suspended test on a busy machine
/// would.
final class RecorderBench: Sendable {
    static let frame = ClockTime(nanoseconds: 33_333_333)
    static let format = AudioFormat(rate: 48_000, channels: 2)
    private static let width = 320
    private static let height = 240

    let recorder: Recorder
    private let caps: Caps
    private let inbox = Inbox()

    /// Whether the elements of the plan are installed.
    static var isReady: Bool {
        (try? Gst.initialize()) != nil
            && ["x264enc", "avenc_aac", "mp4mux", "splitmuxsink", "h264parse", "aacparse"]
                .allSatisfy { Gst.hasElement($0) }
    }

    static func plan(
        _ pattern: String,
        audio: Bool = true,
        segment: ClockTime = .zero,
        encoder: String = "x264enc tune=zerolatency speed-preset=ultrafast bframes=0 key-int-max=15",
        limits: RecordingPlan.Limits = .init(minimumFree: 0)
    ) -> RecordingPlan {
        RecordingPlan(
            fragments: .init(
                videoFilter: nil,
                videoStabilizer: nil,
                videoEncoder: "\(encoder) ! video/x-h264, profile=high ! h264parse config-interval=-1",
                audioEncoder: audio ? "audiorate ! audioconvert ! avenc_aac bitrate=128000 ! aacparse" : nil,
                muxer: "mp4mux fragment-duration=250",
                sink: "splitmuxsink name=sink async-handling=true send-keyframe-requests=true"
                    + " max-size-bytes=0 max-size-time=\(segment.nanoseconds)"
            ),
            naming: FileNaming(pattern: pattern, severalFiles: segment > .zero),
            finishesInPlace: true,
            audio: audio ? format : nil,
            audioPriming: audio ? 1024 : 0,
            frameDuration: frame,
            limits: limits,
            deviceName: "the test camera"
        )
    }

    /// - Parameters:
    ///   - plan: What to record.
    ///   - keepsFiles: Whether what is told of each file is kept, or only what is told of the recording.
    /// - Throws: What making a recording throws.
    init(_ plan: RecordingPlan, keepsFiles: Bool = true) throws {
        try Gst.initialize()
        caps = try Caps(
            parsing: "video/x-raw, format=I420, width=320, height=240, framerate=30/1, colorimetry=bt601"
        )
        recorder = try Recorder(
            plan: plan,
            queue: DispatchQueue(label: "com.CameraSessionQueue"),
            clock: { [inbox] in inbox.now },
            handler: { [inbox] event in
                switch event {
                case .fileOpened, .fileFinished: if keepsFiles { inbox.add(event) }
                default: inbox.add(event)
                }
            }
        )
    }

    // MARK: - Input

    /// Pushes the picture of this number, with noise in it or without, and turns the clock to it.
    func picture(_ number: Int, noise: Bool = false) {
        let count = RecorderBench.width * RecorderBench.height * 3 / 2
        var bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: count)
        if noise {
            var random = SeededRandom(seed: UInt64(number))
            for index in stride(from: 0, to: count - 8, by: 8) {
                let value = random.next()
                for byte in 0..<8 { bytes[index + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
            }
        }
        let time = RecorderBench.time(ofPicture: number)
        inbox.turn(to: time)
        guard let buffer = Buffer(bytes: bytes, presentation: time, duration: RecorderBench.frame) else {
            return
        }
        recorder.push(video: buffer, caps: caps)
    }

    /// Lets time pass without a picture.
    func turn(to time: ClockTime) { inbox.turn(to: time) }

    /// Pushes the tenth of a second of sound with this number.
    func sound(_ number: Int) {
        let samples = (0..<4800 * 2).map { Int16(truncatingIfNeeded: ($0 / 2 % 96) * 200 - 9600) }
        let buffer = Buffer(
            bytes: samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] },
            presentation: .milliseconds(Int64(number) * 100),
            duration: .milliseconds(100)
        )
        if let buffer { recorder.push(audio: buffer) }
    }

    /// Pushes pictures and, ahead of them, their sound; gives the encoder time now and then.
    func push(pictures: Range<Int>, sound withSound: Bool = true, noise: Bool = false) {
        for number in pictures {
            if withSound, number % 3 == 0 { sound(number / 3) }
            picture(number, noise: noise)
            if number % 15 == 14 { usleep(20_000) }
        }
    }

    static func time(ofPicture number: Int) -> ClockTime {
        ClockTime(nanoseconds: Int64((Double(number) * 1e9 / 30).rounded()))
    }

    // MARK: - Output

    var log: [RecordingEvent] { inbox.events }

    var results: [RecordingResult] {
        log.compactMap { if case .finished(let result) = $0 { result } else { nil } }
    }

    var reports: [FileReport] {
        log.compactMap { if case .fileFinished(let report) = $0 { report } else { nil } }
    }

    var starts: [Bool] {
        log.compactMap { if case .started(_, let withAudio, _) = $0 { withAudio } else { nil } }
    }

    var warnings: [String] {
        log.compactMap { if case .warning(let code, _) = $0 { code } else { nil } }
    }

    /// Whether the end was told once, and nothing after it.
    var endsProperly: Bool {
        guard results.count == 1, case .finished? = log.last else { return false }
        return recorder.isOver
    }

    func waitForStart() -> Bool { wait { !$0.starts.isEmpty || !$0.results.isEmpty } }

    /// The result, once it is there; nil when that takes longer than `seconds`.
    func result(within seconds: Int = 20) -> RecordingResult? {
        _ = wait(seconds: seconds) { !$0.results.isEmpty }
        return results.first
    }

    func wait(seconds: Int = 20, until condition: (RecorderBench) -> Bool) -> Bool {
        for _ in 0..<seconds * 100 {
            if condition(self) { return true }
            usleep(10_000)
        }
        return condition(self)
    }
}

/// The clock, and the events as they arrive.
private final class Inbox: Sendable {
    private let state = Mutex<(now: ClockTime, events: [RecordingEvent])>((.zero, []))

    var now: ClockTime { state.withLock { $0.now } }
    var events: [RecordingEvent] { state.withLock { $0.events } }

    func turn(to time: ClockTime) { state.withLock { $0.now = max($0.now, time) } }
    func add(_ event: RecordingEvent) { state.withLock { $0.events.append(event) } }
}
