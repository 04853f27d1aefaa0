import CGStreamer
import Synchronization

@testable import CameraElements

/// One filter between two pads of the test's own, so that all that happens happens on the test's thread.
final class PadBench: Sendable {
    /// What came out of the filter.
    enum Item: Sendable, Equatable {
        case picture(Picture)
        case event(String)
    }

    struct Picture: Sendable, Equatable {
        var time: UInt
        var duration: UInt
        var offset: UInt64
        var bytes: [UInt8]
        var flags: UInt32
        /// Names of the metas, sorted.
        var metas: [String]
        var address: UInt
    }

    let element: ElementAddress
    private let source: PadAddress
    private let sink: PadAddress
    private let items = Mutex<[Item]>([])
    private let upstream = Mutex<[String]>([])
    private let result = Mutex(GST_FLOW_OK)
    /// What the next element answers to an ALLOCATION query; nil for no answer.
    private let allocation = Mutex<(@Sendable (UnsafeMutablePointer<GstQuery>) -> Void)?>(nil)

    convenience init(_ factory: String, _ properties: [String: String] = [:]) {
        guard let element = gst_element_factory_make(factory, nil) else {
            preconditionFailure("\(factory) is not there")
        }
        self.init(element, properties)
    }

    /// A bench with a chain of filters that is written as for gst-launch.
    convenience init(parsing description: String) {
        guard let bin = gst_parse_bin_from_description(description, 1, nil) else {
            preconditionFailure("\(description) cannot be made")
        }
        self.init(bin, [:])
    }

    private init(_ element: UnsafeMutablePointer<GstElement>, _ properties: [String: String]) {
        guard let source = gst_pad_new("source", GST_PAD_SRC), let sink = gst_pad_new("sink", GST_PAD_SINK)
        else { preconditionFailure("no pad can be made") }
        gst_object_ref_sink(element)
        gst_object_ref_sink(source)
        gst_object_ref_sink(sink)
        (self.element, self.source, self.sink) = (
            ElementAddress(element), PadAddress(source), PadAddress(sink)
        )
        for (name, value) in properties { set(name, value) }
        watchPads()
        let (input, output) = (
            gst_element_get_static_pad(element, "sink"), gst_element_get_static_pad(element, "src")
        )
        precondition(gst_pad_link(source, input) == GST_PAD_LINK_OK)
        precondition(gst_pad_link(output, sink) == GST_PAD_LINK_OK)
        gst_object_unref(input)
        gst_object_unref(output)
        gst_pad_set_active(source, 1)
        gst_pad_set_active(sink, 1)
        gst_element_set_state(element, GST_STATE_PLAYING)
    }

    deinit {
        gst_element_set_state(element.pointer, GST_STATE_NULL)
        gst_pad_set_active(source.pointer, 0)
        gst_pad_set_active(sink.pointer, 0)
        gst_object_unref(source.pointer)
        gst_object_unref(sink.pointer)
        gst_object_unref(element.pointer)
    }

    private func watchPads() {
        let address = Unmanaged.passUnretained(self).toOpaque()
        gst_pad_set_element_private(source.pointer, address)
        gst_pad_set_element_private(sink.pointer, address)
        gst_pad_set_chain_function_full(
            sink.pointer,
            { pad, _, buffer in
                guard let bench = PadBench.of(pad), let buffer else { return GST_FLOW_ERROR }
                bench.items.withLock { $0.append(.picture(PadBench.picture(buffer))) }
                gst_buffer_unref(buffer)
                return bench.result.withLock { $0 }
            },
            nil,
            nil
        )
        gst_pad_set_event_function_full(
            sink.pointer,
            { pad, _, event in
                guard let bench = PadBench.of(pad), let event else { return 0 }
                let name = PadBench.name(event)
                bench.items.withLock { $0.append(.event(name)) }
                gst_event_unref(event)
                return 1
            },
            nil,
            nil
        )
        gst_pad_set_event_function_full(
            source.pointer,
            { pad, _, event in
                guard let bench = PadBench.of(pad), let event else { return 0 }
                let name = PadBench.name(event)
                bench.upstream.withLock { $0.append(name) }
                gst_event_unref(event)
                return 1
            },
            nil,
            nil
        )
        gst_pad_set_query_function_full(
            sink.pointer,
            { pad, parent, query in
                guard let query else { return 0 }
                switch query.pointee.type {
                case GST_QUERY_ALLOCATION:
                    guard let answer = PadBench.of(pad)?.allocation.withLock({ $0 }) else { return 0 }
                    answer(query)
                    return 1
                case GST_QUERY_CAPS:
                    let any = gst_caps_new_any()
                    defer { gst_caps_unref(any) }
                    gst_query_set_caps_result(query, any)
                    return 1
                case GST_QUERY_ACCEPT_CAPS:
                    gst_query_set_accept_caps_result(query, 1)
                    return 1
                default:
                    return gst_pad_query_default(pad, parent, query)
                }
            },
            nil,
            nil
        )
        gst_pad_set_query_function_full(
            source.pointer,
            { pad, parent, query in
                guard let query else { return 0 }
                guard query.pointee.type == GST_QUERY_LATENCY else {
                    return gst_pad_query_default(pad, parent, query)
                }
                gst_query_set_latency(query, 1, 10_000_000, 50_000_000)
                return 1
            },
            nil,
            nil
        )
    }

