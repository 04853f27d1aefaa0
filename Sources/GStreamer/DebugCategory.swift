internal import CGStreamer

/// A category of GStreamer's own debug log, so that `GST_DEBUG=gstcam:5` shows this program between its elements.
public struct DebugCategory: Sendable {
    /// How important a line is.
    public enum Level: Int32, Sendable {
        /// Something failed.
        case error = 1
        /// Something is odd.
        case warning = 2
        /// Something worth telling a user who asks.
        case info = 4
        /// Something for developers.
        case debug = 5
    }

    private let address: UInt

    /// Makes a category.
    ///
    /// The corresponding C function is `_gst_debug_category_new`; categories live as long as the process.
    public init(_ name: String, description: String) {
        // GStreamer keeps both texts for ever, so they are copied once and never freed.
        let category = _gst_debug_category_new(g_strdup(name), 0, g_strdup(description))
        address = UInt(bitPattern: category)
    }

    /// Writes one line; the message is not even made while the level is off.
    ///
    /// The corresponding C function is `gst_debug_log_literal`.
    public func log(
        _ level: Level,
        _ message: @autoclosure () -> String,
        file: StaticString = #fileID,
        function: StaticString = #function,
        line: Int = #line
    ) {
        guard level.rawValue <= gst_shim_debug_threshold(),
            let category = UnsafeMutablePointer<GstDebugCategory>(bitPattern: address)
        else { return }
        file.withUTF8Buffer { file in
            function.withUTF8Buffer { function in
                gst_debug_log_literal(
                    category,
                    GstDebugLevel(rawValue: UInt32(level.rawValue)),
                    file.baseAddress,
                    function.baseAddress,
                    Int32(line),
                    nil,
                    message()
                )
            }
        }
    }
}
