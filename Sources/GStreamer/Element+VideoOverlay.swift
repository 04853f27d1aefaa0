internal import CGStreamer

extension Element {
    /// Makes a sink draw into this window instead of one of its own; does nothing for a sink that has no window.
    ///
    /// The corresponding C function is `gst_video_overlay_set_window_handle`.
    public func setWindowHandle(_ handle: UInt) {
        guard let sink = overlay, let overlay = gst_shim_video_overlay(sink.reference.pointer) else { return }
        gst_video_overlay_set_window_handle(overlay, handle)
    }

    /// Makes a sink draw its last picture again; does nothing for a sink that has no window.
    ///
    /// The corresponding C function is `gst_video_overlay_expose`. It waits while the sink talks to its display.
    public func redraw() {
        guard let sink = overlay, let overlay = gst_shim_video_overlay(sink.reference.pointer) else { return }
        gst_video_overlay_expose(overlay)
    }

    /// The element that has the window: this one, or one inside it.
    private var overlay: Element? {
        guard gst_shim_is_bin(pointer) != 0 else { return self }
        let inner = gst_bin_get_by_interface(
            reference.cast(to: GstBin.self),
            gst_shim_type_video_overlay()
        )
        return inner.map { Element(reference: ObjectReference(owning: $0)) }
    }
}
