internal import CGStreamer

/// The bytes of a buffer, open for reading for as long as this object lives.
///
/// The corresponding C functions are `gst_buffer_map` and `gst_buffer_unmap`. One thread at a time.
public final class MappedBytes {
    private let buffer: Buffer
    private var map = GstMapInfo()

    /// Opens a buffer; nil when its memory cannot be read.
    public init?(_ buffer: Buffer) {
        self.buffer = buffer
        guard gst_buffer_map(buffer.pointer, &map, GST_MAP_READ) != 0 else { return nil }
    }

    deinit {
        if map.memory != nil { gst_buffer_unmap(buffer.pointer, &map) }
    }

    /// The bytes; valid while this object lives.
    public var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: map.data, count: Int(map.size))
    }
}
