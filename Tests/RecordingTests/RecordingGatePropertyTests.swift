import GStreamer
import Testing

@testable import Recording

/// What holds for the gate whatever arrives in which order.
struct RecordingGatePropertyTests {
    @Test(arguments: 1...40)
    func bothStreamsEndExactlyOnceAndTimesOnlyGrow(batch: UInt64) {
        for round in 0..<50 {
            var random = SeededRandom(seed: batch &* 1000 &+ UInt64(round))
            let log = GatePlay.run(&random)
            let name: Comment = "batch \(batch) round \(round)"
            #expect(log.opened.count <= 1, name)
            #expect(log.videoEnds == 1, name)
            // Sound that was never expected, or never came, has no track that could end.
            let hasTrack = log.opened.isEmpty ? log.expectsSound : log.opened == [true]
            #expect(log.soundEnds == (hasTrack ? 1 : 0), name)
            #expect(log.picturesAfterEnd == 0, name)
            #expect(log.soundsAfterEnd == 0, name)
            #expect(zip(log.pictures, log.pictures.dropFirst()).allSatisfy { $0 < $1 }, name)
            #expect(log.pictures.first.map { $0 == .zero } ?? true, name)
            #expect(log.parts.allSatisfy { $0.count > 0 && $0.skip >= 0 && $0.position >= 0 }, name)
            #expect(log.silence.allSatisfy { $0.count > 0 && $0.position >= 0 }, name)
        }
    }

    @Test(arguments: 1...20)
    func steadySoundIsSeamlessAndAsLongAsThePictures(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var log = GateLog(audio: GateLog.format)
        let pictureDelay = Int.random(in: 0...20, using: &random)
        let pictures = Int.random(in: 2...90, using: &random)
        var picture = 0
        for step in 0..<400 {
            log.sound(step, Double(step) * 10)
            while picture < pictures, Double(picture) * 1000 / 30 < Double((step - pictureDelay) * 10) {
                log.video(Double(picture) * 1000 / 30 + Double.random(in: 0...8, using: &random))
                picture += 1
            }
        }
        log.forceEnd()
        #expect(log.opened == [true])
        #expect(log.isSeamless)
        #expect(log.soundEnds == 1)
        #expect(log.soundsAfterEnd == 0)
        #expect(log.samples >= GateLog.format.samples(in: log.gate.recorded))
    }
}

/// Plays random events into a gate, and a forced end last.
private enum GatePlay {
    struct Log {
        var log: GateLog
        let expectsSound: Bool
        var opened: [Bool] { log.opened }
        var pictures: [ClockTime] { log.pictures }
        var parts: [GateLog.Part] { log.parts }
        var silence: [(count: Int, position: Int)] { log.silence }
        var videoEnds: Int { log.videoEnds }
        var soundEnds: Int { log.soundEnds }
        var picturesAfterEnd: Int { log.picturesAfterEnd }
        var soundsAfterEnd: Int { log.soundsAfterEnd }
    }

    static func run(_ random: inout SeededRandom) -> Log {
        let hasSound = Int.random(in: 0..<4, using: &random) > 0
        let hasLimit = Bool.random(using: &random)
        let limit = Double.random(in: 0.1...4, using: &random)
        var log = GateLog(
            audio: hasSound ? GateLog.format : nil,
            duration: hasLimit ? .seconds(limit) : nil,
            requestedAt: .milliseconds(Int64.random(in: 0...100, using: &random))
        )
        var now = 0.0
        let steps = Int.random(in: 0...400, using: &random)
        for step in 0..<steps {
            now += Double.random(in: 0...20, using: &random)
            switch Int.random(in: 0..<200, using: &random) {
            case 0..<90: log.video(now + Double.random(in: -40...40, using: &random))
            case 90..<180: log.sound(step, now + Double.random(in: -60...60, using: &random))
            case 180..<185: now += Double.random(in: 0...2000, using: &random)
            case 185..<190: log.video(now - Double.random(in: 0...3000, using: &random))
            case 190..<195:
                log.sound(step, now, count: Int.random(in: 0...96_000, using: &random))
            case 195: log.end(now + Double.random(in: -100...100, using: &random))
            case 196: log.forceEnd()
            default: log.sound(step, now - Double.random(in: 0...3000, using: &random))
            }
        }
        log.forceEnd()
        return Log(log: log, expectsSound: hasSound)
    }
}
