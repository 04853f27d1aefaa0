import CGStreamer
import Foundation
import GStreamer
import Synchronization
import Testing

@testable import Recording

extension RealRecordings {
    /// What only long recordings show, faster than real time.
    @Suite struct LongFaultTests {
        private static let hours = Fault.isComplete ? 24 : 1

        @Test(
            .timeLimit(.minutes(60)),
            .fault("24 h of media, timestamps offset", "0 frames, no slip"),
            arguments: Fault.isComplete ? [13, 50 * 24] : [50 * 24]
        )
        func aDayWithLateTimestampsIsRecordedWhole(offset: Int) throws {
            let folder = try TemporaryFolder()
            var plan = RecorderBench.plan(FileNaming.escaped(folder.path) + "/day.mp4")
            // A fragment for each picture would be another test.
            plan.fragments.muxer = "mp4mux fragment-duration=60000"
            let feed = try Feed(
                plan,
                rate: 8_000,
                frame: .seconds(1),
                origin: .seconds(Double(offset * 3600))
            )
            let count = Self.hours * 3600
            feed.push(0..<count)
            feed.bench.recorder.stop()
            let stopped = Date()
            // The picture behind the end; a second of sound that comes before the end is known would be in the file.
            feed.bench.recorder.queue.sync {}
            feed.push(count..<count + 2)
            let result = try #require(feed.bench.result(within: 120))
            let time = Date().timeIntervalSince(stopped)
            #expect(result.error == nil)
            let report = try #require(result.files.first)
            #expect(report.isPlayable)
            #expect(report.losses.isEmpty, "\(report.losses.prefix(3))")
            #expect(report.hasAudio)
            #expect((count...count + 1).contains(report.frames))
            #expect(abs(report.duration.seconds - Double(report.frames)) < 0.2)
            try expectEvenPackets("v", of: report, step: 1, most: 0.001)
            try expectEvenPackets("a", of: report, step: 1024.0 / 8_000, most: 0.001)
            Fault.tell(
                "\(Self.hours) h, offset \(offset) h",
                lost: "\(max(0, count - report.frames)) frames",
                seconds: time
            )
        }

        /// Each packet follows the one before, and the last is where it belongs.
        private func expectEvenPackets(_ stream: String, of report: FileReport, step: Double, most: Double)
            throws
        {
            let list = report.path + ".times"
            let words = "-v error -select_streams \(stream) -show_entries packet=pts_time -of csv=p=0"
            #expect(system("ffprobe \(words) '\(report.path)' >'\(list)'") == 0)
            let times = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").compactMap {
                Double($0.prefix { $0 != "," })
            }
            #expect(times.count > 1000)
            let uneven = zip(times, times.dropFirst()).count { abs($1 - $0 - step) > most }
            #expect(uneven == 0, "\(stream): \(uneven) of \(times.count)")
            let last = try #require(times.last)
            #expect(abs(last + step - Double(report.frames)) < 0.2, "\(stream) ends at \(last)")
        }
    }
}

