internal import Recording

/// Makes gstcam's elements known to the running process, so that pipelines can use them; doing it again is harmless.
///
/// GStreamer has to be initialised. The corresponding C function is `gst_element_register`, without a plugin. Any
/// thread may call it.
/// - Returns: Whether all of them are there.
@discardableResult
public func registerElements() -> Bool { registerElements(plugin: nil) }

/// Registers gstcam's elements, with rank none, as features of a plugin.
///
/// The corresponding C function is `gst_element_register`.
/// - Parameter plugin: The `GstPlugin *` that is being loaded; nil for the running process.
/// - Returns: Whether all of them could be registered.
public func registerElements(plugin: OpaquePointer?) -> Bool {
    let elements: [any ElementImplementation.Type] = [
        RecorderElement.self, SourceElement.self, VideoStab.self,
    ]
    return elements.map { ObjectClass.register($0, plugin: plugin) }.allSatisfy { $0 }
}

/// The version that the plugin tells GStreamer.
package var pluginVersion: String { Version.current }
