import Foundation
import GStreamer
import Testing

@testable import Recording

extension RealRecordings {
    /// Faults that a recording meets at its two ends.
    @Suite struct RecorderFaultTests {
        @Test(.timeLimit(.minutes(15))) func aStopThatRacesTheFirstPictureLeavesNothing() throws {
            for _ in 0..<20 {
                let folder = try TemporaryFolder()
                let bench = try RecorderBench(
                    RecorderBench.plan(FileNaming.escaped(folder.path) + "/clip.mp4", audio: false)
                )
                bench.recorder.start()
                bench.recorder.stop()
                bench.push(pictures: 0..<30, sound: false)
                _ = bench.result()
                usleep(200_000)
                #expect(bench.endsProperly)
                #expect(folder.files.isEmpty)
            }
        }

        @Test(.timeLimit(.minutes(15))) func aLimitHoldsThoughTheMicrophoneDies() throws {
            let folder = try TemporaryFolder()
            let bench = try RecorderBench(
                RecorderBench.plan(
                    FileNaming.escaped(folder.path) + "/clip.mp4",
                    limits: .init(duration: .seconds(2), minimumFree: 0)
                )
            )
            bench.recorder.start()
            bench.push(pictures: 0..<15)
            for batch in 0..<20 where bench.results.isEmpty {
                bench.push(pictures: (15 + batch * 30)..<(45 + batch * 30), sound: false)
                usleep(300_000)
            }
            let result = try #require(bench.result())
            #expect(result.reason == .duration)
            #expect(result.files.first?.frames == 60)
            #expect(result.files.first?.isPlayable == true)
        }

        @Test func aHugeNumberInTheFolderIsNotCountedOn() throws {
            let folder = try TemporaryFolder()
            for name in ["clip-9223372036854775807.mp4", "clip-+7.mp4", "clip-004.mp4"] {
                _ = FileManager.default.createFile(atPath: folder.path + "/" + name, contents: nil)
            }
            let naming = FileNaming(
                pattern: FileNaming.escaped(folder.path) + "/clip-%i.mp4",
                severalFiles: false
            )
            #expect(try naming.reserve(now: 0).hasSuffix("/clip-005.mp4"))
        }
    }
}
