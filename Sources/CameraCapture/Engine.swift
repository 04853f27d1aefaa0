internal import CameraElements
internal import GStreamer

/// Starting GStreamer with this program's own elements, with a failure in its own words.
package enum Engine {
    /// Does nothing when it runs already; every way into this module calls it.
    /// - Throws: `CaptureError` with code `.missingElement`.
    package static func start() throws(CaptureError) {
        do throws(GStreamerError) {
            try Gst.initialize()
            registerElements()
        } catch {
            throw CaptureError(.missingElement, error.message, advice: "Check the installation of GStreamer")
        }
    }
}
