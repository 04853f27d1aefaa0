internal import GStreamer

/// Starting GStreamer, with a failure in this program's own words.
package enum Engine {
    /// Does nothing when it runs already; every way into this module calls it.
    /// - Throws: `CaptureError` with code `.missingElement`.
    package static func start() throws(CaptureError) {
        do throws(GStreamerError) {
            try Gst.initialize()
        } catch {
            throw CaptureError(.missingElement, error.message, advice: "Check the installation of GStreamer")
        }
    }
}
