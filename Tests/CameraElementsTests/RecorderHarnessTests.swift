import CGStreamer
import CGStreamerCheck
import GStreamer
import Testing

@testable import CameraElements

/// `gstcamrecorder` in GStreamer's own harness, with a clock that is far ahead, so that nothing waits for its time.
@Suite(.serialized, .timeLimit(.minutes(15))) struct RecorderHarnessTests {
    private static let caps = "video/x-raw, format=I420, width=160, height=120, framerate=25/1"
    private static let size = 160 * 120 * 3 / 2
    private static let step: UInt = 40_000_000

    private let folder: TemporaryFolder

    init() throws {
        try Gst.initialize()
        registerElements()
        folder = try TemporaryFolder()
    }

    /// A recorder with the harness before its pad for pictures, and a bus.
    private final class Bench {
        let harness: Harness
        private let bus: UnsafeMutablePointer<GstBus>

        init(_ properties: [String: String] = [:]) {
            guard let bus = gst_bus_new() else { preconditionFailure("there is no bus") }
            self.bus = bus
            harness = Harness("gstcamrecorder", sink: "video_0", source: nil, properties) {
                gst_element_set_bus($0.pointer, bus)
            }
            gst_harness_use_systemclock(harness.harness)
            harness.begin(RecorderHarnessTests.caps)
        }

        deinit {
            gst_element_set_state(harness.element.pointer, GST_STATE_NULL)
            gst_element_set_bus(harness.element.pointer, nil)
            gst_object_unref(bus)
        }

        /// Pushes a picture, and waits until it is taken.
        func push(_ number: Int) -> GstFlowReturn {
            let flow = harness.push(
                count: RecorderHarnessTests.size,
                time: UInt(number) * RecorderHarnessTests.step,
                duration: RecorderHarnessTests.step
            )
            return flow == GST_FLOW_OK && !harness.drains() ? GST_FLOW_ERROR : flow
        }

        /// The next message of a kind, with what it says; nil when none comes within ten seconds.
        func message(_ kind: GstMessageType) -> PropertyContent? {
            guard let message = gst_bus_timed_pop_filtered(bus, 10_000_000_000, kind) else { return nil }
            defer { gst_message_unref(message) }
            var value = GValue()
            g_value_init(&value, gst_structure_get_type())
            defer { g_value_unset(&value) }
            g_value_set_boxed(&value, gst_message_get_structure(message))
            return PropertyContent(reading: &value)
        }

        /// What the message that a recording ended says; nil when none comes.
        func finished() -> [String: PropertyContent]? {
            while case .structure(let name, let fields)? = message(GST_MESSAGE_ELEMENT) {
                if name == "recording-finished" { return fields }
            }
            return nil
        }
    }

    // MARK: - Pads

    @Test func padsAreAskedForByNameByPatternOrByTemplate() throws {
        let recorder = try #require(gst_element_factory_make("gstcamrecorder", nil))
        gst_object_ref_sink(recorder)
        defer { gst_object_unref(recorder) }
        let bin = UnsafeMutableRawPointer(recorder).assumingMemoryBound(to: GstBin.self)
        for kind in ["video", "audio"] {
            let template = gst_element_get_pad_template(recorder, "\(kind)_%u")
            let ways: [(expected: String, () -> UnsafeMutablePointer<GstPad>?)] = [
                ("\(kind)_0", { gst_element_request_pad_simple(recorder, "\(kind)_%u") }),
                ("\(kind)_7", { gst_element_request_pad_simple(recorder, "\(kind)_7") }),
                ("\(kind)_0", { gst_element_request_pad(recorder, template, nil, nil) }),
                ("\(kind)_0", { gst_element_request_pad(recorder, template, "\(kind)_%u", nil) }),
            ]
            for (expected, ask) in ways {
                let pad = try #require(ask())
                #expect(gst_object_get_name(of: pad) == expected)
                #expect(pad.pointee.direction == GST_PAD_SINK)
                #expect(recorder.pointee.numsinkpads == 1 && bin.pointee.numchildren == 1)
                #expect(gst_element_request_pad_simple(recorder, "\(kind)_%u") == nil)
                gst_element_release_request_pad(recorder, pad)
                gst_object_unref(pad)
                #expect(recorder.pointee.numpads == 0 && bin.pointee.numchildren == 0)
            }
        }
        #expect(gst_element_request_pad_simple(recorder, "text_0") == nil)
        // For elements whose own pads are made on request.
        let pad = try #require(gst_element_request_pad_simple(recorder, "sink_%u"))
        #expect(gst_object_get_name(of: pad) == "video_0")
        #expect(!Harness.accepts("audio/x-raw, format=S16LE, rate=48000, channels=1", pad))
        gst_object_unref(pad)
    }

    @Test func aTeeIsLinkedWithoutAQueue() async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline(
            "videotestsrc num-buffers=10 ! tee name=t ! gstcamrecorder location=\(folder.path)/a.mp4 t. ! queue ! fakesink"
        )
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        try pipeline.element.setState(.null)
        #expect(folder.files == ["a.mp4"])
    }

    @Test func padsSayWhatTheyTake() throws {
        let bench = Bench()
        let pad = try #require(gst_pad_get_peer(bench.harness.input))
        defer { gst_object_unref(pad) }
        let caps = Harness.caps(of: pad)
        #expect(caps.contains("video/x-raw") && caps.contains("video/x-h264"), "\(caps)")
        for (caps, isTaken) in [
            (Self.caps, true), ("video/x-raw, format=NV12, width=64, height=64, framerate=0/1", true),
            ("video/x-h264, stream-format=byte-stream, alignment=au", true), ("image/jpeg", false),
            ("video/x-h265", false), ("audio/x-raw, format=S16LE, rate=48000, channels=1", false),
        ] {
            #expect(Harness.accepts(caps, pad) == isTaken, "\(caps)")
        }
    }

    // MARK: - Queries

    @Test func theLatencyIsThatOfWhatComes() throws {
        for latency in [UInt(20_000_000), 0] {
            let bench = Bench()
            gst_harness_set_upstream_latency(bench.harness.harness, latency)
            #expect(bench.push(0) == GST_FLOW_OK)
            let query = gst_query_new_latency()
            defer { gst_query_unref(query) }
            #expect(gst_element_query(bench.harness.element.pointer, query) != 0)
            var isLive: gboolean = 0
            var (minimum, maximum) = (UInt(0), UInt(0))
            gst_query_parse_latency(query, &isLive, &minimum, &maximum)
            // What records needs no time of its own: it comes when it comes.
            #expect(isLive != 0 && minimum == latency && maximum == UInt.max)
        }
    }

    @Test func nobodysMemoryIsOffered() {
        let bench = Bench(["location": folder.path + "/a.mp4"])
        _ = bench.push(0)
        #expect(bench.harness.allocation(Self.caps).map(\.pools) ?? 0 == 0)
    }

    /// A camera that has only four buffers to lend gets them back in time, though the encoder keeps many pictures.
    @Test func aCameraWithFewBuffersIsNotStarved() throws {
        let bench = Bench(["location": folder.path + "/a.mp4"])
        let pool = gst_buffer_pool_new()
        defer { gst_object_unref(pool) }
        let configuration = gst_buffer_pool_get_config(pool)
        gst_buffer_pool_config_set_params(configuration, nil, UInt32(Self.size), 4, 4)
        #expect(
            gst_buffer_pool_set_config(pool, configuration) != 0 && gst_buffer_pool_set_active(pool, 1) != 0
        )
        defer { gst_buffer_pool_set_active(pool, 0) }
        // A burst, but no longer than what a recording keeps for a slow encoder.
        for number in 0..<45 {
            var parameters = GstBufferPoolAcquireParams()
            parameters.flags = GST_BUFFER_POOL_ACQUIRE_FLAG_DONTWAIT
            var buffer: UnsafeMutablePointer<GstBuffer>?
            try #require(
                gst_buffer_pool_acquire_buffer(pool, &buffer, &parameters) == GST_FLOW_OK,
                "\(number)"
            )
            gst_buffer_memset(buffer, 0, 0x80, UInt(Self.size))
            buffer?.pointee.pts = UInt(number) * Self.step
            buffer?.pointee.duration = Self.step
            #expect(gst_harness_push(bench.harness.harness, buffer) == GST_FLOW_OK)
            // Not even while the first picture has the recording prepared.
            if number > 25 { #expect(bench.harness.drains()) }
        }
        bench.harness.send(gst_event_new_eos())
        let told = try #require(bench.finished())
        #expect(told["frames"] == .integer(45) && told["playable"] == .boolean(true), "\(told)")
    }

    // MARK: - Events

    @Test func theEndOfTheStreamFollowsTheEndOfTheFile() throws {
        let bench = Bench(["location": folder.path + "/a.mp4"])
        for number in 0..<25 { #expect(bench.push(number) == GST_FLOW_OK) }
        bench.harness.send(gst_event_new_eos())
        guard
            case .structure("recording-started", _)? = bench.message(
                GstMessageType(rawValue: GST_MESSAGE_ELEMENT.rawValue | GST_MESSAGE_EOS.rawValue)
            )
        else {
            Issue.record("it did not start")
            return
        }
        let next = bench.message(
            GstMessageType(rawValue: GST_MESSAGE_ELEMENT.rawValue | GST_MESSAGE_EOS.rawValue)
        )
        guard case .structure("recording-finished", let told)? = next else {
            Issue.record("the stream ended first")
            return
        }
        #expect(told["frames"] == .integer(25) && told["duration"] == .real(1))
        #expect(told["reason"] == .text("source-ended") && told["playable"] == .boolean(true))
        #expect(bench.message(GST_MESSAGE_EOS) != nil)
        #expect(folder.files == ["a.mp4"])
    }

    @Test func gapsAndEventsOfTheApplicationHarmNothing() throws {
        let bench = Bench(["location": folder.path + "/a.mp4"])
        for number in 0..<50 where !(20..<25).contains(number) {
            if number == 25 { bench.harness.send(gst_event_new_gap(20 * Self.step, 5 * Self.step)) }
            #expect(bench.push(number) == GST_FLOW_OK)
            if number == 30 {
                let mark = gst_structure_new_empty("mark")
                #expect(bench.harness.send(gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM, mark)))
                let tags = gst_tag_list_new_empty()
                #expect(bench.harness.send(gst_event_new_tag(tags)))
            }
        }
        bench.harness.send(gst_event_new_eos())
        let told = try #require(bench.finished())
        #expect(told["frames"] == .integer(45) && told["playable"] == .boolean(true), "\(told)")
        #expect(told["duration"] == .real(2))
    }

    @Test func theRateMayChange() throws {
        let bench = Bench(["location": folder.path + "/a.mp4"])
        for number in 0..<25 { #expect(bench.push(number) == GST_FLOW_OK) }
        bench.harness.begin(Self.caps.replacing("25/1", with: "50/1"))
        for number in 25..<50 { #expect(bench.push(number) == GST_FLOW_OK) }
        bench.harness.begin(
            Self.caps.replacing("width=160", with: "width=176").replacing("25/1", with: "5/1")
        )
        bench.harness.push(count: 176 * 120 * 3 / 2, time: 50 * Self.step, duration: Self.step)
        bench.harness.send(gst_event_new_eos())
        let told = try #require(bench.finished())
        #expect(told["frames"] == .integer(51) && told["playable"] == .boolean(true), "\(told)")
    }

    @Test func aStartBehindTheEndIsRefusedOnce() throws {
        let bench = Bench(["recording": "false"])
        for number in 0..<5 { #expect(bench.push(number) == GST_FLOW_OK) }
        bench.harness.send(gst_event_new_eos())
        #expect(bench.message(GST_MESSAGE_EOS) != nil)
        gst_util_set_object_arg(
            bench.harness.element.cast(to: GObject.self),
            "location",
            folder.path + "/a.mp4"
        )
        #expect(bench.harness.element.emit("start") == .boolean(false))
        let told = try #require(bench.finished())
        #expect(told["playable"] == .boolean(false) && told["frames"] == .integer(0))
        guard case .text(let error?)? = told["error"] else {
            Issue.record("no error")
            return
        }
        #expect(error.contains("ended"), "\(error)")
        #expect(folder.files.isEmpty)
    }

    // MARK: - Properties

    /// The ends of every range, in a recording.
    @Test(
        arguments: ["segment-time", "fragment-interval", "max-duration", "min-free", "bitrate"],
        [false, true]
    )
    func everyValueInRangeIsHarmless(_ property: String, _ isLargest: Bool) throws {
        let bench = Bench(["location": folder.path + "/a.mp4"])
        let element = bench.harness.element
        let value = try #require(Self.end(of: property, isLargest: isLargest, element))
        gst_util_set_object_arg(element.cast(to: GObject.self), property, "\(value)")
        for number in 0..<10 { #expect(bench.push(number) == GST_FLOW_OK) }
        bench.harness.send(gst_event_new_eos())
        #expect(bench.finished() != nil)
        #expect(bench.message(GST_MESSAGE_EOS) != nil)
    }

    private static func end(of property: String, isLargest: Bool, _ element: ElementAddress) -> UInt64? {
        guard isLargest else { return 1 }
        let object = element.cast(to: GObject.self)
        let range = gst_shim_property_range(gst_shim_find_property(object, property))
        defer { g_free(range) }
        return range.flatMap { UInt64(String(cString: $0).split(separator: " ").last ?? "") }
    }

    @Test func theShakeIsTakenOutAsTheCommandDoes() throws {
        let bench = Bench(["location": folder.path + "/a.mp4", "stabilize": "cinematic"])
        for number in 0..<40 { #expect(bench.push(number) == GST_FLOW_OK) }
        bench.harness.send(gst_event_new_eos())
        let told = try #require(bench.finished())
        #expect(told["frames"] == .integer(40) && told["duration"] == .real(1.6), "\(told)")
        #expect(told["playable"] == .boolean(true))
        // Pictures that are too small for it are refused, in words.
        let small = Bench(["location": folder.path + "/b.mp4", "stabilize": "standard"])
        small.harness.begin("video/x-raw, format=I420, width=64, height=64, framerate=25/1")
        small.harness.push(count: 64 * 64 * 3 / 2, time: 0, duration: Self.step)
        guard case .text(let error?)? = try #require(small.finished())["error"] else {
            Issue.record("no error")
            return
        }
        #expect(error.contains("64x64 cannot be steadied"), "\(error)")
    }

    // MARK: - States

    @Test func aHundredTimesUpAndDown() {
        let bench = Bench()
        for round in 0..<100 {
            bench.harness.begin(Self.caps)
            for number in 0..<(round % 5) { #expect(bench.push(number) == GST_FLOW_OK) }
            gst_element_set_state(bench.harness.element.pointer, GST_STATE_NULL)
            let result = gst_element_set_state(bench.harness.element.pointer, GST_STATE_PLAYING)
            #expect(result == GST_STATE_CHANGE_SUCCESS)
        }
        #expect(folder.files.isEmpty)
    }

    @Test func nothingBreaksUnderStress() {
        let bench = Bench()
        let harness = bench.harness.harness
        let caps = gst_caps_from_string(Self.caps)
        defer { gst_caps_unref(caps) }
        var segment = GstSegment()
        gst_segment_init(&segment, GST_FORMAT_TIME)
        let buffer = gst_buffer_new_allocate(nil, UInt(Self.size), nil)
        defer { gst_buffer_unref(buffer) }
        buffer?.pointee.pts = 0
        let template = gst_element_get_pad_template(bench.harness.element.pointer, "audio_%u")
        let threads = [
            gst_harness_stress_push_buffer_start_full(harness, caps, &segment, buffer, 500),
            gst_harness_stress_requestpad_start_full(harness, template, "audio_0", nil, 1, 2000),
            gst_harness_stress_statechange_start_full(harness, 20_000),
        ]
        g_usleep(1_000_000)
        for thread in threads.reversed() { #expect(gst_harness_stress_thread_stop(thread) > 0) }
    }
}

/// The name of a pad.
private func gst_object_get_name(of pad: UnsafeMutablePointer<GstPad>) -> String? {
    pad.pointee.object.name.map { String(cString: $0) }
}
