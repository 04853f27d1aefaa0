import CGStreamer
import Foundation
import GStreamer
import Testing

@testable import CameraElements

/// The plugin in a process that has the elements, and another Swift, already.
@Suite(.serialized) struct PluginBesideTests {
    private static let path: String? = {
        let given = ProcessInfo.processInfo.environment["GSTCAM_PLUGIN"]
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = given ?? root.appendingPathComponent(".build/debug/libgstcamelements.so").path
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()

    @Test(.timeLimit(.minutes(15))) func nothingClashes() async throws {
        let folder = try TemporaryFolder()
        try Gst.initialize()
        #expect(registerElements())
        let type = g_type_from_name("GstcamRecorder")
        #expect(type != 0)
        // The plugin registers the elements once more; the class goes on naming the factory it had.
        let factory = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
        defer { factory.deallocate() }
        factory.pointee = UnsafeMutableRawPointer(gst_element_factory_find("gstcamsrc"))
        let object = try #require(factory.pointee).assumingMemoryBound(to: GObject.self)
        g_object_add_weak_pointer(object, factory)
        gst_object_unref(object)
        let path = try #require(Self.path)
        let plugin = try #require(gst_plugin_load_file(path, nil))
        defer { gst_object_unref(UnsafeMutableRawPointer(plugin)) }
        // The class that was there first serves both.
        #expect(g_type_from_name("GstcamRecorder") == type)
        #expect(registerElements())
        #expect(factory.pointee != nil)
        if factory.pointee != nil { g_object_remove_weak_pointer(object, factory) }
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline(
            "videotestsrc is-live=true num-buffers=30 ! gstcamrecorder location=\(folder.path)/a.mp4"
        )
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        try pipeline.element.setState(.null)
        #expect(folder.files == ["a.mp4"])
    }
}
