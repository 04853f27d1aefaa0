internal import CGStreamer

/// The GStreamer library itself: initialisation, version and the registry of elements.
public enum Gst {
    /// Initialises GStreamer; calling it again does nothing.
    ///
    /// The corresponding C function is `gst_init_check`. Any thread may call it.
    /// - Throws: `GStreamerError` with code `.initialization` when the library cannot start.
    public static func initialize() throws(GStreamerError) {
        var error: UnsafeMutablePointer<GError>?
        guard gst_init_check(nil, nil, &error) != 0 else {
            throw GStreamerError(taking: error, code: .initialization, otherwise: "GStreamer could not start")
        }
    }

    /// The version of the GStreamer library in use, as "1.22.0".
    ///
    /// The corresponding C function is `gst_version`.
    public static var version: String {
        var major: UInt32 = 0
        var minor: UInt32 = 0
        var micro: UInt32 = 0
        var nano: UInt32 = 0
        gst_version(&major, &minor, &micro, &nano)
        return "\(major).\(minor).\(micro)"
    }

    /// Whether the registry holds an element factory of this name.
    ///
    /// The corresponding C function is `gst_element_factory_find`.
    /// - Parameter name: A factory name, such as `x264enc`.
    /// - Returns: Whether the element is installed.
    public static func hasElement(_ name: String) -> Bool {
        guard let factory = gst_element_factory_find(name) else { return false }
        gst_object_unref(UnsafeMutableRawPointer(factory))
        return true
    }

    /// Gives memory that is free inside the C library back to the system.
    ///
    /// The corresponding C function is `malloc_trim`. Takes some milliseconds.
    package static func trimMemory() { gst_shim_trim_memory() }

    /// The monotonic time that GStreamer's system clock shows.
    ///
    /// The corresponding C function is `gst_util_get_timestamp`.
    public static var monotonicTime: ClockTime {
        ClockTime(gst_util_get_timestamp()) ?? .zero
    }
}
