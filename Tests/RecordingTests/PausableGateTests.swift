import GStreamer
import Testing

@testable import Recording

/// What a pause takes out of a recording, and what it leaves together.
struct PausableGateTests {
    /// A camera at 30 pictures a second and a microphone that delivers every ten milliseconds, in real order: the
    /// pictures are late by `delay` milliseconds.
    private struct Play {
        var log = GateLog(audio: GateLog.format)
        let delay: Double
        private var picture = 0
        /// The microphone runs before the first picture.
        private var sound = -10
        /// The capture time of each picture that came out, and where it stands.
        private(set) var shown: [(captured: Double, at: Double)] = []

        init(delay: Double) { self.delay = delay }

        var isSeamless: Bool { log.isSeamless }
        var counts: [Int] { [log.pauses, log.resumes, log.videoEnds, log.soundEnds] }

        /// Lets time pass up to this millisecond.
        mutating func run(to end: Double) {
            while true {
                let nextPicture = Double(picture) * 1000 / 30 + delay
                let nextSound = Double(sound) * 10 + 10
                guard min(nextPicture, nextSound) <= end else { return }
                if nextSound < nextPicture {
                    log.sound(sound, Double(sound) * 10)
                    sound += 1
                } else {
                    let before = log.pictures.count
                    log.video(Double(picture) * 1000 / 30)
                    if log.pictures.count > before, let last = log.pictures.last {
                        shown.append((Double(picture) * 1000 / 30, last.seconds * 1000))
                    }
                    picture += 1
                }
            }
        }

        /// The largest distance, in milliseconds, between where a sample stands and where the picture captured with
        /// it puts it.
        var largestSlip: Double {
            var largest = 0.0
            for part in log.parts {
                let captured = Double(part.sound) * 10 + Double(part.skip) / 48
                guard let picture = shown.last(where: { $0.captured <= captured + 0.01 }) else { continue }
                let expected = picture.at + captured - picture.captured
                largest = max(largest, abs(Double(part.position) / 48 - expected))
            }
            return largest
        }
    }

    @Test func aPauseIsTakenOutOfTheTime() {
        var play = Play(delay: 5)
        play.run(to: 1000)
        play.log.pause(1000)
        play.run(to: 3000)
        #expect(play.log.pauses == 1)
        #expect(play.log.resumes == 0)
        #expect(play.log.pictures.count == 30)
        #expect(abs(play.log.gate.recorded.seconds - 1) < 0.001)
        play.log.resume(3000)
        play.run(to: 4000)
        play.log.end(4000)
        play.run(to: 4200)
        #expect(play.log.pictures.count == 60)
        #expect(abs(play.log.gate.recorded.seconds - 2) < 0.001)
        #expect(play.isSeamless)
        #expect(play.log.silence.isEmpty)
        #expect(play.counts == [1, 1, 1, 1])
        #expect(abs(play.log.samples - 96_000) <= 1)
    }

    @Test(arguments: 1...40) func picturesAndSoundStayTogether(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var play = Play(delay: Double.random(in: 0...120, using: &random))
        var now = 0.0
        for _ in 0..<6 {
            now += Double.random(in: 300...900, using: &random)
            play.run(to: now)
            play.log.pause(now)
            now += Double.random(in: 0...1500, using: &random)
            play.run(to: now)
            play.log.resume(now)
        }
        now += 500
        play.run(to: now)
        play.log.end(now)
        play.run(to: now + 500)
        #expect(play.isSeamless)
        #expect(play.log.silence.isEmpty)
        #expect(play.largestSlip < 0.05, "\(play.largestSlip) ms")
        #expect(play.counts == [play.log.resumes, play.log.resumes, 1, 1])
        let times = play.log.pictures.map(\.nanoseconds)
        #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 33_333_333) < 1000 })
    }

    @Test func aPauseBeforeTheFirstPictureTakesOne() {
        var log = GateLog()
        log.pause(0)
        for picture in 0..<10 { log.video(Double(picture) * 1000 / 30) }
        #expect(log.pictures == [.zero])
        #expect(log.pauses == 1)
    }

    @Test func aPauseThatIsTakenBackBetweenTwoPicturesChangesNothing() {
        var play = Play(delay: 30)
        play.run(to: 500)
        play.log.pause(500)
        play.log.resume(500)
        play.run(to: 1000)
        play.log.end(1000)
        play.run(to: 1200)
        #expect(play.log.pauses == 0)
        #expect(play.log.pictures.count == 30)
        #expect(play.isSeamless)
    }

    @Test func anEndDuringAPauseComesWithTheNextPicture() {
        var play = Play(delay: 5)
        play.run(to: 1000)
        play.log.pause(1000)
        play.run(to: 2000)
        play.log.end(2000)
        play.run(to: 2100)
        #expect(play.counts == [1, 0, 1, 1])
        #expect(play.log.pictures.count == 30)
        #expect(abs(play.log.samples - 48_000) <= 1)
    }

    @Test func twoRecordingsInARowShareNoPictureAndNoSample() {
        var (first, second) = (
            GateLog(audio: GateLog.format), GateLog(audio: GateLog.format, requestedAt: nil)
        )
        for step in 0..<600 {
            if step == 300 {
                first.end(2990)
                second.gate.begin(Beginning(time: .milliseconds(2990)))
            }
            // Every third step brings a picture, one millisecond late or early.
            let jitter = step % 2 == 0 ? 1.0 : -1.0
            for log in [0, 1] {
                var gate = log == 0 ? first : second
                gate.sound(step, Double(step) * 10)
                if step % 3 == 0 { gate.video(Double(step) * 10 + jitter) }
                if log == 0 { first = gate } else { second = gate }
            }
        }
        let heard = first.parts.map(\.count).reduce(0, +) + second.parts.map(\.count).reduce(0, +)
        let from = first.parts.first.map { $0.sound * 480 + $0.skip } ?? 0
        let last = second.parts.last.map { $0.sound * 480 + $0.skip + $0.count } ?? 0
        #expect(heard == last - from)
        #expect(first.pictures.count == 100)
        #expect(second.pictures.count == 100)
        #expect(first.soundEnds == 1)
    }
}