// Processes of their own, so that no other test's memory, files and threads are counted; these came with Swift 6.2.
#if compiler(>=6.2)
    extension RealRecordings.LongFaultTests {
        @Test(
            .timeLimit(.minutes(60)),
            .fault("memory after 10,000 segments", "at most 10 MiB over that after 100")
        )
        func tenThousandSegmentsNeedNoMoreMemory() async throws {
            let result = await #expect(
                processExitsWith: .success,
                observing: [\.standardOutputContent]
            ) {
                let folder = try TemporaryFolder()
                let tenth = ClockTime.milliseconds(100)
                let pattern = FileNaming.escaped(folder.path) + "/s-%i.mp4"
                // Key frames come faster than anybody could ask for them.
                let encoder = "x264enc tune=zerolatency speed-preset=ultrafast bframes=0 key-int-max=1"
                let plan = RecorderBench.plan(pattern, segment: tenth, encoder: encoder)
                let feed = try Feed(plan, rate: 16_000, frame: tenth, isSegmented: true)
                let count = Fault.isComplete ? 10_000 : 1000
                // Once the files that came faster than they can be looked at were.
                func usage() throws -> Usage {
                    let isIdle = feed.bench.wait(seconds: 120) {
                        $0.recorder.openExaminations.load(ordering: .relaxed) == 0
                    }
                    #expect(isIdle)
                    return try Usage()
                }
                feed.push(0..<100)
                let early = try usage()
                // In real time no file waits for another to be looked at.
                for first in stride(from: 100, to: count, by: 100) {
                    feed.push(first..<min(count, first + 100))
                    _ = try usage()
                }
                let late = try usage()
                feed.bench.recorder.stop()
                let result = try #require(feed.bench.result(within: 120))
                #expect(result.error == nil)
                #expect((count - 1...count + 1).contains(result.files.count))
                #expect(result.files.reduce(0) { $0 + $1.frames } >= count - 1)
                #expect(result.files.allSatisfy { $0.isPlayable && $0.losses.isEmpty })
                print("\nsegments \(count) \(early.kibibytes / 1024) \(late.kibibytes / 1024)")
                #expect(late.kibibytes - early.kibibytes < 10 * 1024)
                #expect(late.files <= early.files + 4)
                #expect(late.threads <= early.threads + 4)
            }
            let words = try words("segments", in: result)
            Fault.tell("\(words[0]) segments", lost: "\(words[1]) MiB, then \(words[2]) MiB")
        }

        /// The computer slept for twenty minutes: that much silence is written, and never in memory.
        @Test(.timeLimit(.minutes(15))) func aLongSilenceNeedsNoMemory() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                let bench = try RecorderBench(RecorderBench.plan(FileNaming.escaped(folder.path) + "/a.mp4"))
                bench.recorder.start()
                bench.push(pictures: 0..<60)
                #expect(bench.waitForStart())
                let early = try Usage()
                // One time stamp from far away is nobody's; the second is believed.
                for number in 36_000...36_002 { bench.picture(number) }
                let late = try Usage()
                let told = bench.recorder.tap.withLock { $0.losses.all.silenceTime }
                #expect(abs(told.seconds - 1198) < 2, "\(told)")
                #expect(
                    late.kibibytes - early.kibibytes < 60 << 10,
                    "\(early.kibibytes), then \(late.kibibytes)"
                )
                bench.recorder.stop()
                #expect(bench.result(within: 60) != nil)
            }
        }

        /// The rest of the line that the other process printed with this word first.
        private func words(_ first: String, in result: ExitTest.Result?) throws -> [Substring] {
            let text = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
            let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
            return Array(
                try #require(lines.first { $0.first.map(String.init) == first }, "\(text)").dropFirst()
            )
        }

        @Test(
            .timeLimit(.minutes(15)),
            .fault("what is left after each fault", "0 descriptors, threads, recordings, objects")
        )
        func faultsLeaveNothingBehind() async throws {
            let result = await #expect(
                processExitsWith: .success,
                observing: [\.standardOutputContent]
            ) {
                // GStreamer counts its objects at the very end.
                let log = try TemporaryFolder()
                setenv("GST_TRACERS", "leaks", 1)
                setenv("GST_DEBUG", "GST_TRACER:7", 1)
                setenv("GST_DEBUG_FILE", log.path + "/objects", 1)
                var (files, threads, recordings) = (0, 0, 0)
                for mishap in Mishap.allCases {
                    // The first ones start the thread pools and load the plugins.
                    for _ in 0..<(Fault.isComplete ? 2 : 1) { _ = try mishap.happen() }
                    let before = try Usage()
                    let remains = try (0..<(Fault.isComplete ? 6 : 2)).map { _ in try mishap.happen() }
                    var after = try Usage()
                    // Threads end a moment after the recording is told to be over.
                    for _ in 0..<50 where !after.isNoMore(than: before) || remains.contains(where: \.isThere)
                    {
                        usleep(100_000)
                        after = try Usage()
                    }
                    #expect(after.files <= before.files, "\(mishap) had \(before)")
                    #expect(after.threads <= before.threads + 2, "\(mishap) had \(before)")
                    let left = remains.count(where: \.isThere)
                    #expect(left == 0, "\(mishap)")
                    files += max(0, after.files - before.files)
                    threads += max(0, after.threads - before.threads)
                    recordings += left
                }
                // One that must be found, else the silence about others would mean nothing.
                _ = gst_pad_new("planted", GST_PAD_SRC)
                gst_deinit()
                let text = try String(contentsOfFile: log.path + "/objects", encoding: .utf8)
                let alive = text.split(separator: "\n").filter { $0.contains("object-alive, ") }
                #expect(alive.contains { $0.contains("planted>") })
                let objects = alive.filter { !$0.contains("planted>") && !$0.contains("format string") }
                #expect(objects.isEmpty, "\(objects.prefix(20).joined(separator: "\n"))")
                print("\nremains \(files) \(threads) \(recordings) \(objects.count)")
            }
            let words = try words("remains", in: result)
            Fault.tell(
                "\(Mishap.allCases.count) faults, \(Fault.isComplete ? 6 : 2) times each",
                lost:
                    "\(words[0]) descriptors, \(words[1]) threads, \(words[2]) recordings, \(words[3]) objects"
            )
        }
    }
#endif