    private static func of(_ pad: UnsafeMutablePointer<GstPad>?) -> PadBench? {
        guard let pad, let address = gst_pad_get_element_private(pad) else { return nil }
        return Unmanaged<PadBench>.fromOpaque(address).takeUnretainedValue()
    }

    private static func name(_ event: UnsafeMutablePointer<GstEvent>) -> String {
        let name = String(cString: gst_event_type_get_name(event.pointee.type))
        guard event.pointee.type == GST_EVENT_CUSTOM_DOWNSTREAM,
            let structure = gst_event_get_structure(event)
        else { return name }
        return String(cString: gst_structure_get_name(structure))
    }

    private static func picture(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Picture {
        var map = GstMapInfo()
        gst_buffer_map(buffer, &map, GST_MAP_READ)
        defer { gst_buffer_unmap(buffer, &map) }
        var metas: [String] = []
        var state: gpointer?
        while let meta = gst_buffer_iterate_meta(buffer, &state) {
            metas.append(String(cString: g_type_name(meta.pointee.info.pointee.api)))
        }
        return Picture(
            time: buffer.pointee.pts,
            duration: buffer.pointee.duration,
            offset: UInt64(buffer.pointee.offset),
            bytes: [UInt8](UnsafeRawBufferPointer(start: map.data, count: Int(map.size))),
            flags: buffer.pointee.mini_object.flags,
            metas: metas.sorted(),
            address: UInt(bitPattern: buffer)
        )
    }

    /// What came out since the last time this was asked.
    func taken() -> [Item] {
        items.withLock { items in
            defer { items = [] }
            return items
        }
    }

    var takenPictures: [Picture] {
        taken().compactMap { if case .picture(let picture) = $0 { picture } else { nil } }
    }

    /// Names of the events that went upstream.
    var upstreamEvents: [String] { upstream.withLock { $0 } }

    /// What the next element answers to each picture from now on.
    func answer(_ flow: GstFlowReturn) { result.withLock { $0 = flow } }

    /// What the next element adds to an ALLOCATION query from now on.
    func answerAllocation(_ answer: @escaping @Sendable (UnsafeMutablePointer<GstQuery>) -> Void) {
        allocation.withLock { $0 = answer }
    }

    func set(_ property: String, _ value: String) {
        gst_util_set_object_arg(element.cast(to: GObject.self), property, value)
    }

    /// A property's value in C's text form.
    func property(_ name: String) -> PropertyContent {
        let object = element.cast(to: GObject.self)
        var value = GValue()
        g_value_init(&value, gst_shim_find_property(object, name).pointee.value_type)
        defer { g_value_unset(&value) }
        g_object_get_property(object, name, &value)
        return PropertyContent(reading: &value)
    }

    func count(_ field: String) -> UInt64? {
        guard case .structure(_, let fields) = property("stats"), case .unsigned(let count)? = fields[field]
        else { return nil }
        return count
    }

    @discardableResult
    func send(_ event: UnsafeMutablePointer<GstEvent>?) -> Bool {
        gst_pad_push_event(source.pointer, event) != 0
    }

    @discardableResult
    func sendUpstream(_ event: UnsafeMutablePointer<GstEvent>?) -> Bool {
        gst_pad_push_event(sink.pointer, event) != 0
    }

    func begin(_ caps: String, id: String = "stream") {
        send(gst_event_new_stream_start(id))
        sendCaps(caps)
        sendSegment()
    }

    @discardableResult
    func sendCaps(_ text: String) -> Bool {
        let caps = gst_caps_from_string(text)
        defer { gst_caps_unref(caps) }
        return send(gst_event_new_caps(caps))
    }

    func sendSegment(start: UInt = 0) {
        var segment = GstSegment()
        gst_segment_init(&segment, GST_FORMAT_TIME)
        segment.start = start
        send(gst_event_new_segment(&segment))
    }

    func sendMark(_ name: String) {
        send(gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new_empty(name)))
    }

    /// Pushes a picture of these bytes.
    @discardableResult
    func push(
        _ bytes: [UInt8],
        time: UInt,
        duration: UInt = 40_000_000,
        prepare: (UnsafeMutablePointer<GstBuffer>) -> Void = { _ in }
    ) -> GstFlowReturn {
        guard let buffer = gst_buffer_new_allocate(nil, UInt(bytes.count), nil) else { return GST_FLOW_ERROR }
        gst_buffer_fill(buffer, 0, bytes, UInt(bytes.count))
        buffer.pointee.pts = time
        buffer.pointee.duration = duration
        prepare(buffer)
        return gst_pad_push(source.pointer, buffer)
    }

    /// The latency as the filter's output tells it, in nanoseconds; nil without an answer.
    var latency: (isLive: Bool, minimum: UInt, maximum: UInt)? {
        let query = gst_query_new_latency()
        defer { gst_query_unref(query) }
        guard gst_pad_peer_query(sink.pointer, query) != 0 else { return nil }
        var isLive: gboolean = 0
        var (minimum, maximum) = (UInt(0), UInt(0))
        gst_query_parse_latency(query, &isLive, &minimum, &maximum)
        return (isLive != 0, minimum, maximum)
    }
}
