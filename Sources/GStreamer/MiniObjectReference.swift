internal import CGStreamer

/// One counted reference to a GstMiniObject (buffer, caps, sample); the only place that refs and unrefs one.
///
/// Sendable because the count is atomic and a shared mini object is immutable: GStreamer refuses to write to one
/// that has more than one reference, and the wrappers copy before they change anything.
final class MiniObjectReference: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstMiniObject>

    /// Takes over a reference that the caller was given (transfer full).
    init(owning pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer.assumingMemoryBound(to: GstMiniObject.self)
    }

    /// Adds a reference to an object somebody else owns (transfer none).
    init(retaining pointer: UnsafeMutableRawPointer) {
        self.pointer = gst_mini_object_ref(pointer.assumingMemoryBound(to: GstMiniObject.self))
    }

    deinit { gst_mini_object_unref(pointer) }

    func cast<T>(to type: T.Type) -> UnsafeMutablePointer<T> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type)
    }

    /// A reference of its own for a C function that takes one over.
    func handOver<T>(as type: T.Type) -> UnsafeMutablePointer<T> {
        UnsafeMutableRawPointer(gst_mini_object_ref(pointer)).assumingMemoryBound(to: type)
    }
}
