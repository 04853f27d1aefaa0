internal import CGStreamer
internal import CameraElements

/// What GStreamer asks the plugin for when it loads it.
///
/// The function's name follows from the file's, `libgstcamelements.so`; in C the macro `GST_PLUGIN_DEFINE` makes it.
/// - Returns: A `GstPluginDesc *` that lives as long as the process.
@_cdecl("gst_plugin_camelements_get_desc")
public func pluginDescription() -> UnsafeRawPointer? { UnsafeRawPointer(bitPattern: Plugin.description) }

private enum Plugin {
    /// The address of the description, made when it is first asked for and never freed.
    static let description: UInt = {
        let description = UnsafeMutablePointer<GstPluginDesc>.allocate(capacity: 1)
        description.initialize(to: GstPluginDesc())
        description.pointee.major_version = GST_VERSION_MAJOR
        description.pointee.minor_version = GST_VERSION_MINOR
        description.pointee.name = text("camelements")
        description.pointee.description = text("Recorder, camera source and video stabilizer")
        description.pointee.plugin_init = { plugin in registerElements(plugin: plugin) ? 1 : 0 }
        // "gst-inspect-1.0 --exists" takes what is older than GStreamer itself for missing.
        description.pointee.version = text(gstreamerVersion)
        description.pointee.license = text("MIT/X11")
        description.pointee.source = text("gstcam")
        description.pointee.package = text("gstcam \(pluginVersion)")
        description.pointee.origin = text("gstcam")
        return UInt(bitPattern: description)
    }()

    /// A copy of a text that stays for ever, as GStreamer wants it.
    private static func text(_ text: String) -> UnsafePointer<CChar>? { UnsafePointer(g_strdup(text)) }

    private static var gstreamerVersion: String {
        var (major, minor, micro, nano): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
        gst_version(&major, &minor, &micro, &nano)
        return "\(major).\(minor).\(micro)"
    }
}
