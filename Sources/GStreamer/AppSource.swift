internal import CGStreamer

/// The beginning of a pipeline where a program puts media in (`appsrc`).
public struct AppSource: Sendable {
    /// The element itself.
    public let element: Element

    /// Takes an element that was made as an `appsrc`; nil for any other.
    public init?(_ element: Element) {
        guard element.factoryName == "appsrc" else { return nil }
        self.element = element
    }

    private var pointer: UnsafeMutablePointer<GstAppSrc> { element.reference.cast(to: GstAppSrc.self) }

    /// Sets the format of the buffers that are pushed after this call.
    ///
    /// The corresponding C function is `gst_app_src_set_caps`.
    public func setCaps(_ caps: Caps) { gst_app_src_set_caps(pointer, caps.pointer) }

    /// Puts a buffer into the pipeline; false when the pipeline no longer takes any.
    ///
    /// The corresponding C function is `gst_app_src_push_buffer`. It does not block unless the property `block` is
    /// set; the queue inside grows, so a caller watches `queuedTime` and `queuedBytes`.
    @discardableResult
    public func push(_ buffer: Buffer) -> Bool {
        gst_app_src_push_buffer(pointer, buffer.reference.handOver(as: GstBuffer.self)) == GST_FLOW_OK
    }

    /// Sends facts about the whole file before the next buffer; a muxer writes those it knows.
    ///
    /// The corresponding C functions are `gst_tag_list_add_value` and `gst_event_new_tag`, with global scope.
    /// - Parameter tags: Values under GStreamer's tag names, such as `title`, in text form; unknown names and values
    ///   that do not fit their tag are left out.
    public func sendTags(_ tags: [String: String]) {
        guard let list = gst_tag_list_new_empty() else { return }
        gst_tag_list_set_scope(list, GST_TAG_SCOPE_GLOBAL)
        for (name, text) in tags where gst_tag_exists(name) != 0 {
            var value = GValue()
            g_value_init(&value, gst_tag_get_type(name))
            defer { g_value_unset(&value) }
            if gst_tag_get_type(name) == gst_shim_type_string() {
                g_value_set_string(&value, text)
            } else if gst_value_deserialize(&value, text) == 0 {
                continue
            }
            gst_tag_list_add_value(list, GST_TAG_MERGE_APPEND, name, &value)
        }
        guard gst_tag_list_is_empty(list) == 0 else {
            gst_shim_tag_list_unref(list)
            return
        }
        gst_element_send_event(element.pointer, gst_event_new_tag(list))
    }

    /// Ends the stream after what was pushed.
    ///
    /// The corresponding C function is `gst_app_src_end_of_stream`.
    public func endOfStream() { gst_app_src_end_of_stream(pointer) }

    /// How much time waits inside.
    ///
    /// The corresponding C function is `gst_app_src_get_current_level_time`.
    public var queuedTime: ClockTime { ClockTime(gst_app_src_get_current_level_time(pointer)) ?? .zero }

    /// How many bytes wait inside.
    ///
    /// The corresponding C function is `gst_app_src_get_current_level_bytes`.
    public var queuedBytes: Int { Int(gst_app_src_get_current_level_bytes(pointer)) }
}
