import CameraCapture
import GStreamer

/// Records five seconds of a camera and tells what became of them.
func recordFiveSeconds(of camera: String, to file: String) async throws -> RecordingResult? {
    try Gst.initialize()
    var devices = CaptureOptions()
    devices.camera = camera
    var wishes = RecordingOptions(pattern: file)
    wishes.duration = .seconds(5)

    let selection = try CaptureSelection(options: devices)
    let session = CaptureSession(selection: selection)
    let (events, continuation) = AsyncStream.makeStream(of: RecordingEvent.self)
    try session.record(selection.plan(wishes).plan) { event in continuation.yield(event) }
    try session.start()
    defer { session.stop() }
    for await case .finished(let result) in events { return result }
    return nil
}
