import Foundation
import GStreamer
import Testing

@testable import Recording

extension RealRecordings {
    /// Real recordings of synthetic pictures and sound.
    struct RecorderTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private var pattern: String { FileNaming.escaped(folder.path) + "/clip.mp4" }
        private var path: String { folder.path + "/clip.mp4" }

        @Test func aFileHoldsExactlyThePicturesUpToTheStop() throws {
            let bench = try RecorderBench(RecorderBench.plan(pattern))
            #expect(bench.recorder.path == path)
            #expect(folder.files == ["clip.mp4"], "the name is taken before the first picture")
            bench.recorder.start()
            bench.push(pictures: 0..<60)
            #expect(bench.waitForStart())
            bench.recorder.stop()
            bench.push(pictures: 60..<75)
            let result = try #require(bench.result())
            #expect(result.reason == .stopped)
            #expect(result.error == nil)
            #expect(result.files == bench.reports)
            let report = try #require(result.files.first)
            #expect(result.files.count == 1)
            #expect(report.path == path)
            #expect((60...75).contains(report.frames))
            #expect(report.losses.droppedFrames == 0)
            #expect(report.hasAudio)
            #expect(report.isPlayable)
            #expect(report.error == nil)
            #expect(report.reason == .stopped)
            #expect(report.bytes == Int64(try folder.contents("clip.mp4").count))
            #expect(abs(report.duration.seconds - Double(report.frames) / 30) < 0.05)
            let found = try Discoverer.examine(path: path, timeout: .seconds(20))
            #expect(found.video.first?["width"] == .integer(320))
            #expect(found.video.first?["height"] == .integer(240))
            #expect(found.audio.first?["rate"] == .integer(48_000))
            #expect(bench.endsProperly)
        }

        @Test func eventsComeInTheirOrder() throws {
            let limits = RecordingPlan.Limits(duration: .seconds(1), minimumFree: 0)
            let bench = try RecorderBench(RecorderBench.plan(pattern, limits: limits))
            bench.recorder.start()
            bench.push(pictures: 0..<45)
            #expect(bench.result() != nil)
            let words = bench.log.compactMap { event -> String? in
                switch event {
                case .started(let path, let withAudio, _): "started \(path == self.path) \(withAudio)"
                case .fileOpened(let path): "opened \(path == self.path)"
                case .fileFinished(let report): "closed \(report.path == self.path)"
                case .finished: "finished"
                case .warning(let code, _): "warning \(code)"
                case .paused: "paused"
                case .resumed: "resumed"
                case .cameraAway: "away"
                case .cameraBack: "back"
                case .progress: nil
                }
            }
            #expect(words == ["started true true", "opened true", "closed true", "finished"])
            #expect(bench.endsProperly)
        }

        @Test func aLengthOfTwoSecondsIsExactlySixtyPictures() throws {
            let limits = RecordingPlan.Limits(duration: .seconds(2), minimumFree: 0)
            let bench = try RecorderBench(RecorderBench.plan(pattern, limits: limits))
            bench.recorder.start()
            bench.push(pictures: 0..<90)
            let result = try #require(bench.result())
            #expect(result.reason == .duration)
            #expect(result.error == nil)
            #expect(result.files.map(\.frames) == [60])
            let duration = try #require(result.files.first?.duration)
            #expect(abs(duration.seconds - 2) < 0.05)
            #expect(bench.endsProperly)
        }

        @Test func picturesAloneMakeAFileWithoutSound() throws {
            let limits = RecordingPlan.Limits(duration: .seconds(1), minimumFree: 0)
            let bench = try RecorderBench(RecorderBench.plan(pattern, audio: false, limits: limits))
            bench.recorder.start()
            bench.push(pictures: 0..<40, sound: false)
            let result = try #require(bench.result())
            #expect(result.files.map(\.frames) == [30])
            #expect(result.files.map(\.hasAudio) == [false])
            #expect(bench.starts == [false])
            #expect(bench.warnings.isEmpty, "nobody asked for sound")
        }

        @Test func aDeadMicrophoneIsToldAndThePicturesAreRecorded() throws {
            let bench = try RecorderBench(RecorderBench.plan(pattern))
            bench.recorder.start()
            bench.push(pictures: 0..<90, sound: false)
            #expect(bench.waitForStart())
            bench.recorder.stop()
            bench.push(pictures: 90..<95, sound: false)
            let result = try #require(bench.result())
            #expect(bench.starts == [false])
            #expect(bench.warnings == ["no-audio"])
            let report = try #require(result.files.first)
            #expect(report.isPlayable)
            #expect(!report.hasAudio)
            // It waited a second and a half for the microphone, and kept the pictures of that time.
            #expect((90...95).contains(report.frames))
        }

        @Test func aStopWhileTheMicrophoneIsAwaitedKeepsThePictures() throws {
            let bench = try RecorderBench(RecorderBench.plan(pattern))
            bench.recorder.start()
            bench.push(pictures: 0..<30, sound: false)
            #expect(bench.starts.isEmpty)
            bench.recorder.stop()
            let result = try #require(bench.result())
            #expect(result.reason == .stopped)
            #expect(result.error == nil)
            #expect(result.files.map(\.frames) == [30])
            #expect(result.files.map(\.hasAudio) == [false])
            #expect(bench.warnings == ["no-audio"])
        }

