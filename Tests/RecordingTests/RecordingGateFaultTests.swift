import GStreamer
import Testing

@testable import Recording

/// Streams that stop, run ahead, or carry one time stamp from nowhere.
struct RecordingGateFaultTests {
    @Test func aLimitedRecordingEndsThoughTheMicrophoneDied() {
        var log = GateLog(audio: GateLog.format, duration: .seconds(5))
        log.sound(0, 0)
        for index in 0..<600 { log.video(Double(index) * 1000 / 30) }
        #expect(log.videoEnds == 1)
        #expect(log.soundEnds == 1)
    }
    @Test func soundAheadOfPicturesDoesNotHangALimitedRecording() {
        var hangs = 0
        for seed in 1...50 {
            var random = SeededRandom(seed: UInt64(seed))
            var log = GateLog(audio: GateLog.format, duration: .seconds(1))
            var picture = 0
            for step in 0..<600 {
                log.sound(step, Double(step) * 10 + 3)
                while Double(picture) * 1000 / 30 < Double((step - 10) * 10) {
                    log.video(50 + Double(picture) * 1000 / 30 + Double.random(in: -8...8, using: &random))
                    picture += 1
                }
            }
            if log.videoEnds != 1 || log.soundEnds != 1 { hangs += 1 }
        }
        #expect(hangs == 0)
    }
    @Test func oneSoundFromTheFutureDoesNotSilenceTheRest() {
        var log = GateLog(audio: GateLog.format)
        log.sound(0, 0)
        log.video(0)
        log.sound(1, 3_600_000)
        for step in 1...100 { log.sound(step + 1, Double(step) * 10) }
        #expect(log.parts.count > 90)
        #expect((log.parts.map(\.position).max() ?? 0) < 48000 * 10)
    }
    @Test func onePictureFromTheFutureDoesNotEndTheRest() {
        var log = GateLog()
        log.video(0)
        log.video(3_600_000)
        for step in 1...100 { log.video(Double(step) * 33) }
        #expect(log.pictures.count > 90)
    }
}
