import Foundation
import GStreamer
import Testing

@testable import Recording

extension RealRecordings {
    /// Recordings that cannot go well: they still end once, in time, and tell the truth.
    struct RecorderFailureTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private var pattern: String { FileNaming.escaped(folder.path) + "/clip.mp4" }

        @Test func aStopBeforeTheFirstPictureRemovesTheEmptyFile() throws {
            let bench = try RecorderBench(RecorderBench.plan(pattern))
            bench.recorder.start()
            usleep(50_000)
            #expect(folder.files == ["clip.mp4"])
            bench.recorder.stop()
            let result = try #require(bench.result())
            #expect(result.reason == .stopped)
            #expect(result.error?.code == .nothingRecorded)
            #expect(result.files.isEmpty)
            #expect(folder.files.isEmpty)
            #expect(bench.endsProperly)
        }

        /// As on a network's file system that lost its server: what cannot be looked at may hold everything.
        @Test func aFileThatCannotBeLookedAtIsKept() throws {
            let path = folder.path + "/clip.mp4"
            _ = FileManager.default.createFile(atPath: path, contents: Data(count: 9))
            let hidden = FileExaminer(path: path + "/a.mp4", finishesInPlace: true, expectsAudio: true)
                .examine(decodes: true)
            #expect(hidden.problem?.code == .unplayable)
            let missing = FileExaminer(
                path: folder.path + "/b.mp4",
                finishesInPlace: true,
                expectsAudio: true
            )
            .examine(decodes: true)
            #expect(missing.problem?.code == .nothingRecorded)
            #expect(folder.files == ["clip.mp4"])
        }

        @Test func twentyImmediateStopsEndOnceEach() throws {
            for round in 0..<20 {
                let bench = try RecorderBench(RecorderBench.plan(pattern))
                bench.recorder.start()
                bench.recorder.stop()
                let result = bench.result()
                #expect(result?.reason == .stopped, "round \(round)")
                #expect(bench.endsProperly, "round \(round)")
                #expect(folder.files.isEmpty, "round \(round)")
            }
        }

        @Test func twentyStopsRightAfterTheFirstPicturesEndOnceEach() throws {
            for round in 0..<20 {
                let bench = try RecorderBench(RecorderBench.plan(pattern))
                bench.recorder.start()
                for number in 0...round / 4 {
                    bench.sound(number)
                    bench.picture(number)
                }
                bench.recorder.stop()
                bench.recorder.stop()
                let result = try #require(bench.result(), "round \(round)")
                #expect(bench.endsProperly, "round \(round)")
                let kept = result.files.filter { $0.frames > 0 }.map(\.path)
                #expect(folder.files.map { folder.path + "/" + $0 } == kept, "round \(round)")
                for path in kept { try FileManager.default.removeItem(atPath: path) }
            }
        }

        @Test func aStopWithoutAStartDoesNothing() throws {
            let bench = try RecorderBench(RecorderBench.plan(pattern))
            bench.recorder.stop()
            usleep(100_000)
            #expect(bench.log.isEmpty)
            bench.recorder.start()
            bench.recorder.stop()
            #expect(bench.result() != nil)
            #expect(bench.endsProperly)
        }

        @Test func whatComesAfterTheEndIsIgnored() throws {
            let bench = try RecorderBench(RecorderBench.plan(pattern))
            bench.recorder.start()
            bench.recorder.stop()
            #expect(bench.result() != nil)
            bench.push(pictures: 0..<30)
            bench.recorder.start()
            bench.recorder.stop()
            bench.recorder.inputFailed(.deviceLost, CaptureError(.deviceLost, "gone"))
            usleep(300_000)
            #expect(bench.endsProperly)
            #expect(folder.files.isEmpty)
        }

