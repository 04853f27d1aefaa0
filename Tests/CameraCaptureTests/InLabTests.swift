import CameraCapture
import Foundation
import GStreamer
import Testing

/// Only in the device lab, where a camera can be unplugged; `LabTests` runs this there, and says in `GSTCAM_IN_LAB`
/// which id the camera has.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["GSTCAM_IN_LAB"] != nil))
struct InLabTests {
    /// Not by Foundation's `Process`, which needs sockets that the lab's kernel lacks.
    private func fault(_ name: String) {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../DeviceLab/fault").path
        #expect(system("'\(script)' \(name)") == 0)
    }

    @Test(.timeLimit(.minutes(5))) func devicesThatAreUnpluggedAndPluggedInAreTold() async throws {
        try Gst.initialize()
        let (changes, continuation) = AsyncStream.makeStream(of: DeviceWatcher.Change.self)
        let watcher = DeviceWatcher { continuation.yield($0) }
        var told = changes.makeAsyncIterator()
        let camera = try DeviceCatalogue.camera(nil)
        #expect(camera.id == ProcessInfo.processInfo.environment["GSTCAM_IN_LAB"])
        fault("unplug")
        #expect(await told.next() == .disconnected(camera))
        fault("replug")
        guard case .connected(let again) = await told.next() else {
            Issue.record("it did not come back")
            return
        }
        #expect(again.id == camera.id)
        #expect(again.modes == camera.modes)
        fault("mic-unplug")
        guard case .disconnected(let microphone) = await told.next() else {
            Issue.record("the microphone is still there")
            return
        }
        #expect(microphone.id.hasPrefix("hw:CARD=Loopback,DEV="))
        #expect(CaptureAccess.status(for: .camera) == .authorized)
        #expect(CaptureAccess.status(for: .microphone) == .authorized)
        watcher.stop()
    }
}
