import CGStreamer
import CGStreamerCheck

@testable import CameraElements

/// An element in GStreamer's own harness, which plays the elements around it; all on the test's thread.
final class Harness {
    let harness: UnsafeMutablePointer<GstHarness>
    let element: ElementAddress

    /// Makes an element and links its pads of these names, which may be on request, to the harness's.
    ///
    /// A name is nil for no pad; `prepare` sees the element before it is linked.
    init(
        _ factory: String,
        sink: String?,
        source: String?,
        _ properties: [String: String] = [:],
        prepare: (ElementAddress) -> Void = { _ in }
    ) {
        guard let pointer = gst_element_factory_make(factory, nil) else {
            preconditionFailure("\(factory) is not there")
        }
        element = ElementAddress(pointer)
        gst_object_ref_sink(pointer)
        for (name, value) in properties {
            gst_util_set_object_arg(element.cast(to: GObject.self), name, value)
        }
        prepare(element)
        harness = gst_harness_new_with_element(pointer, sink, source)
        if sink == nil {
            gst_harness_use_systemclock(harness)
            gst_harness_play(harness)
        }
    }

    deinit {
        // The harness wants the last word of its element.
        gst_object_unref(element.pointer)
        gst_harness_teardown(harness)
    }

    /// The harness's pad before the element.
    var input: UnsafeMutablePointer<GstPad> { harness.pointee.srcpad }

    /// The harness's pad behind the element.
    var output: UnsafeMutablePointer<GstPad> { harness.pointee.sinkpad }

    func begin(_ caps: String) { gst_harness_set_src_caps_str(harness, caps) }

    /// Pushes a picture or a piece of sound of so many equal bytes.
    @discardableResult
    func push(count: Int, byte: UInt8 = 0x80, time: UInt, duration: UInt) -> GstFlowReturn {
        guard let buffer = gst_harness_create_buffer(harness, UInt(count)) else { return GST_FLOW_ERROR }
        gst_buffer_memset(buffer, 0, byte, UInt(count))
        buffer.pointee.pts = time
        buffer.pointee.duration = duration
        return gst_harness_push(harness, buffer)
    }

    @discardableResult
    func send(_ event: UnsafeMutablePointer<GstEvent>?) -> Bool {
        gst_harness_push_event(harness, event) != 0
    }

    /// Times of the pictures that came out since the last time this was asked.
    func takenTimes() -> [UInt] {
        var times: [UInt] = []
        while let buffer = gst_harness_try_pull(harness) {
            times.append(buffer.pointee.pts)
            gst_buffer_unref(buffer)
        }
        return times
    }

    /// Names of the events that came out since the last time this was asked.
    func takenEvents() -> [String] { Harness.names { gst_harness_try_pull_event(harness) } }

    /// Names of the events that went upstream.
    func takenUpstreamEvents() -> [String] { Harness.names { gst_harness_try_pull_upstream_event(harness) } }

    private static func names(_ next: () -> UnsafeMutablePointer<GstEvent>?) -> [String] {
        var names: [String] = []
        while let event = next() {
            names.append(String(cString: gst_event_type_get_name(event.pointee.type)))
            gst_event_unref(event)
        }
        return names
    }

    /// What an element that delivers these caps gets to hear about memory; nil without an answer.
    func allocation(
        _ text: String,
        needsPool: Bool = true
    ) -> (pools: Int, hasVideoMeta: Bool, hasCropMeta: Bool)? {
        let caps = gst_caps_from_string(text)
        defer { gst_caps_unref(caps) }
        let query = gst_query_new_allocation(caps, needsPool ? 1 : 0)
        defer { gst_query_unref(query) }
        guard gst_pad_peer_query(input, query) != 0 else { return nil }
        return (
            Int(gst_query_get_n_allocation_pools(query)),
            gst_query_find_allocation_meta(query, gst_video_meta_api_get_type(), nil) != 0,
            gst_query_find_allocation_meta(query, gst_video_crop_meta_api_get_type(), nil) != 0
        )
    }

    /// Whether the element lets go of all that came.
    func drains() -> Bool {
        let query = gst_query_new_drain()
        defer { gst_query_unref(query) }
        return gst_pad_peer_query(input, query) != 0
    }

    /// What a pad can take or give now, in GStreamer's text form.
    static func caps(of pad: UnsafeMutablePointer<GstPad>) -> String {
        let caps = gst_pad_query_caps(pad, nil)
        defer { gst_caps_unref(caps) }
        let text = gst_caps_to_string(caps)
        defer { g_free(text) }
        return text.map { String(cString: $0) } ?? ""
    }

    static func accepts(_ text: String, _ pad: UnsafeMutablePointer<GstPad>) -> Bool {
        let caps = gst_caps_from_string(text)
        defer { gst_caps_unref(caps) }
        return gst_pad_query_accept_caps(pad, caps) != 0
    }
}
