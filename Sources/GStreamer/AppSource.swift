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
