import GStreamer
import Testing

@testable import Recording

/// Every path through the life of a recording.
struct RecordingStateMachineTests {
    typealias Action = RecordingStateMachine.Action

    private let diskFull = CaptureError(.diskFull, "the disk is full")
    private let unplugged = CaptureError(.deviceLost, "the camera is gone")

    private func started() -> MachineRun {
        var run = MachineRun()
        run.send(.start)
        return run
    }

    private func recording() -> MachineRun {
        var run = started()
        run.send(.opened)
        run.send(.fileOpened)
        run.send(.picture)
        return run
    }

    @Test func nothingHappensBeforeTheStart() {
        var run = MachineRun()
        for event in MachineRun.allEvents where event != .start { run.send(event.value) }
        #expect(run.actions.isEmpty)
        #expect(!run.machine.isRecording)
        #expect(!run.machine.isDone)
    }

    @Test func aRecordingIsRecordingRightAfterTheStart() {
        let run = started()
        #expect(run.machine.isRecording)
        #expect(!run.machine.isDone)
    }

    @Test func anOrdinaryStopEndsTheInputThenTearsDownThenCompletes() {
        var run = recording()
        #expect(run.send(.stop(.stopped, nil)) == [.endInput])
        #expect(run.send(.inputEnded) == [])
        #expect(run.send(.endOfStream) == [.tearDown])
        #expect(run.send(.tornDown) == [], "the file is not examined yet")
        #expect(run.machine.isRecording)
        #expect(run.send(.fileExamined) == [.complete(.stopped, nil)])
        #expect(run.machine.isDone)
        #expect(!run.machine.isRecording)
    }

    @Test func theOrderOfExaminationAndTearingDownDoesNotMatter() {
        var run = recording()
        run.send(.stop(.stopped, nil))
        run.send(.endOfStream)
        #expect(run.send(.fileExamined) == [])
        #expect(run.send(.tornDown) == [.complete(.stopped, nil)])
    }

    @Test func severalFilesAreAllExaminedBeforeTheEnd() {
        var run = recording()
        run.send(.fileOpened)
        run.send(.fileExamined)
        run.send(.stop(.stopped, nil))
        run.send(.endOfStream)
        #expect(run.send(.tornDown) == [])
        #expect(run.send(.fileExamined) == [.complete(.stopped, nil)])
    }

    @Test func aStopBeforeTheFirstPictureSaysThatNothingWasRecorded() throws {
        var run = started()
        #expect(run.send(.stop(.stopped, nil)) == [.tearDown])
        let actions = run.send(.tornDown)
        let (reason, error) = try #require(MachineRun.completion(in: actions))
        #expect(reason == .stopped)
        #expect(error?.code == .nothingRecorded)
        #expect(error?.what == "the recording was stopped before the camera gave the first picture")
    }

    @Test func aReachedLengthEndsWithItsOwnReason() {
        var run = recording()
        #expect(run.send(.inputEnded) == [], "the streams are ended already")
        #expect(run.send(.endOfStream) == [.tearDown])
        run.send(.fileExamined)
        #expect(run.send(.tornDown) == [.complete(.duration, nil)])
    }

    @Test func theReasonOfAStopIsKept() {
        var run = recording()
        #expect(run.send(.stop(.diskFull, diskFull)) == [.endInput])
        run.send(.endOfStream)
        run.send(.fileExamined)
        #expect(run.send(.tornDown) == [.complete(.diskFull, diskFull)])
    }

    @Test func aSecondStopCutsAndAThirdDoesNothing() {
        var run = recording()
        run.send(.stop(.stopped, nil))
        #expect(run.send(.stop(.diskFull, diskFull)) == [.cutInput])
        #expect(run.send(.stop(.stopped, nil)) == [])
        run.send(.endOfStream)
        run.send(.fileExamined)
        #expect(run.send(.tornDown) == [.complete(.stopped, nil)], "the first reason counts")
    }

    @Test func streamsThatDoNotEndAreCutAfterTheGrace() {
        var run = recording()
        run.send(.stop(.stopped, nil))
        run.wait(500)
        #expect(run.send(.tick) == [])
        run.wait(1)
        #expect(run.send(.tick) == [.cutInput])
        run.wait(100)
        #expect(run.send(.tick) == [], "they are cut once")
    }

