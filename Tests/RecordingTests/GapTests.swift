import Foundation
import GStreamer
import Testing

@testable import Recording

/// A camera that goes away while it is recorded, and may come back.
struct GapTests {
    private let unplugged = CaptureError(.deviceLost, "the camera is gone")

    private func recording(bridgesGaps: Bool) -> MachineRun {
        var run = MachineRun(bridgesGaps: bridgesGaps)
        run.send(.start)
        run.send(.opened)
        run.send(.fileOpened)
        return run
    }

    @Test func aGapIsBridgedOnceAndThenThePictureIsAwaited() {
        var run = recording(bridgesGaps: true)
        #expect(run.send(.inputAway(.deviceLost, unplugged)) == [.bridge(unplugged)])
        #expect(run.send(.inputAway(.deviceStalled, unplugged)) == [])
        run.wait(600_000)
        #expect(run.send(.tick) == [], "it may be away for as long as it likes")
        run.send(.picture)
        #expect(run.send(.inputAway(.deviceLost, unplugged)) == [.bridge(unplugged)], "and go away again")
        #expect(run.send(.stop(.stopped, nil)) == [.endInput])
    }

    @Test func aRecordingThatBridgesNothingEndsWithItsCamera() {
        var run = recording(bridgesGaps: false)
        #expect(run.send(.inputAway(.deviceLost, unplugged)) == [.cutInput])
    }

    @Test func aCameraThatIsAwayBeforeTheFirstPictureEndsTheRecording() {
        var run = MachineRun(bridgesGaps: true)
        run.send(.start)
        #expect(run.send(.inputAway(.deviceLost, unplugged)) == [.tearDown])
    }

    @Test func aCameraThatFallsSilentIsBridgedToo() throws {
        var run = recording(bridgesGaps: true)
        run.wait(3100)
        let actions = run.send(.tick)
        guard case .bridge(let error)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(error.code == .deviceStalled)
        run.wait(10_000)
        #expect(run.send(.tick) == [])
    }

    @Test func lossesNearEachOtherAreOneAndTheirNumberIsBounded() {
        var losses = Losses()
        losses.add(.encoder, at: .milliseconds(0), frames: 1, duration: .milliseconds(33))
        losses.add(.encoder, at: .milliseconds(500), frames: 2, duration: .milliseconds(66))
        losses.add(.camera, at: .milliseconds(600), frames: 1, duration: .milliseconds(33))
        losses.add(.encoder, at: .milliseconds(9000), frames: 1, duration: .milliseconds(33))
        #expect(losses.all.map(\.cause) == [.encoder, .camera, .encoder])
        #expect(losses.all.map(\.frames) == [3, 1, 1])
        #expect(losses.all[0].duration == .milliseconds(566))
        #expect(losses.all.droppedFrames == 4)
        #expect(losses.all.lostFrames == 1)
        for second in 10..<5000 {
            losses.add(.time, at: .seconds(Double(second * 2)), frames: 1, duration: .milliseconds(33))
        }
        #expect(losses.all.count <= 1000)
        #expect(losses.all.droppedFrames == 4 + 4990)
    }

    @Test func silencesNearEachOtherAreOneThatIsAsLongAsBoth() {
        var losses = Losses()
        for index in 0..<60 {
            losses.add(
                .silence,
                at: .milliseconds(Int64(index) * 900),
                frames: 0,
                duration: .milliseconds(150)
            )
            losses.add(.gap, at: .milliseconds(Int64(index) * 900), frames: 3, duration: .milliseconds(100))
        }
        #expect(losses.all.count == 2)
        #expect(losses.all.silenceTime == .milliseconds(9000))
        #expect(losses.all.gapTime == .milliseconds(6000))
        #expect(losses.all.lostFrames == 180)
        losses.add(.silence, at: .seconds(60), frames: 0, duration: .milliseconds(200))
        #expect(losses.all.count == 3, "further away than a second from where the last one ended")
    }

    @Test func lossesAreBoundedInAnyNumberOfFilesAndEachFileHasItsOwn() {
        var losses = Losses()
        losses.add(.encoder, at: .zero, frames: 1, duration: .milliseconds(33))
        #expect(losses.beginFile() == [], "what was lost before the first file is there belongs to it")
        for file in 1...10_000 {
            let second = Double(file)
            losses.add(.camera, at: .seconds(second), frames: 2, duration: .milliseconds(66))
            losses.add(.time, at: .seconds(second + 0.1), frames: 1, duration: .milliseconds(33))
            let own = losses.beginFile()
            #expect(own.lostFrames == 2)
            #expect(own.droppedFrames == (file == 1 ? 2 : 1))
            #expect(own.last?.start == .seconds(second + 0.1))
        }
        #expect(losses.current.isEmpty)
        #expect(losses.all.count == 3)
        #expect(losses.all.lostFrames == 20_000)
        #expect(losses.all.droppedFrames == 10_001)
    }
}

