import Foundation
import GStreamer
import Testing

// Exit tests came with Swift 6.2. Each of these needs a process of its own: GStreamer reads its environment once.
#if compiler(>=6.2)
    /// What only a fresh process can show.
    struct ProcessTests {
        @Test func aMessageIsNotMadeWhileItsLevelIsOff() async {
            await #expect(processExitsWith: .success) {
                setenv("GST_DEBUG", "*:2", 1)
                setenv("GST_DEBUG_FILE", "/dev/null", 1)
                try Gst.initialize()
                let category = DebugCategory("gstcam-test", description: "a test")
                let calls = Collected<DebugCategory.Level>()
                func message(_ level: DebugCategory.Level) -> String {
                    calls.add(level)
                    return "100% %s %n"
                }
                for level in [DebugCategory.Level.error, .warning, .info, .debug] {
                    category.log(level, message(level))
                }
                #expect(calls.all == [.error, .warning])
            }
        }

        @Test func aLineGoesIntoTheLogLiterally() async {
            await #expect(processExitsWith: .success) {
                let log = FileManager.default.temporaryDirectory.path + "/gstcam-\(UUID().uuidString).log"
                defer { try? FileManager.default.removeItem(atPath: log) }
                setenv("GST_DEBUG", "gstcam-test:5", 1)
                setenv("GST_DEBUG_NO_COLOR", "1", 1)
                setenv("GST_DEBUG_FILE", log, 1)
                try Gst.initialize()
                let category = DebugCategory("gstcam-test", description: "a test")
                category.log(.debug, "100% %s %n of everything")
                let text = try String(contentsOfFile: log, encoding: .utf8)
                #expect(text.contains("gstcam-test"))
                #expect(text.contains("100% %s %n of everything"))
                #expect(text.contains("ProcessTests.swift"))
            }
        }

        @Test(.enabled(if: ready("mp4mux", "x264enc", "splitmuxsink")))
        func wholePipelinesLeaveNoObjectBehind() async {
            await #expect(processExitsWith: .success) {
                let alive = try await Life.objectsLeft { path in
                    for _ in 0..<3 { try await Life.record(to: path) }
                }
                #expect(alive.isEmpty, "\(alive.joined(separator: "\n"))")
            }
        }

        @Test func theTracerSeesAnElementThatIsKept() async {
            await #expect(processExitsWith: .success) {
                let kept = Collected<Element>()
                let alive = try await Life.objectsLeft { _ in kept.add(try Element(factory: "identity")) }
                #expect(alive.contains { $0.contains("GstIdentity") })
                #expect(kept.all.count == 1)
            }
        }
    }

    /// Everything the wrapper can hold, once.
    private enum Life {
        /// What GStreamer's leak tracer finds alive after the body, one line for each object.
        static func objectsLeft(after body: (String) async throws -> Void) async throws -> [Substring] {
            let log = FileManager.default.temporaryDirectory.path + "/gstcam-\(UUID().uuidString).log"
            let movie = log + ".mp4"
            defer {
                for path in [log, movie] { try? FileManager.default.removeItem(atPath: path) }
            }
            setenv("GST_TRACERS", "leaks", 1)
            setenv("GST_DEBUG", "GST_TRACER:7", 1)
            setenv("GST_DEBUG_NO_COLOR", "1", 1)
            setenv("GST_DEBUG_FILE", log, 1)
            try Gst.initialize()
            try await body(movie)
            // The tracer tells what is still alive when the library is shut down.
            let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "gst_deinit"))
            unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
            let text = try String(contentsOfFile: log, encoding: .utf8)
            return text.split(separator: "\n").filter {
                $0.contains("object-alive, type-name=(string)") && !$0.contains("(string)%s")
            }
        }

        static func record(to path: String) async throws {
            let messages = Collected<BusMessage>()
            let samples = Collected<Int>()
            let pipeline = try messages.pipeline(
                "appsrc name=in format=time caps=\"video/x-raw, format=I420, width=64, height=64,"
                    + " framerate=25/1\" ! tee name=t"
                    + " t. ! queue ! x264enc tune=zerolatency ! h264parse"
                    + " ! splitmuxsink name=sink muxer=mp4mux"
                    + " t. ! queue ! appsink name=out sync=false async=false"
            )
            let source = try #require(pipeline.child(named: "in").flatMap(AppSource.init))
            let sink = try #require(pipeline.child(named: "out").flatMap(AppSink.init))
            try #require(pipeline.child(named: "sink").flatMap(SplitMuxSink.init)).setNaming { _ in path }
            sink.setHandlers(endOfStream: {}, sample: { buffer, _ in samples.add(buffer.size) })
            let pad = try #require(sink.element.pad(named: "sink"))
            pad.addPictureProbe { plane, _ in plane.fill(x: 0..<9, y: 0..<9, with: 9) }
            try pipeline.element.setState(.playing)
            for index in 0..<10 {
                let buffer = Buffer(
                    bytes: [UInt8](repeating: 99, count: 64 * 64 * 3 / 2),
                    presentation: .milliseconds(Int64(index) * 40),
                    duration: .milliseconds(40)
                )
                source.push(try #require(buffer))
            }
            source.endOfStream()
            #expect(await messages.waitForEnd())
            #expect(samples.all.count == 10)
            _ = (pad.currentCaps?.structures, pad.queryCaps()?.structures, pad.peer)
            try pipeline.element.setState(.null)
            #expect(try Discoverer.examine(path: path, timeout: .seconds(20)).video.count == 1)
        }
    }
#endif
