import CGStreamer
import CGStreamerCheck
import GStreamer
import Testing

@testable import CameraElements

/// `videostab` in GStreamer's own harness.
@Suite(.timeLimit(.minutes(15))) struct VideoStabHarnessTests {
    private static let size = 160 * 90
    private static let second: UInt = 1_000_000_000

    init() throws {
        try Gst.initialize()
        registerElements()
    }

    private static func caps(_ rate: String, format: String = "GRAY8") -> String {
        "video/x-raw, format=\(format), width=160, height=90, framerate=\(rate)"
    }

    private func harness(_ mode: String, _ rate: String = "25/1") -> Harness {
        let harness = Harness("videostab", sink: "sink", source: "src", ["mode": mode])
        harness.begin(Self.caps(rate))
        return harness
    }

    // MARK: - Caps

    @Test func aPadCanDoWhatTheElementAndItsNeighbourCan() throws {
        let harness = Harness("videostab", sink: "sink", source: "src")
        let pad = try #require(gst_pad_get_peer(harness.input))
        defer { gst_object_unref(pad) }
        let all = Harness.caps(of: pad)
        for part in ["I420, NV12, YUY2, GRAY8", "width=(int)[ 160, 3840 ]", "height=(int)[ 90, 2160 ]"] {
            #expect(all.contains(part), "\(all)")
        }
        for (caps, isTaken) in [
            (Self.caps("30/1"), true), (Self.caps("0/1", format: "NV12"), true),
            (Self.caps("30/1", format: "RGB"), false),
            ("video/x-raw, format=I420, width=159, height=90", false),
            ("video/x-raw, format=I420, width=3841, height=2160", false), ("image/jpeg", false),
        ] {
            #expect(Harness.accepts(caps, pad) == isTaken, "\(caps)")
        }
        gst_harness_set_sink_caps_str(
            harness.harness,
            "video/x-raw, format={ NV12, RGB }, width=640, height=480"
        )
        let less = Harness.caps(of: pad)
        #expect(less.contains("format=(string)NV12") && less.contains("width=(int)640"), "\(less)")
    }

    @Test func whatIsAgreedOnGoesThrough() {
        let harness = harness("standard", "30000/1001")
        #expect(harness.takenEvents() == ["stream-start", "caps", "segment"])
        let caps = gst_pad_get_current_caps(harness.output)
        defer { gst_caps_unref(caps) }
        let wanted = gst_caps_from_string(Self.caps("30000/1001"))
        defer { gst_caps_unref(wanted) }
        #expect(gst_caps_is_equal(caps, wanted) != 0)
    }

    // MARK: - Queries

    @Test(
        arguments: [("off", 0), ("lowlatency", 0), ("standard", 8), ("cinematic", 15)],
        ["25/1", "60/1", "10/1"]
    )
    func theLatencyIsSoManyPictures(_ mode: (String, Int), _ rate: String) throws {
        let harness = harness(mode.0, rate)
        gst_harness_set_upstream_latency(harness.harness, 20_000_000)
        let rate = try #require(Int(rate.dropLast(2)))
        let expected = 20_000_000 + mode.1 * 1_000_000_000 / rate
        // A rate whose pictures last no whole number of nanoseconds is rounded by less than one each.
        let told = Int(gst_harness_query_latency(harness.harness))
        #expect((expected - mode.1)...expected ~= told)
        if 1_000_000_000 % rate == 0 { #expect(told == expected) }
    }

    @Test func thePreviousElementIsOfferedNobodysMemory() throws {
        for (mode, hasMeta) in [("standard", true), ("standard", false), ("off", true)] {
            let harness = Harness("videostab", sink: "sink", source: "src", ["mode": mode])
            if hasMeta {
                gst_harness_add_propose_allocation_meta(harness.harness, gst_video_meta_api_get_type(), nil)
            }
            harness.begin(Self.caps("25/1"))
            let answer = try #require(harness.allocation(Self.caps("25/1")))
            #expect(answer.pools == 0 && answer.hasVideoMeta == hasMeta, "\(mode)")
        }
    }

    @Test func aDrainIsAnsweredAndNoBufferIsKept() {
        let harness = harness("cinematic")
        let pool = gst_buffer_pool_new()
        defer { gst_object_unref(pool) }
        let configuration = gst_buffer_pool_get_config(pool)
        gst_buffer_pool_config_set_params(configuration, nil, UInt32(Self.size), 1, 1)
        #expect(
            gst_buffer_pool_set_config(pool, configuration) != 0 && gst_buffer_pool_set_active(pool, 1) != 0
        )
        defer { gst_buffer_pool_set_active(pool, 0) }
        // A camera with a single buffer gets it back each time.
        for number in 0..<20 {
            var buffer: UnsafeMutablePointer<GstBuffer>?
            var parameters = GstBufferPoolAcquireParams()
            parameters.flags = GST_BUFFER_POOL_ACQUIRE_FLAG_DONTWAIT
            #expect(gst_buffer_pool_acquire_buffer(pool, &buffer, &parameters) == GST_FLOW_OK)
            buffer?.pointee.pts = UInt(number) * 40_000_000
            #expect(gst_harness_push(harness.harness, buffer) == GST_FLOW_OK)
        }
        #expect(harness.drains())
        #expect(harness.takenTimes().count == 5)
    }

    @Test func positionAndDurationAreThoseOfTheSource() {
        let harness = harness("standard")
        var position: Int = 0
        #expect(gst_pad_peer_query_position(harness.output, GST_FORMAT_TIME, &position) == 0)
        var duration: Int = 0
        #expect(gst_pad_peer_query_duration(harness.output, GST_FORMAT_TIME, &duration) == 0)
    }

    // MARK: - Events

    @Test func eventsKeepTheirPlaceBetweenThePictures() {
        let harness = harness("standard")
        _ = harness.takenEvents()
        func push(_ numbers: Range<Int>) {
            for number in numbers {
                harness.push(count: Self.size, time: UInt(number) * 40_000_000, duration: 40_000_000)
            }
        }
        push(0..<10)
        #expect(harness.takenTimes() == [0, 40_000_000])
        // A short gap and an application's event wait behind the pictures before them.
        harness.send(gst_event_new_gap(400_000_000, 40_000_000))
        harness.send(
            gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new_empty("mark"))
        )
        #expect(harness.takenEvents().isEmpty)
        push(11..<20)
        #expect(harness.takenEvents() == ["gap", "custom-downstream"])
        // A flush drops what is held back, and nothing of it comes later.
        _ = harness.takenTimes()
        harness.send(gst_event_new_flush_start())
        harness.send(gst_event_new_flush_stop(1))
        #expect(harness.takenEvents() == ["flush-start", "flush-stop"])
        var segment = GstSegment()
        gst_segment_init(&segment, GST_FORMAT_TIME)
        harness.send(gst_event_new_segment(&segment))
        push(0..<8)
        #expect(harness.takenTimes().isEmpty)
        harness.send(gst_event_new_eos())
        #expect(harness.takenTimes() == (0..<8).map { UInt($0) * 40_000_000 })
        #expect(harness.takenEvents() == ["segment", "eos"])
    }

    @Test func whatGoesUpstreamGoesThrough() {
        let harness = harness("standard")
        _ = harness.takenUpstreamEvents()
        for event in [
            gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 1, 0, 0),
            gst_event_new_custom(GST_EVENT_CUSTOM_UPSTREAM, nil),
            gst_event_new_seek(
                1,
                GST_FORMAT_TIME,
                GST_SEEK_FLAG_FLUSH,
                GST_SEEK_TYPE_SET,
                0,
                GST_SEEK_TYPE_NONE,
                0
            ),
        ] {
            #expect(gst_harness_push_upstream_event(harness.harness, event) != 0)
        }
        #expect(harness.takenUpstreamEvents() == ["qos", "custom-upstream", "seek"])
    }

    // MARK: - States

    @Test func aHundredTimesUpAndDown() {
        let harness = harness("standard")
        for round in 0..<100 {
            harness.begin(Self.caps(round % 2 == 0 ? "25/1" : "30/1"))
            for number in 0..<(round % 12) {
                harness.push(count: Self.size, time: UInt(number) * 40_000_000, duration: 40_000_000)
            }
            #expect(harness.takenTimes().count == max(0, round % 12 - 8))
            gst_element_set_state(harness.element.pointer, GST_STATE_NULL)
            #expect(
                gst_element_set_state(harness.element.pointer, GST_STATE_PLAYING) == GST_STATE_CHANGE_SUCCESS
            )
        }
    }

    @Test func nothingBreaksUnderStress() throws {
        let harness = harness("standard")
        let caps = gst_caps_from_string(Self.caps("25/1"))
        defer { gst_caps_unref(caps) }
        var segment = GstSegment()
        gst_segment_init(&segment, GST_FORMAT_TIME)
        let buffer = gst_buffer_new_allocate(nil, UInt(Self.size), nil)
        defer { gst_buffer_unref(buffer) }
        gst_harness_set_drop_buffers(harness.harness, 1)
        let threads = [
            gst_harness_stress_push_buffer_start_full(harness.harness, caps, &segment, buffer, 0),
            gst_harness_stress_push_upstream_event_start_full(
                harness.harness,
                gst_event_new_reconfigure(),
                500
            ),
            gst_harness_stress_push_event_start_full(harness.harness, gst_event_new_gap(0, 40_000_000), 3000),
            gst_harness_stress_statechange_start_full(harness.harness, 20_000),
        ]
        g_usleep(1_000_000)
        // The one that changes states leaves the element playing.
        for thread in threads.reversed() { #expect(gst_harness_stress_thread_stop(thread) > 0) }
    }
}