extension RealRecordings {
    @Suite struct Gaps {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// A recording with a second of pictures, and then a second of sound without any.
        private func benchWithAGap() throws -> RecorderBench {
            var plan = RecorderBench.plan(FileNaming.escaped(folder.path) + "/clip.mp4")
            plan.bridgesGaps = true
            let bench = try RecorderBench(plan)
            bench.recorder.start()
            bench.push(pictures: 0..<30)
            bench.recorder.inputAway(.deviceLost, CaptureError(.deviceLost, "the camera is gone"))
            for tenth in 10..<20 {
                bench.sound(tenth)
                bench.turn(to: .milliseconds(Int64(tenth + 1) * 100))
                usleep(100_000)
            }
            return bench
        }

        /// What the driver kept from before the gap comes first, when it had only stopped for a while; then it counts
        /// up to the next picture.
        @Test(arguments: [false, true]) func theSoundGoesOnAndTheLastPictureStandsStill(keepsOld: Bool) throws
        {
            let bench = try benchWithAGap()
            if keepsOld {
                for number in 30..<33 { bench.picture(number) }
                bench.recorder.inputLost(27)
            }
            bench.push(pictures: 60..<90)
            bench.recorder.stop()
            bench.push(pictures: 90..<105)
            let result = try #require(bench.result())
            #expect(result.reason == .stopped)
            #expect(result.error?.code == .deviceLost, "not everything that was asked for is there")
            let report = try #require(result.files.first)
            #expect(result.files.count == 1)
            #expect(report.isPlayable)
            #expect(report.error == nil)
            #expect(report.hasAudio)
            #expect((2.9...3.5).contains(report.duration.seconds), "\(report.duration)")
            let gap = try #require(report.losses.first)
            #expect(report.losses.count == 1, "\(report.losses)")
            #expect(gap.cause == .gap)
            #expect(gap.frames == 30)
            #expect(abs(gap.duration.seconds - 1) < 0.001)
            #expect(abs(gap.start.seconds - 1) < 0.001)
            // Four or five still pictures stand for the second without any.
            #expect((60...70).contains(report.frames), "\(report.frames)")
            let words = bench.log.compactMap { event -> String? in
                switch event {
                case .cameraAway: "away"
                case .cameraBack(let time): "back \(time.seconds)"
                default: nil
                }
            }
            #expect(words == ["away", "back 1.0"])
            #expect(bench.endsProperly)
        }

        /// The computer slept: nobody noticed that the camera gave nothing, and the camera does not count.
        @Test(arguments: [(0, 0), (240, 0), (0, 240)])
        func aHoleThatNobodyNoticedIsToldOnce(before: Int, behind: Int) throws {
            let bench = try RecorderBench(RecorderBench.plan(FileNaming.escaped(folder.path) + "/clip.mp4"))
            bench.recorder.start()
            bench.push(pictures: 0..<30)
            #expect(bench.waitForStart())
            if before > 0 { bench.recorder.inputLost(before) }
            bench.push(pictures: 270..<274)
            if behind > 0 { bench.recorder.inputLost(behind) }
            bench.push(pictures: 274..<300)
            bench.recorder.stop()
            bench.push(pictures: 300..<315)
            let report = try #require(bench.result()?.files.first)
            #expect(abs(report.duration.seconds - 10) < 0.5)
            #expect(report.losses.lostFrames == 240, "\(report.losses)")
            #expect(abs(report.losses.gapTime.seconds - (before > 0 ? 0 : 8)) < 0.001, "\(report.losses)")
        }

        @Test func aStopWhileTheCameraIsAwayKeepsTheSoundUpToThere() throws {
            let bench = try benchWithAGap()
            bench.recorder.stop()
            let report = try #require(bench.result()?.files.first)
            #expect(report.isPlayable)
            #expect((1.7...2.1).contains(report.duration.seconds), "\(report.duration)")
            #expect((0.7...1.1).contains(report.losses.gapTime.seconds), "\(report.losses)")
        }
    }
}
