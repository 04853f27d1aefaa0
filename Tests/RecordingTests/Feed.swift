import GStreamer
import Glibc

@testable import Recording

/// Feeds a recording with pictures and sound at its own rate, as fast as it takes them.
struct Feed {
    let bench: RecorderBench
    private let frame: ClockTime
    private let origin: ClockTime
    private let caps: Caps
    private let picture = [UInt8](repeating: 100, count: 160 * 120 * 3 / 2)
    private let sound: [UInt8]
    /// Whether each picture becomes a file; what is told of one is not kept then.
    private let isSegmented: Bool

    /// - Parameters:
    ///   - plan: What to record; the picture's rate and the sound are this feed's.
    ///   - rate: Samples of sound per second; each packet in the file has 1024.
    ///   - frame: The duration of a picture.
    ///   - origin: The time of the first picture.
    ///   - isSegmented: Whether each picture becomes a file; what is told of one is not kept then.
    /// - Throws: What making a recording throws.
    init(
        _ plan: RecordingPlan,
        rate: Int,
        frame: ClockTime,
        origin: ClockTime = .zero,
        isSegmented: Bool = false
    ) throws {
        var plan = plan
        plan.frameDuration = frame
        plan.audio = AudioFormat(rate: rate, channels: 1)
        plan.audioPriming = 0
        plan.fragments.audioEncoder = "audioconvert ! avenc_aac bitrate=16000 ! aacparse"
        self.frame = frame
        self.origin = origin
        bench = try RecorderBench(plan, keepsFiles: !isSegmented)
        self.isSegmented = isSegmented
        let framerate = Int64(1_000_000_000) / frame.nanoseconds
        caps = try Caps(parsing: "video/x-raw, format=I420, width=160, height=120, framerate=\(framerate)/1")
        let samples = Int(Int64(rate) * frame.nanoseconds / 1_000_000_000)
        sound = (0..<samples).flatMap { [0, UInt8(truncatingIfNeeded: $0 % 16)] }
        bench.turn(to: origin)
        bench.recorder.start()
    }

    func push(_ numbers: Range<Int>) {
        for number in numbers {
            let time = origin + ClockTime(nanoseconds: frame.nanoseconds * Int64(number))
            bench.turn(to: time)
            guard let heard = Buffer(bytes: sound, presentation: time, duration: frame),
                let seen = Buffer(bytes: picture, presentation: time, duration: frame)
            else { return }
            bench.recorder.push(audio: heard)
            bench.recorder.push(video: seen, caps: caps)
            if number == numbers.lowerBound { _ = bench.waitForStart() }
            while isBehind(number) { usleep(100) }
        }
    }

    /// Whether pictures wait for the recording, or files to be told of.
    private func isBehind(_ number: Int) -> Bool {
        let recorder = bench.recorder
        guard !recorder.isOver else { return false }
        let (waiting, told) = recorder.queue.sync {
            recorder.driver.withValue { ($0.pipeline?.video.queuedTime ?? .zero, $0.reports.count) }
        }
        return waiting > .zero || isSegmented && number - told > 20
    }
}