        /// Whoever stops twice, or while the session is busy, loses nothing either.
        @Test(arguments: [true, false]) func stopsInARowKeepThePictures(withAudio: Bool) throws {
            let bench = try RecorderBench(RecorderBench.plan(pattern, audio: withAudio))
            bench.recorder.start()
            bench.recorder.queue.async { usleep(300_000) }
            bench.push(pictures: 0..<30, sound: false)
            bench.recorder.stop()
            bench.recorder.stop()
            bench.recorder.inputFailed(.sourceEnded, nil)
            let result = try #require(bench.result())
            #expect(result.error == nil)
            #expect(result.files.map(\.frames) == [30])
            #expect(bench.endsProperly)
        }

        @Test func aCameraThatStallsBeforeTheSoundComesKeepsItsPictures() throws {
            let bench = try RecorderBench(RecorderBench.plan(pattern))
            bench.recorder.start()
            bench.push(pictures: 0..<20, sound: false)
            let result = try #require(bench.result(within: 30))
            #expect(result.reason == .deviceStalled)
            #expect(result.files.map(\.frames) == [20])
            #expect(bench.warnings == ["no-audio"])
        }

        @Test func whatIsMissingWhileTheMicrophoneIsAwaitedIsTold() throws {
            let limits = RecordingPlan.Limits(duration: .seconds(1), minimumFree: 0)
            let bench = try RecorderBench(RecorderBench.plan(pattern, limits: limits))
            bench.recorder.start()
            bench.push(pictures: 0..<10, sound: false)
            bench.recorder.inputLost(5)
            bench.push(pictures: 15..<70, sound: false)
            let result = try #require(bench.result())
            #expect(result.reason == .duration)
            #expect(result.files.map(\.frames) == [25])
            #expect(result.files.first?.losses.map(\.frames) == [5])
        }

        @Test func aMicrophoneThatDiesLeavesSilenceUpToTheEnd() throws {
            let bench = try RecorderBench(RecorderBench.plan(pattern))
            bench.recorder.start()
            bench.push(pictures: 0..<15)
            bench.push(pictures: 15..<90, sound: false)
            #expect(bench.waitForStart())
            bench.recorder.stop()
            bench.push(pictures: 90..<92, sound: false)
            let report = try #require(bench.result()?.files.first)
            #expect(report.isPlayable)
            #expect(report.hasAudio)
            #expect(report.frames >= 90)
            #expect(abs(report.duration.seconds - Double(report.frames) / 30) < 0.05)
        }

        @Test func segmentsAreFilesWithNumbersAndLoseNoPicture() throws {
            let limits = RecordingPlan.Limits(duration: .seconds(3), minimumFree: 0)
            let bench = try RecorderBench(
                RecorderBench.plan(pattern, segment: .seconds(1), limits: limits)
            )
            bench.recorder.start()
            bench.push(pictures: 0..<120)
            let result = try #require(bench.result())
            #expect(result.files.map(\.path) == (1...3).map { folder.path + "/clip-00\($0).mp4" })
            #expect(result.files.map(\.reason) == [.segment, .segment, .duration])
            #expect(result.files.map(\.isPlayable) == [true, true, true])
            #expect(result.files.map(\.frames).reduce(0, +) == 90)
            #expect(result.files == bench.reports)
            #expect(bench.endsProperly)
        }

        @Test func aSizeIsNeverExceeded() throws {
            let limits = RecordingPlan.Limits(size: 400_000, minimumFree: 0)
            let bench = try RecorderBench(RecorderBench.plan(pattern, limits: limits))
            bench.recorder.start()
            bench.push(pictures: 0..<60, noise: true)
            let result = try #require(bench.result())
            #expect(result.reason == .size)
            #expect(result.error == nil)
            let report = try #require(result.files.first)
            #expect(report.isPlayable)
            #expect(report.bytes <= 400_000)
            #expect(report.bytes > 100_000)
            #expect(report.frames > 0)
        }

        @Test func aCameraThatIsLostLeavesWhatCameBefore() throws {
            let bench = try RecorderBench(RecorderBench.plan(pattern))
            bench.recorder.start()
            bench.push(pictures: 0..<45)
            #expect(bench.waitForStart())
            let lost = CaptureError(.deviceLost, "the camera is gone")
            bench.recorder.inputFailed(.deviceLost, lost)
            let result = try #require(bench.result())
            #expect(result.reason == .deviceLost)
            #expect(result.error == lost)
            #expect(result.files.map(\.frames) == [45])
            #expect(result.files.map(\.isPlayable) == [true])
            #expect(bench.endsProperly)
        }

        @Test func picturesWithoutATimeAreCountedAsDropped() throws {
            let bench = try RecorderBench(RecorderBench.plan(pattern, audio: false))
            bench.recorder.start()
            bench.push(pictures: 0..<15, sound: false)
            let bare = try #require(Buffer(bytes: [UInt8](repeating: 0, count: 320 * 240 * 3 / 2)))
            let caps = try Caps(parsing: "video/x-raw, format=I420, width=320, height=240, framerate=30/1")
            #expect(bench.wait { !$0.log.isEmpty })
            bench.recorder.push(video: bare, caps: caps)
            bench.push(pictures: 15..<30, sound: false)
            bench.recorder.stop()
            let report = try #require(bench.result()?.files.first)
            #expect(report.frames == 30)
            #expect(report.isPlayable)
        }
    }
}
