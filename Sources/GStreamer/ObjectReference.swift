internal import CGStreamer

/// One counted reference to a GObject; the only place that refs and unrefs one.
///
/// Sendable because GObject's reference count is atomic and every wrapper only calls functions that GStreamer
/// documents as safe from any thread.
final class ObjectReference: @unchecked Sendable, Hashable {
    let pointer: UnsafeMutableRawPointer

    /// Takes over a reference that the caller was given (transfer full).
    init(owning pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
    }

    /// Adds a reference to an object somebody else owns (transfer none).
    init(retaining pointer: UnsafeMutableRawPointer) {
        self.pointer = g_object_ref(pointer)
    }

    /// Takes over a floating reference, as element constructors and the parser return.
    init(sinking pointer: UnsafeMutableRawPointer) {
        self.pointer = g_object_ref_sink(pointer)
    }

    deinit { g_object_unref(pointer) }

    func cast<T>(to type: T.Type) -> UnsafeMutablePointer<T> {
        pointer.assumingMemoryBound(to: type)
    }

    static func == (left: ObjectReference, right: ObjectReference) -> Bool { left.pointer == right.pointer }

    func hash(into hasher: inout Hasher) { hasher.combine(pointer) }
}
