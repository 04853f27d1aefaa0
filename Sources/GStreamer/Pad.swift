internal import CGStreamer

/// A pad: the place where data enters or leaves an element.
public struct Pad: Sendable, Hashable {
    let reference: ObjectReference

    var pointer: UnsafeMutablePointer<GstPad> { reference.cast(to: GstPad.self) }

    /// What a buffer probe wants done with the buffer it saw.
    public enum ProbeResult: Sendable {
        /// The buffer goes on.
        case pass
        /// The buffer is thrown away.
        case drop
        /// Another one goes on in its place.
        case replace(Buffer)
    }

    /// The format agreed upon; nil before negotiation.
    ///
    /// The corresponding C function is `gst_pad_get_current_caps`.
    public var currentCaps: Caps? {
        gst_pad_get_current_caps(pointer).map { Caps(reference: MiniObjectReference(owning: $0)) }
    }

    /// The formats that the pad can produce or take now.
    ///
    /// The corresponding C function is `gst_pad_query_caps`.
    public func queryCaps() -> Caps? {
        gst_pad_query_caps(pointer, nil).map { Caps(reference: MiniObjectReference(owning: $0)) }
    }

    /// The running time of a time stamp on this pad; nil outside the stream's segment, or before there is one.
    ///
    /// Encoders may count from anywhere, x264enc from a thousand hours; only running times can be compared. The
    /// corresponding C functions are `gst_pad_get_sticky_event` and `gst_segment_to_running_time`.
    public func runningTime(of time: ClockTime) -> ClockTime? {
        guard let event = gst_pad_get_sticky_event(pointer, GST_EVENT_SEGMENT, 0) else { return nil }
        defer {
            gst_mini_object_unref(UnsafeMutableRawPointer(event).assumingMemoryBound(to: GstMiniObject.self))
        }
        var segment: UnsafePointer<GstSegment>?
        gst_event_parse_segment(event, &segment)
        guard let segment, segment.pointee.format == GST_FORMAT_TIME else { return nil }
        return ClockTime(gst_segment_to_running_time(segment, GST_FORMAT_TIME, time.unsigned))
    }

    /// The pad that this one is linked to.
    ///
    /// The corresponding C function is `gst_pad_get_peer`.
    public var peer: Pad? {
        gst_pad_get_peer(pointer).map { Pad(reference: ObjectReference(owning: $0)) }
    }

    /// Moves the running time of all that flows through the pad.
    ///
    /// The corresponding C function is `gst_pad_set_offset`.
    public func setOffset(_ offset: ClockTime) {
        gst_pad_set_offset(pointer, Int(offset.nanoseconds))
    }

    /// Calls `body` with every buffer, on the streaming thread; it must neither block nor change states.
    ///
    /// The corresponding C function is `gst_pad_add_probe` for buffers.
    public func addBufferProbe(_ body: @escaping @Sendable (Buffer) -> ProbeResult) {
        let box = Unmanaged.passRetained(Callback(body))
        gst_pad_add_probe(
            pointer,
            GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, data in
                guard let data, let info, let buffer = gst_pad_probe_info_get_buffer(info) else {
                    return GST_PAD_PROBE_OK
                }
                let body = Callback<@Sendable (Buffer) -> ProbeResult>.value(at: data)
                switch body(Buffer(reference: MiniObjectReference(retaining: buffer))) {
                case .pass: return GST_PAD_PROBE_OK
                case .drop: return GST_PAD_PROBE_DROP
                case .replace(let other):
                    // The probe owns the reference it replaces.
                    info.pointee.data = UnsafeMutableRawPointer(gst_buffer_ref(other.pointer))
                    gst_buffer_unref(buffer)
                    return GST_PAD_PROBE_OK
                }
            },
            box.toOpaque(),
            { data in Callback<@Sendable (Buffer) -> ProbeResult>.release(data) }
        )
    }

    /// Calls `body` with each format that is agreed upon, on the streaming thread; it must neither block nor change
    /// states.
    ///
    /// The corresponding C function is `gst_pad_add_probe` for events, of which the caps are handed on.
    public func addCapsProbe(_ body: @escaping @Sendable (Caps) -> Void) {
        addProbe(for: GST_EVENT_CAPS, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) { event in
            var caps: UnsafeMutablePointer<GstCaps>?
            gst_event_parse_caps(event, &caps)
            if let caps { body(Caps(reference: MiniObjectReference(retaining: caps))) }
        }
    }

    /// Calls `body` when what was on its way has been thrown away, for a seek, say, and with whether the running time
    /// begins anew; it must neither block nor change states.
    ///
    /// The corresponding C function is `gst_pad_add_probe` for the ends of flushes.
    public func addFlushProbe(_ body: @escaping @Sendable (Bool) -> Void) {
        addProbe(for: GST_EVENT_FLUSH_STOP, GST_PAD_PROBE_TYPE_EVENT_FLUSH) { event in
            var resetsTime: gboolean = 0
            gst_event_parse_flush_stop(event, &resetsTime)
            body(resetsTime != 0)
        }
    }

    private typealias EventBody = @Sendable (UnsafeMutablePointer<GstEvent>) -> Void

    /// Calls `body` with each event of a type that passes.
    private func addProbe(for type: GstEventType, _ mask: GstPadProbeType, _ body: @escaping EventBody) {
        let wanted: EventBody = { event in if event.pointee.type == type { body(event) } }
        gst_pad_add_probe(
            pointer,
            mask,
            { _, info, data in
                guard let data, let info, let event = gst_pad_probe_info_get_event(info) else {
                    return GST_PAD_PROBE_OK
                }
                Callback<EventBody>.value(at: data)(event)
                return GST_PAD_PROBE_OK
            },
            Unmanaged.passRetained(Callback(wanted)).toOpaque(),
            { data in Callback<EventBody>.release(data) }
        )
    }

    /// Lets `body` write into every raw picture that passes, on the streaming thread.
    ///
    /// A picture that others hold is copied first, so that they never see it change. The corresponding C functions
    /// are `gst_pad_add_probe` and `gst_video_frame_map`.
    public func addPictureProbe(_ body: @escaping @Sendable (inout PicturePlane, Buffer) -> Void) {
        let box = Unmanaged.passRetained(Callback(body))
        gst_pad_add_probe(
            pointer,
            GST_PAD_PROBE_TYPE_BUFFER,
            { pad, info, data in
                guard let data, let info, let buffer = gst_pad_probe_info_get_buffer(info),
                    let pad, let caps = gst_pad_get_current_caps(pad)
                else { return GST_PAD_PROBE_OK }
                defer { gst_caps_unref(caps) }
                let body = Callback<@Sendable (inout PicturePlane, Buffer) -> Void>.value(at: data)
                // gst_buffer_make_writable is a macro over this call; the probe owns the reference it replaces.
                guard
                    let writable = gst_mini_object_make_writable(
                        UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: GstMiniObject.self)
                    )
                else { return GST_PAD_PROBE_OK }
                let frame = UnsafeMutableRawPointer(writable).assumingMemoryBound(to: GstBuffer.self)
                info.pointee.data = UnsafeMutableRawPointer(frame)
                PicturePlane.withFirstPlane(of: frame, caps: caps) { plane in
                    let copy = gst_buffer_copy_region(frame, GST_BUFFER_COPY_TIMESTAMPS, 0, 0)
                    guard let copy else { return }
                    body(&plane, Buffer(reference: MiniObjectReference(owning: copy)))
                }
                return GST_PAD_PROBE_OK
            },
            box.toOpaque(),
            { data in Callback<@Sendable (inout PicturePlane, Buffer) -> Void>.release(data) }
        )
    }
}
