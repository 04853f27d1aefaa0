import GStreamer
import Testing

@testable import Recording

/// Which samples belong to a recording, and where silence takes their place.
struct RecordingGateSoundTests {
    @Test func bothStreamsOpenAtOneCommonTime() {
        var log = GateLog(audio: GateLog.format)
        log.video(0)
        #expect(log.opened.isEmpty, "the first picture waits for sound")
        log.sound(0, 100)
        log.video(60)
        #expect(log.opened.isEmpty, "a picture from long before the first sound cannot be the beginning")
        log.video(104)
        #expect(log.opened == [true])
        #expect(log.pictures == [.zero])
        #expect(log.parts == [.init(sound: 0, skip: 192, count: 288, position: 0)])
        #expect(log.silence.isEmpty)
    }

    @Test func soundThatBeginsAMomentAfterThePictureIsPadded() {
        var log = GateLog(audio: GateLog.format)
        log.sound(0, 60)
        log.video(33)
        #expect(log.opened == [true])
        #expect(log.silence.map(\.count) == [1296])
        #expect(log.parts == [.init(sound: 0, skip: 0, count: 480, position: 1296)])
        #expect(log.isSeamless)
    }

    @Test func soundIsClippedToTheSampleAtTheBeginning() {
        var log = GateLog(audio: GateLog.format)
        log.sound(0, 90)
        log.sound(1, 100)
        log.sound(2, 110)
        log.video(105)
        #expect(
            log.parts == [
                .init(sound: 1, skip: 240, count: 240, position: 0),
                .init(sound: 2, skip: 0, count: 480, position: 240),
            ]
        )
        #expect(log.isSeamless)
    }

    @Test func soundIsClippedToTheSampleAtTheEnd() {
        var log = GateLog(audio: GateLog.format)
        log.sound(0, 0, count: 2400)
        log.video(0)
        log.video(33)
        log.end(50)
        log.video(66)
        #expect(log.videoEnds == 1)
        #expect(log.soundEnds == 0, "sound for the last picture is still under way")
        log.sound(1, 50, count: 4800)
        log.sound(2, 150, count: 4800)
        // Up to the picture that would begin the next recording.
        #expect(log.parts.last == .init(sound: 1, skip: 0, count: 768, position: 2400))
        #expect(log.samples == GateLog.format.samples(in: .milliseconds(66)))
        #expect(log.soundEnds == 1)
    }

    @Test func theTrackEndsExactlyWithTheLastPicture() {
        var log = GateLog(audio: GateLog.format, duration: .seconds(1))
        for step in 0..<140 {
            if step % 10 == 0 {
                let picture = step / 10 * 3
                for index in 0..<3 { log.video(Double(picture + index) * 1000 / 30) }
            }
            log.sound(step, Double(step) * 10)
        }
        #expect(log.opened == [true])
        #expect(log.pictures.count == 30)
        #expect(log.soundEnds == 1)
        #expect(log.isSeamless)
        #expect(log.samples == GateLog.format.samples(in: log.gate.recorded))
        #expect(log.soundsAfterEnd == 0)
    }

    @Test func soundThatBeginsLateIsPaddedWithSilence() {
        var log = GateLog(audio: GateLog.format)
        log.sound(0, 0)
        log.video(5)
        #expect(log.parts == [.init(sound: 0, skip: 240, count: 240, position: 0)])

        var late = GateLog(audio: GateLog.format)
        late.sound(0, 2000)
        late.video(0)
        late.video(1600)
        #expect(late.opened == [true], "sound is there, though later than the picture")
        #expect(late.silence.map(\.count) == [19_200])
        #expect(late.parts == [.init(sound: 0, skip: 0, count: 480, position: 19_200)])
        #expect(late.isSeamless)
    }

    @Test func aDeadMicrophoneOpensWithoutSoundAfterThePatience() {
        var log = GateLog(audio: GateLog.format)
        log.video(0)
        log.video(1500)
        #expect(log.opened.isEmpty)
        log.video(1501)
        #expect(log.opened == [false])
        #expect(log.pictures == [.zero])
        log.sound(0, 1510)
        log.video(1534)
        log.forceEnd()
        #expect(log.parts.isEmpty, "a file that began without sound gets none")
        #expect(log.silence.isEmpty)
        #expect(log.videoEnds == 1)
        #expect(log.soundEnds == 0, "the track does not exist")
    }

    @Test func oneWrongTimeStampDoesNotGiveUpTheSound() {
        var log = GateLog(audio: GateLog.format)
        log.video(0)
        #expect(!log.gate.isTired(at: .seconds(3600)))
        #expect(log.gate.isTired(at: .seconds(2)))
    }

    @Test func soundThatIsSureToComeIsNotWaitedFor() {
        var log = GateLog(audio: GateLog.format, requestedAt: nil)
        log.gate.begin(Beginning(time: .zero, isSureOfSound: true))
        for picture in 0..<90 { log.video(Double(picture) * 1000 / 30) }
        #expect(log.opened == [true])
        log.sound(0, 2950)
        #expect(log.parts.map(\.position) == [GateLog.format.samples(in: .milliseconds(2950))])
        #expect(log.silence.first?.position == 0)
    }

    /// What comes before is another recording's, so no picture may be missing.
    @Test func aRecordingThatGoesOnBehindAnotherBeginsWithItsFirstPicture() {
        var log = GateLog(audio: GateLog.format, requestedAt: nil)
        log.gate.begin(Beginning(time: .zero, continues: true))
        log.video(0)
        log.sound(0, 1000)
        // The tap shows the pictures that it held once more.
        log.video(0)
        #expect(log.opened == [true])
        #expect(log.gate.start == .zero)
        #expect(log.silence.map(\.count) == [48_000])
    }

    @Test func silenceReplacesSoundThatLags() {
        var log = GateLog(audio: GateLog.format)
        log.sound(0, 0)
        for step in 0...30 { log.video(Double(step) * 1000 / 30) }
        #expect(log.silence.isEmpty, "up to a second sound may lag")
        log.video(1040)
        #expect(log.silence.map(\.count) == [GateLog.format.samples(in: .milliseconds(540)) - 480])
        #expect(log.isSeamless)
    }

    @Test func aHoleThatCanBeHeardIsSilence() {
        var log = GateLog(audio: GateLog.format)
        log.sound(0, 0)
        log.video(0)
        log.sound(1, 90)
        #expect(log.silence.isEmpty, "the encoder fills what is shorter than a tenth of a second")
        log.sound(2, 300)
        #expect(log.silence.map(\.count) == [9600])
        #expect(log.silence.map(\.position) == [4800])
        #expect(log.parts.last == .init(sound: 2, skip: 0, count: 480, position: 14_400))
    }

    @Test func soundThatComesBackAfterSilenceStandsAtItsOwnTime() {
        var log = GateLog(audio: GateLog.format)
        log.sound(0, 0)
        log.video(0)
        log.video(1020)
        log.sound(1, 10)
        #expect(log.parts.count == 1, "silence stands where this sound would be")
        log.sound(2, 515, count: 960)
        #expect(log.parts.last == .init(sound: 2, skip: 0, count: 960, position: 24_720))
        log.sound(3, 300, count: 480 * 30)
        let last = log.parts.last
        #expect(last?.sound == 3)
        #expect(last?.position == 25_680, "the part that silence and sound cover already is cut off")
    }

    @Test func aForcedEndFillsTheSoundUpToTheLastPicture() {
        var log = GateLog(audio: GateLog.format)
        log.sound(0, 0)
        log.video(0)
        log.video(33)
        log.video(67)
        log.forceEnd()
        #expect(log.videoEnds == 1)
        #expect(log.soundEnds == 1)
        #expect(log.samples == GateLog.format.samples(in: .milliseconds(67) + GateLog.frame))
        #expect(log.isSeamless)
        log.forceEnd()
        log.sound(1, 10)
        log.video(100)
        #expect(log.soundsAfterEnd == 0)
        #expect(log.picturesAfterEnd == 0)
    }

    @Test func smallOverlapsAreLeftToTheEncoderAndLargeOnesAreCut() {
        var log = GateLog(audio: GateLog.format)
        log.sound(0, 0, count: 4800)
        log.video(0)
        log.sound(1, 90, count: 4800)
        #expect(log.parts.last == .init(sound: 1, skip: 0, count: 4800, position: 4320))
        log.sound(2, 100, count: 4800)
        #expect(log.parts.last == .init(sound: 2, skip: 4320, count: 480, position: 9120))
    }

    @Test func oldSoundDoesNotPileUpBeforeTheFirstPicture() {
        var log = GateLog(audio: GateLog.format)
        for step in 0..<1000 { log.sound(step, Double(step) * 10) }
        log.video(9995)
        #expect(log.opened == [true])
        #expect(log.parts == [.init(sound: 999, skip: 240, count: 240, position: 0)])
    }

    @Test func aRecordingWithoutSoundTakesNone() {
        var log = GateLog()
        log.sound(0, 0)
        log.video(0)
        log.sound(1, 10)
        log.forceEnd()
        #expect(log.opened == [false])
        #expect(log.parts.isEmpty)
        #expect(log.soundEnds == 0)
    }
}
