package import GStreamer
package import Recording

extension Gst {
    /// Initialises GStreamer, with a failure in this program's own words; does nothing when it runs already.
    ///
    /// - Throws: `CaptureError` with code `.missingElement`.
    package static func start() throws(CaptureError) {
        do throws(GStreamerError) {
            try Gst.initialize()
        } catch {
            throw CaptureError(.missingElement, error.message, advice: "Check the installation of GStreamer")
        }
    }
}
