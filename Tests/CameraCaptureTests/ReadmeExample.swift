import CameraCapture
import Foundation

/// Records five seconds of a camera and tells what became of them.
func recordFiveSeconds(of camera: String, to file: URL) async throws -> RecordingResult {
    var devices = CaptureOptions()
    devices.camera = camera
    let session = CaptureSession(selection: try CaptureSelection(options: devices))
    try await session.start()
    let recording = try await session.record(to: file) { $0.duration = .seconds(5) }
    let result = try await recording.result
    await session.stop()
    return result
}
