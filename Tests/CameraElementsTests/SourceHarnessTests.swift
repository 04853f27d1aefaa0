import CGStreamer
import CGStreamerCheck
import GStreamer
import Testing

@testable import CameraElements

/// `gstcamsrc` in GStreamer's own harness.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SourceHarnessTests {
    init() throws {
        try Gst.initialize()
        registerElements()
    }

    private static let settings = [
        "device": "test", "microphone": "test", "parameters": "width=320,height=240,framerate=25",
    ]

    private func source() throws -> UnsafeMutablePointer<GstElement> {
        let source = try #require(gst_element_factory_make("gstcamsrc", nil))
        gst_object_ref_sink(source)
        let object = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GObject.self)
        for (name, value) in Self.settings { gst_util_set_object_arg(object, name, value) }
        return source
    }

    @Test func padsAreThereFromReadyOnAndStay() throws {
        let source = try source()
        defer { gst_object_unref(source) }
        #expect(source.pointee.numpads == 0)
        gst_element_set_state(source, GST_STATE_READY)
        for name in ["video", "audio"] {
            let pad = try #require(gst_element_get_static_pad(source, name))
            #expect(pad.pointee.direction == GST_PAD_SRC)
            let template = gst_pad_get_pad_template(pad)
            #expect(template?.pointee.presence == GST_PAD_SOMETIMES)
            gst_object_unref(template)
            gst_object_unref(pad)
        }
        #expect(source.pointee.numsrcpads == 2 && source.pointee.numsinkpads == 0)
        let before = gst_element_get_static_pad(source, "video")
        for _ in 0..<100 {
            #expect(gst_element_set_state(source, GST_STATE_NULL) == GST_STATE_CHANGE_SUCCESS)
            #expect(gst_element_set_state(source, GST_STATE_READY) == GST_STATE_CHANGE_SUCCESS)
        }
        let after = gst_element_get_static_pad(source, "video")
        #expect(before == after)
        gst_object_unref(before)
        gst_object_unref(after)
        gst_element_set_state(source, GST_STATE_NULL)
    }

    /// A microphone that was linked once is closed when nobody takes its sound any more.
    @Test func theMicrophoneIsOpenOnlyWhileItIsLinked() throws {
        let source = try source()
        defer { gst_object_unref(source) }
        let sink = try #require(gst_element_factory_make("fakesink", nil))
        gst_object_ref_sink(sink)
        defer { gst_object_unref(sink) }
        gst_element_set_state(source, GST_STATE_READY)
        let bin = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GstBin.self)
        let microphone = try #require(gst_bin_get_by_name(bin, "microphone-stage"))
        defer { gst_object_unref(microphone) }
        func state() -> GstState {
            var state = GST_STATE_VOID_PENDING
            gst_element_get_state(microphone, &state, nil, 10_000_000_000)
            return state
        }
        #expect(state() == GST_STATE_NULL)
        let pad = try #require(gst_element_get_static_pad(source, "audio"))
        defer { gst_object_unref(pad) }
        let target = try #require(gst_element_get_static_pad(sink, "sink"))
        defer { gst_object_unref(target) }
        for _ in 0..<2 {
            #expect(gst_pad_link(pad, target) == GST_PAD_LINK_OK)
            gst_element_set_state(source, GST_STATE_PAUSED)
            #expect(state() == GST_STATE_PAUSED)
            gst_element_set_state(source, GST_STATE_READY)
            #expect(state() == GST_STATE_READY)
            #expect(gst_pad_unlink(pad, target) != 0)
            gst_element_set_state(source, GST_STATE_PAUSED)
            #expect(state() == GST_STATE_NULL)
            gst_element_set_state(source, GST_STATE_NULL)
            #expect(state() == GST_STATE_NULL)
            gst_element_set_state(source, GST_STATE_READY)
        }
        gst_element_set_state(source, GST_STATE_NULL)
    }

    /// What is read when the camera is opened has no effect later, which the flags say.
    @Test func propertiesAreChangedInNullOnly() throws {
        let source = try source()
        defer { gst_object_unref(source) }
        let object = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GObject.self)
        // GST_PARAM_MUTABLE_READY, _PAUSED and _PLAYING, which are macros.
        let mutable: Int32 = 7 << 10
        for name in ["device", "microphone", "template", "parameters"] {
            let property = try #require(gst_shim_find_property(object, name))
            let flags = Int32(property.pointee.flags.rawValue)
            #expect(flags & Int32(G_PARAM_WRITABLE.rawValue) != 0)
            #expect(flags & mutable == 0, "\(name)")
        }
    }

    @Test func thePicturesAreAsAskedFor() {
        let harness = Harness("gstcamsrc", sink: nil, source: "video", Self.settings) {
            gst_element_set_state($0.pointer, GST_STATE_READY)
        }
        for number in 0..<3 {
            guard let buffer = gst_harness_pull(harness.harness) else {
                Issue.record("no picture \(number)")
                return
            }
            #expect(buffer.pointee.offset == UInt(number) && buffer.pointee.duration == 40_000_000)
            gst_buffer_unref(buffer)
        }
        let caps = gst_pad_get_current_caps(harness.output)
        defer { gst_caps_unref(caps) }
        let text = gst_caps_to_string(caps)
        defer { g_free(text) }
        let told = text.map { String(cString: $0) } ?? ""
        for part in ["width=(int)320", "height=(int)240", "framerate=(fraction)25/1"] {
            #expect(told.contains(part), "\(told)")
        }
        #expect(harness.takenEvents().starts(with: ["stream-start", "caps", "segment"]))
        // A camera is live, and does not hold its pictures back.
        let query = gst_query_new_latency()
        defer { gst_query_unref(query) }
        #expect(gst_pad_peer_query(harness.output, query) != 0)
        var isLive: gboolean = 0
        var minimum: UInt = 0
        gst_query_parse_latency(query, &isLive, &minimum, nil)
        #expect(isLive != 0 && minimum <= 40_000_000)
        // An end that the program sends comes out.
        gst_element_send_event(harness.element.pointer, gst_event_new_eos())
        var last: GstEventType?
        while last != GST_EVENT_EOS, let event = gst_harness_pull_event(harness.harness) {
            last = event.pointee.type
            gst_event_unref(event)
        }
        #expect(last == GST_EVENT_EOS)
    }

    @Test func thePadGivesTheModesOfTheCamera() {
        let harness = Harness("gstcamsrc", sink: nil, source: "video", Self.settings) {
            gst_element_set_state($0.pointer, GST_STATE_READY)
        }
        guard let pad = gst_pad_get_peer(harness.output) else {
            Issue.record("nothing is linked")
            return
        }
        defer { gst_object_unref(pad) }
        let caps = Harness.caps(of: pad)
        #expect(caps.contains("video/x-raw") && caps.contains("width=(int)320"), "\(caps)")
    }
}
