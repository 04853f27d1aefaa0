import CameraCapture
import GStreamer

/// Starting GStreamer, with a failure in the command's own words.
enum Engine {
    static func start() throws(CaptureError) {
        do throws(GStreamerError) {
            try Gst.initialize()
        } catch {
            throw CaptureError(.missingElement, error.message, advice: "Check the installation of GStreamer")
        }
    }
}
