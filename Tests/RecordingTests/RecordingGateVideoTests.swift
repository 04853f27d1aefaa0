import GStreamer
import Testing

@testable import Recording

/// Which pictures belong to a recording, and at what time.
struct RecordingGateVideoTests {
    @Test func theFirstPictureStandsAtZero() {
        var log = GateLog()
        log.video(5000)
        log.video(5040)
        #expect(log.opened == [false])
        #expect(log.pictures == [.zero, .milliseconds(40)])
    }

    @Test func picturesFromBeforeTheRequestAreLeftOut() {
        var log = GateLog(requestedAt: .milliseconds(1000))
        log.video(960)
        log.video(999.999)
        #expect(log.opened.isEmpty)
        log.video(1000)
        #expect(log.opened == [false])
        #expect(log.pictures == [.zero])
        #expect(log.dropped == 0)
    }

    @Test func recordedTimeIncludesTheLastPicture() {
        var log = GateLog()
        #expect(log.gate.recorded == .zero)
        log.video(100)
        #expect(log.gate.recorded == GateLog.frame)
        log.video(200)
        #expect(log.gate.recorded == .milliseconds(100) + GateLog.frame)
    }

    @Test func fiveSecondsAtThirtyPicturesASecondAreExactly150Pictures() {
        var log = GateLog(duration: .seconds(5))
        for index in 0..<200 { log.video(100 + Double(index) * 1000 / 30) }
        #expect(log.pictures.count == 150)
        #expect(log.videoEnds == 1)
        #expect(!log.gate.isOpen)
    }

    @Test(arguments: 1...20)
    func jitterOfEightMillisecondsDoesNotChangeTheNumberOfPictures(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var log = GateLog(duration: .seconds(5))
        for index in 0..<200 {
            log.video(100 + Double(index) * 1000 / 30 + Double.random(in: -8...8, using: &random))
        }
        #expect(log.pictures.count == 150)
        #expect(log.videoEnds == 1)
    }

    @Test func aLengthOfOnePictureGivesOnePicture() {
        var log = GateLog(duration: GateLog.frame)
        log.video(0)
        log.video(33.4)
        #expect(log.pictures == [.zero])
        #expect(log.videoEnds == 1)
        #expect(log.soundEnds == 0, "a recording without sound has no sound that ends")
    }

    @Test func picturesThatStopDoNotOutlastTheLength() {
        var log = GateLog(duration: .seconds(1))
        log.video(0)
        log.video(500)
        log.video(1000)
        #expect(log.pictures == [.zero, .milliseconds(500)])
        #expect(log.videoEnds == 1)
    }

    @Test func picturesWithEqualTimesAreKeptInOrder() {
        var log = GateLog()
        for time in [0, 33.333333, 33.333333, 66.666666] { log.video(time) }
        #expect(log.pictures.count == 4)
        #expect(log.dropped == 0)
        #expect(zip(log.pictures, log.pictures.dropFirst()).allSatisfy { $0 < $1 })
        #expect(log.pictures[2] < GateLog.frame + GateLog.frame, "it stands before the next regular picture")
    }

    @Test func picturesNearerThanAContainersClockCanTellAreSetApart() {
        var log = GateLog()
        for time in [0, 33.333333, 33.5, 33.6, 100] { log.video(time) }
        #expect(log.pictures.count == 5)
        let distances = zip(log.pictures, log.pictures.dropFirst()).map { $1 - $0 }
        #expect(distances.allSatisfy { $0.nanoseconds >= GateLog.frame.nanoseconds / 4 }, "\(distances)")
        #expect(log.pictures.last == .milliseconds(100), "what follows is where it was")
    }

    @Test func aPictureOnlySlightlyBackInTimeIsKeptInOrder() {
        var log = GateLog()
        for time in [0.0, 33, 30, 66] { log.video(time) }
        #expect(log.pictures.count == 4)
        #expect(zip(log.pictures, log.pictures.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func aJumpBackwardIsDropped() {
        var log = GateLog()
        for time in [1000.0, 1033, 1066, 1010, 1099] { log.video(time) }
        #expect(log.dropped == 1)
        #expect(log.pictures.map(\.nanoseconds) == [0, 33_000_000, 66_000_000, 99_000_000])
    }

    @Test func anEndInTheMiddleLeavesOutEveryPictureFromThenOn() {
        var log = GateLog()
        log.video(0)
        log.end(50)
        #expect(log.videoEnds == 0, "a picture from before the end may still be under way")
        log.video(33)
        log.video(50)
        log.video(66)
        #expect(log.pictures == [.zero, .milliseconds(33)])
        #expect(log.videoEnds == 1)
        #expect(log.picturesAfterEnd == 0)
    }

    @Test func anEndAtOrBeforeTheLastPictureEndsAtOnce() {
        var log = GateLog()
        log.video(0)
        log.video(33)
        log.end(33)
        #expect(log.videoEnds == 1)
        log.end(20)
        log.video(66)
        #expect(log.videoEnds == 1)
        #expect(log.pictures.count == 2)
    }

    @Test func anEndBeforeTheFirstPictureEndsWithoutOpening() {
        var log = GateLog(audio: GateLog.format)
        log.sound(0, 0)
        log.end(5)
        #expect(log.opened.isEmpty)
        #expect(log.videoEnds == 1)
        #expect(log.soundEnds == 1)
        log.video(10)
        log.sound(1, 10)
        #expect(log.pictures.isEmpty)
        #expect(log.parts.isEmpty)
    }

    @Test func theEarlierOfTwoEndsCounts() {
        var log = GateLog(duration: .seconds(10))
        log.video(0)
        log.end(500)
        log.end(100)
        log.end(900)
        log.video(80)
        log.video(100)
        #expect(log.pictures == [.zero, .milliseconds(80)])
        #expect(log.videoEnds == 1)
    }

    @Test func aForcedEndEndsOnceHoweverOftenItIsAsked() {
        var log = GateLog()
        log.video(0)
        log.forceEnd()
        log.forceEnd()
        #expect(log.videoEnds == 1)
        #expect(!log.gate.isOpen)
    }
}