        @Test func anExistingFileIsRefusedBeforeAnythingStarts() throws {
            try folder.write("precious", to: "clip.mp4")
            let error = try #require(throws: CaptureError.self) {
                try RecorderBench(RecorderBench.plan(pattern))
            }
            #expect(error.code == .fileExists)
            #expect(try folder.contents("clip.mp4") == Data("precious".utf8))
        }

        @Test func aDirectoryThatCannotBeWrittenToIsRefused() throws {
            // Nobody may make files in sysfs, root included.
            let error = try #require(throws: CaptureError.self) {
                try RecorderBench(RecorderBench.plan("/sys/gstcam-test.mp4"))
            }
            #expect(error.code == .cannotCreateFile)
            #expect(error.what.hasPrefix("/sys/gstcam-test.mp4 cannot be created: "))
        }

        @Test func aDirectoryThatGoesAwayIsAWriteFailure() throws {
            let bench = try RecorderBench(RecorderBench.plan(pattern))
            bench.recorder.start()
            try FileManager.default.removeItem(atPath: folder.path)
            bench.push(pictures: 0..<30)
            let result = try #require(bench.result())
            #expect(result.reason == .writeFailed)
            #expect(result.error?.code == .cannotCreateFile)
            #expect(result.files.allSatisfy { !$0.isPlayable })
            #expect(bench.endsProperly)
        }

        @Test func anEncoderThatIsNotInstalledIsNamed() throws {
            let bench = try RecorderBench(RecorderBench.plan(pattern, encoder: "nosuchencoder"))
            bench.recorder.start()
            bench.push(pictures: 0..<5)
            let result = try #require(bench.result())
            #expect(result.reason == .failed)
            #expect(result.error?.code == .missingElement)
            #expect(result.error?.what.contains("nosuchencoder") == true)
            #expect(folder.files.isEmpty)
            #expect(bench.endsProperly)
        }

        @Test func picturesThatTheEncoderCannotTakeFailTheRecordingAlone() throws {
            let encoder = "identity error-after=3 ! x264enc"
            let bench = try RecorderBench(RecorderBench.plan(pattern, encoder: encoder))
            bench.recorder.start()
            bench.push(pictures: 0..<30)
            let result = try #require(bench.result())
            #expect(result.reason == .failed)
            #expect(result.error?.code == .encoderFailed)
            #expect(bench.endsProperly)
            for report in result.files {
                #expect(FileManager.default.fileExists(atPath: report.path) == (report.frames > 0))
            }
        }

        @Test(.enabled(if: SmallDisk.canBeMade, "only root can mount a file system"))
        func aFullDiskEndsTheRecordingAndKeepsItsFile() throws {
            let disk = try SmallDisk(megabytes: 1, at: folder.path)
            defer { disk.remove() }
            let bench = try RecorderBench(RecorderBench.plan(pattern))
            bench.recorder.start()
            var number = 0
            while bench.results.isEmpty, number < 600 {
                bench.push(pictures: number..<number + 15, noise: true)
                number += 15
            }
            let result = try #require(bench.result(within: 10), "it did not end within ten seconds")
            #expect(result.reason == .diskFull)
            #expect(result.error?.code == .diskFull)
            #expect(result.files.map(\.path) == [bench.recorder.path])
            #expect(result.files.map(\.reason) == [.diskFull])
            #expect(try folder.contents("clip.mp4").count > 500_000)
            #expect(bench.endsProperly)
        }

        @Test(.enabled(if: SmallDisk.canBeMade, "only root can mount a file system"))
        func aRecordingStopsBeforeTheSpaceThatIsKept() throws {
            let disk = try SmallDisk(megabytes: 8, at: folder.path)
            defer { disk.remove() }
            let limits = RecordingPlan.Limits(minimumFree: 9 << 20)
            let bench = try RecorderBench(RecorderBench.plan(pattern, limits: limits))
            bench.recorder.start()
            var number = 0
            while bench.results.isEmpty, number < 300 {
                bench.push(pictures: number..<number + 15)
                number += 15
                usleep(300_000)
            }
            let result = try #require(bench.result())
            #expect(result.reason == .diskFull)
            #expect(result.files.map(\.isPlayable) == [true])
        }
    }
}
