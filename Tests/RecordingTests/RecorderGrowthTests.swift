import Foundation
import Testing

@testable import Recording

// A process of its own, so that no other test opens files or starts threads; exit tests came with Swift 6.2.
#if compiler(>=6.2)
    extension RealRecordings {
        /// What recordings leave behind in the process.
        struct RecorderGrowthTests {
            @Test func twentyRecordingsLeaveNoThreadsAndNoDescriptors() async {
                await #expect(processExitsWith: .success) {
                    let folder = try TemporaryFolder()
                    func record(_ count: Int) throws {
                        for _ in 0..<count {
                            let limits = RecordingPlan.Limits(duration: .milliseconds(500), minimumFree: 0)
                            let pattern = FileNaming.escaped(folder.path) + "/clip-%i.mp4"
                            let bench = try RecorderBench(RecorderBench.plan(pattern, limits: limits))
                            bench.recorder.start()
                            bench.push(pictures: 0..<30)
                            let result = try #require(bench.result())
                            #expect(result.files.map(\.frames) == [15])
                        }
                    }
                    // The first ones start the thread pools and load the plugins.
                    try record(4)
                    let before = try Usage()
                    try record(20)
                    let after = try Usage()
                    #expect(folder.files.count == 24)
                    #expect(after.threads <= before.threads + 8, "it had \(before.threads)")
                    #expect(after.files <= before.files + 4, "it had \(before.files)")
                }
            }
        }
    }

    /// What this process holds.
    struct Usage {
        let threads: Int
        let files: Int
        /// What of its memory is in the computer's.
        let kibibytes: Int

        init() throws {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            func number(_ name: String) throws -> Int {
                let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
                return try #require(line.split { !$0.isNumber }.last.flatMap { Int($0) })
            }
            threads = try number("Threads")
            kibibytes = try number("VmRSS")
            files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }

        func isNoMore(than other: Usage) -> Bool { threads <= other.threads && files <= other.files }
    }
#endif
