internal import CameraDevices
internal import CameraElements
internal import GStreamer
package import Recording

/// Starting GStreamer with this program's own elements.
package enum Engine {
    /// Does nothing when it runs already; every way into this module that makes pipelines calls it.
    ///
    /// - Throws: `CaptureError` with code `.missingElement`.
    package static func start() throws(CaptureError) {
        try Gst.start()
        registerElements()
    }
}