    @Test func anEncoderThatDoesNotFinishIsTakenDownAfterTheDeadline() throws {
        var run = recording()
        run.send(.stop(.stopped, nil))
        run.wait(501)
        run.send(.tick)
        run.wait(3499)
        #expect(run.send(.tick) == [])
        run.wait(1)
        #expect(run.send(.tick) == [.tearDown])
        run.send(.fileExamined)
        let (reason, error) = try #require(MachineRun.completion(in: run.send(.tornDown)))
        #expect(reason == .stopped)
        #expect(error?.code == .stopTimedOut)
    }

    @Test func aStopThatTakesTooLongIsPutDownToTheDiskWhenThatIsWaitedFor() throws {
        var run = recording()
        run.send(.stop(.stopped, nil))
        run.wait(501)
        run.send(.tick)
        run.wait(3500)
        run.machine.waitsForDisk = true
        #expect(run.send(.tick) == [.tearDown])
        run.send(.fileExamined)
        let (reason, error) = try #require(MachineRun.completion(in: run.send(.tornDown)))
        #expect(reason == .writeFailed)
        #expect(error?.code == .writeFailed)
        #expect(error?.what.contains("the disk did not take everything") == true)
    }

    @Test func theIndexOfADayMayTakeLonger() {
        var run = recording()
        run.machine.length = .seconds(86_400)
        run.send(.stop(.stopped, nil))
        run.send(.endOfStream)
        run.wait(29_000)
        #expect(run.send(.tick) == [])
        run.wait(1)
        #expect(MachineRun.completion(in: run.send(.tick)) != nil)
    }

    @Test func anElementThatDoesNotLetGoIsLeftBehind() throws {
        var run = recording()
        run.send(.stop(.stopped, nil))
        run.send(.endOfStream)
        run.wait(5000)
        #expect(run.send(.tick) == [])
        run.wait(1)
        let (reason, error) = try #require(MachineRun.completion(in: run.send(.tick)))
        #expect(reason == .stopped)
        #expect(error?.code == .stopTimedOut)
        #expect(run.send(.tornDown) == [])
        #expect(run.send(.fileExamined) == [])
    }

    @Test func aStopTakesFiveSecondsHoweverMuchIsStuck() throws {
        var run = recording()
        run.send(.stop(.stopped, nil))
        run.wait(4001)
        #expect(run.send(.tick) == [.tearDown])
        run.wait(999)
        #expect(run.send(.tick) == [])
        run.wait(1)
        let (reason, error) = try #require(MachineRun.completion(in: run.send(.tick)))
        #expect(reason == .stopped)
        #expect(error?.code == .stopTimedOut)
    }

    @Test func filesThatAreClosedMayBeLookedAtForLonger() throws {
        var run = recording()
        run.send(.stop(.stopped, nil))
        run.send(.endOfStream)
        run.wait(3000)
        run.send(.tornDown)
        run.wait(7000)
        #expect(run.send(.tick) == [])
        run.wait(1)
        let (_, error) = try #require(MachineRun.completion(in: run.send(.tick)))
        #expect(error?.code == .stopTimedOut)
    }

    @Test func aCameraWithoutAPictureEndsTheRecording() throws {
        var run = started()
        run.wait(10_000)
        #expect(run.send(.tick) == [])
        run.wait(1)
        #expect(run.send(.tick) == [.tearDown])
        let (reason, error) = try #require(MachineRun.completion(in: run.send(.tornDown)))
        #expect(reason == .deviceStalled)
        #expect(error?.code == .noFrames)
    }

    @Test func aCameraThatStallsIsCutAndWhatCameBeforeIsWritten() throws {
        var run = recording()
        run.wait(2900)
        run.send(.picture)
        run.wait(3000)
        #expect(run.send(.tick) == [])
        run.wait(1)
        #expect(run.send(.tick) == [.cutInput])
        #expect(run.send(.endOfStream) == [.tearDown])
        run.send(.fileExamined)
        let (reason, error) = try #require(MachineRun.completion(in: run.send(.tornDown)))
        #expect(reason == .deviceStalled)
        #expect(error?.code == .deviceStalled)
    }

