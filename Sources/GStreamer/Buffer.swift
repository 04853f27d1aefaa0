internal import CGStreamer

/// A piece of media with its time stamps; never changed once made, so it may be shared freely.
public struct Buffer: Sendable {
    let reference: MiniObjectReference

    var pointer: UnsafeMutablePointer<GstBuffer> { reference.cast(to: GstBuffer.self) }

    init(reference: MiniObjectReference) { self.reference = reference }

    /// A buffer that holds a copy of these bytes.
    ///
    /// The corresponding C functions are `gst_buffer_new_allocate` and `gst_buffer_fill`.
    public init?(bytes: [UInt8], presentation: ClockTime? = nil, duration: ClockTime? = nil) {
        guard let buffer = gst_buffer_new_allocate(nil, UInt(bytes.count), nil) else { return nil }
        gst_buffer_fill(buffer, 0, bytes, UInt(bytes.count))
        buffer.pointee.pts = presentation.map { $0.unsigned } ?? UInt.max
        buffer.pointee.duration = duration.map { $0.unsigned } ?? UInt.max
        reference = MiniObjectReference(owning: buffer)
    }

    /// When the content is shown or heard, in the stream's time; nil when nobody stamped it.
    public var presentation: ClockTime? { ClockTime(pointer.pointee.pts) }
    /// How long the content lasts.
    public var duration: ClockTime? { ClockTime(pointer.pointee.duration) }
    /// The source's count, for raw pictures the number of the frame; nil when the source does not count.
    public var offset: Int64? { Int64(exactly: pointer.pointee.offset) }
    /// The number of bytes.
    public var size: Int { Int(gst_buffer_get_size(pointer)) }
    /// Whether a decoder can start here: true for key frames and for raw media.
    public var isSyncPoint: Bool {
        reference.pointer.pointee.flags & UInt32(GST_BUFFER_FLAG_DELTA_UNIT.rawValue) == 0
    }

    /// Whether the memory is one of a limited number of pieces that go back and forth, as a camera's driver lends them.
    ///
    /// The corresponding C functions are `gst_buffer_pool_get_config` and `gst_buffer_pool_config_get_params`.
    public var isLent: Bool {
        guard let pool = pointer.pointee.pool else { return false }
        let configuration = gst_buffer_pool_get_config(pool)
        defer { gst_structure_free(configuration) }
        var most: UInt32 = 0
        gst_buffer_pool_config_get_params(configuration, nil, nil, nil, &most)
        return most > 0
    }

    /// The same content, shared, with other times.
    ///
    /// The corresponding C function is `gst_buffer_copy`; decode time is cleared, since raw media has none.
    public func retimed(presentation: ClockTime, duration: ClockTime?) -> Buffer? {
        part(offset: 0, size: size, presentation: presentation, duration: duration)
    }

    /// A part of the content, shared, with other times.
    ///
    /// The corresponding C function is `gst_buffer_copy_region`.
    /// - Parameters:
    ///   - offset: First byte.
    ///   - size: Number of bytes; cut to what there is.
    ///   - presentation: The new presentation time.
    ///   - duration: The new duration; nil for unknown.
    /// - Returns: The part, or nil when it would be outside the content.
    public func part(offset: Int, size: Int, presentation: ClockTime, duration: ClockTime?) -> Buffer? {
        let total = self.size
        guard offset >= 0, size >= 0, offset <= total else { return nil }
        let flags = GstBufferCopyFlags(
            rawValue: GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_META.rawValue
                | GST_BUFFER_COPY_MEMORY.rawValue
        )
        guard let copy = gst_buffer_copy_region(pointer, flags, UInt(offset), UInt(min(size, total - offset)))
        else { return nil }
        copy.pointee.pts = presentation.unsigned
        copy.pointee.dts = UInt.max
        copy.pointee.duration = duration.map { $0.unsigned } ?? UInt.max
        return Buffer(reference: MiniObjectReference(owning: copy))
    }

    /// Calls `body` with the content; the bytes are valid only inside.
    ///
    /// The corresponding C function is `gst_buffer_map`.
    /// - Returns: What `body` returns, or nil when the memory cannot be read.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        var map = GstMapInfo()
        guard gst_buffer_map(pointer, &map, GST_MAP_READ) != 0 else { return nil }
        defer { gst_buffer_unmap(pointer, &map) }
        return body(UnsafeRawBufferPointer(start: map.data, count: Int(map.size)))
    }
}
