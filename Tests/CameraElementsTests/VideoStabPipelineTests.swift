import CGStreamer
import CameraElements
import Foundation
import GStreamer
import Testing

/// `videostab` in pipelines with GStreamer's own elements.
@Suite(.serialized, .timeLimit(.minutes(15))) struct VideoStabPipelineTests {
    init() throws {
        try Gst.initialize()
        registerElements()
    }

    /// Runs a pipeline to its end and returns the times of the pictures that its `out` took.
    private func run(_ description: String) async throws -> [ClockTime?] {
        let messages = Collected<BusMessage>()
        let times = Collected<ClockTime?>()
        let pipeline = try messages.pipeline(description)
        try #require(pipeline.child(named: "out").flatMap(AppSink.init))
            .setHandlers(endOfStream: {}, sample: { buffer, _ in times.add(buffer.presentation) })
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd(), "\(messages.errors)")
        try pipeline.element.setState(.null)
        return times.all
    }

    @Test(arguments: ["off", "lowlatency", "standard", "cinematic", "auto"])
    func videoIsSteadiedOnItsWay(mode: String) async throws {
        let times = try await run(
            "videotestsrc num-buffers=40 ! video/x-raw, format=I420, width=320, height=180, framerate=30/1"
                + " ! videostab mode=\(mode) ! videoconvert ! queue ! appsink name=out sync=false"
        )
        let expected = (0..<40).map { ClockTime(nanoseconds: $0 * 1_000_000_000 / 30) }
        #expect(times.count == 40)
        #expect(zip(times, expected).allSatisfy { abs((($0 ?? .zero) - $1).nanoseconds) <= 1 })
    }

    @Test func aLiveSourceIsInTimeWithItsLatency() async throws {
        let times = try await run(
            "videotestsrc is-live=true num-buffers=30 ! video/x-raw, format=NV12, width=160, height=90, framerate=30/1"
                + " ! videostab mode=standard ! appsink name=out sync=true max-lateness=-1"
        )
        #expect(times.count == 30)
    }

    @Test func lostPicturesAreNoTrouble() async throws {
        let times = try await run(
            "videotestsrc num-buffers=200 ! video/x-raw, format=GRAY8, width=160, height=90, framerate=30/1"
                + " ! identity drop-probability=0.5 ! videostab mode=cinematic ! appsink name=out sync=false"
        )
        #expect((40...160).contains(times.count))
        #expect(zip(times, times.dropFirst()).allSatisfy { ($0 ?? .zero) < ($1 ?? .zero) })
    }

    @Test func aSeekInTheMiddleIsFine() throws {
        let pipeline = try #require(
            gst_parse_launch(
                "videotestsrc ! video/x-raw, format=YUY2, width=160, height=90, framerate=30/1"
                    + " ! videostab mode=cinematic ! fakesink sync=true",
                nil
            )
        )
        defer {
            gst_element_set_state(pipeline, GST_STATE_NULL)
            gst_object_unref(pipeline)
        }
        gst_element_set_state(pipeline, GST_STATE_PAUSED)
        #expect(gst_element_get_state(pipeline, nil, nil, 20_000_000_000) == GST_STATE_CHANGE_SUCCESS)
        gst_element_set_state(pipeline, GST_STATE_PLAYING)
        let flags = GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
        for second in [UInt(7), 3, 0, 9] {
            #expect(
                gst_element_seek_simple(pipeline, GST_FORMAT_TIME, flags, Int(second * 1_000_000_000)) != 0
            )
            #expect(gst_element_get_state(pipeline, nil, nil, 20_000_000_000) == GST_STATE_CHANGE_SUCCESS)
            var position = 0
            #expect(gst_element_query_position(pipeline, GST_FORMAT_TIME, &position) != 0)
            #expect(position >= Int(second * 1_000_000_000))
        }
    }

    #if compiler(>=6.2)
        @Test func noObjectIsLeftBehind() async {
            await #expect(processExitsWith: .success) {
                let log = FileManager.default.temporaryDirectory.path + "/gstcam-\(UUID().uuidString).log"
                defer { try? FileManager.default.removeItem(atPath: log) }
                setenv("GST_TRACERS", "leaks", 1)
                setenv("GST_DEBUG", "GST_TRACER:7", 1)
                setenv("GST_DEBUG_NO_COLOR", "1", 1)
                setenv("GST_DEBUG_FILE", log, 1)
                try Gst.initialize()
                registerElements()
                for end in ["", " ! fakesink"] {
                    let messages = Collected<BusMessage>()
                    let pipeline = try messages.pipeline(
                        "videotestsrc num-buffers=40 ! video/x-raw, format=I420, width=160, height=90 ! tee name=t"
                            + " t. ! queue ! videostab mode=cinematic name=stab ! fakesink sync=false"
                            + " t. ! queue ! videostab mode=lowlatency\(end)"
                    )
                    try pipeline.element.setState(.playing)
                    // Without its end the second branch fails, and what is held back is dropped.
                    #expect(
                        await messages.wait { $0.contains { if case .latency = $0 { false } else { true } } }
                    )
                    try pipeline.element.setState(.null)
                }
                let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "gst_deinit"))
                unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
                let alive = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").filter {
                    $0.contains("object-alive, type-name=(string)") && !$0.contains("(string)%s")
                }
                #expect(alive.isEmpty, "\(alive.joined(separator: "\n"))")
            }
        }
    #endif
}