    @Test func aFailedPipelineIsTakenDownAtOnceInEveryState() {
        for prepare in [started(), recording()] {
            var run = prepare
            #expect(run.send(.failed(.diskFull, diskFull)) == [.tearDown])
            #expect(run.send(.failed(.failed, unplugged)) == [], "the first failure counts")
            run.send(.fileExamined)
            #expect(run.send(.tornDown) == [.complete(.diskFull, diskFull)])
        }
        var ending = recording()
        ending.send(.stop(.stopped, nil))
        #expect(ending.send(.failed(.diskFull, diskFull)) == [.tearDown])
        ending.send(.fileExamined)
        #expect(ending.send(.tornDown) == [.complete(.diskFull, diskFull)])
    }

    @Test func aFailureDoesNotHideTheOneThatCameBefore() {
        var run = recording()
        run.send(.inputFailed(.deviceLost, unplugged))
        run.send(.failed(.diskFull, diskFull))
        run.send(.fileExamined)
        #expect(run.send(.tornDown) == [.complete(.deviceLost, unplugged)])
    }

    @Test func aLostCameraIsCutAndItsFileWritten() {
        var run = recording()
        #expect(run.send(.inputFailed(.deviceLost, unplugged)) == [.cutInput])
        #expect(run.send(.endOfStream) == [.tearDown])
        run.send(.tornDown)
        #expect(run.send(.fileExamined) == [.complete(.deviceLost, unplugged)])
    }

    @Test func aCameraLostBeforeTheFirstPictureEndsTheRecording() {
        var run = started()
        #expect(run.send(.inputFailed(.deviceLost, unplugged)) == [.tearDown])
        #expect(run.send(.tornDown) == [.complete(.deviceLost, unplugged)])
    }

    @Test func aCameraLostDuringTheStopCutsWithoutChangingTheReason() {
        var run = recording()
        run.send(.stop(.stopped, nil))
        #expect(run.send(.inputFailed(.deviceLost, unplugged)) == [.cutInput])
        #expect(run.send(.inputFailed(.deviceLost, unplugged)) == [])
        run.send(.endOfStream)
        run.send(.fileExamined)
        #expect(run.send(.tornDown) == [.complete(.stopped, nil)])
    }

    @Test func aRecordingThatHandsOverGoesOnUntilTheOtherCanBegin() {
        var run = recording()
        #expect(run.send(.handOver) == [.endInput])
        for _ in 0..<25 {
            run.wait(100)
            run.send(.picture)
            #expect(run.send(.tick) == [])
        }
        #expect(run.send(.inputEnded) == [])
        #expect(run.send(.endOfStream) == [.tearDown])
        run.send(.fileExamined)
        #expect(run.send(.tornDown) == [.complete(.stopped, nil)])
    }

    @Test func aHandOverThatNothingComesOfIsTakenBack() {
        for (pictures, patience, action) in [
            (true, Int64(8000), RecordingStateMachine.Action.resumeInput), (false, 3000, .cutInput),
        ] {
            var run = recording()
            run.send(.handOver)
            var waited: Int64 = 0
            while run.send(.tick) == [], waited < 20_000 {
                run.wait(100)
                waited += 100
                if pictures { run.send(.picture) }
            }
            #expect(run.actions.last == action)
            #expect(abs(waited - patience) <= 200, "\(waited)")
            // It can still be stopped, or handed over again.
            if pictures { #expect(run.send(.handOver) == [.endInput]) }
        }
    }

    @Test func aStopDuringAHandOverCutsAtOnce() {
        var run = recording()
        run.send(.handOver)
        #expect(run.send(.stop(.diskFull, nil)) == [.cutInput])
        run.send(.endOfStream)
        run.send(.fileExamined)
        #expect(run.send(.tornDown) == [.complete(.diskFull, nil)])
    }

    @Test func aSecondStartDoesNothing() {
        var run = recording()
        #expect(run.send(.start) == [])
        #expect(run.send(.stop(.stopped, nil)) == [.endInput])
        run.send(.endOfStream)
        run.send(.fileExamined)
        run.send(.tornDown)
        #expect(run.send(.start) == [])
        #expect(!run.machine.isRecording)
    }
}
