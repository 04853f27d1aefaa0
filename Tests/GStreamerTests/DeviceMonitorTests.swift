import GStreamer
import Testing

/// The list of devices; there may be none, but asking always comes back.
struct DeviceMonitorTests {
    init() throws { try Gst.initialize() }

    @Test(arguments: ["Video/Source", "Audio/Source"])
    func askingForDevicesReturnsDevicesOfThatClass(deviceClass: String) {
        for _ in 0..<2 {
            for device in DeviceMonitor.devices(ofClass: deviceClass) {
                #expect(device.deviceClass.contains("Source"))
                #expect(!device.displayName.isEmpty)
                #expect(device.elementFactory?.isEmpty == false)
            }
        }
    }

    @Test func anUnknownClassHasNoDevices() {
        #expect(DeviceMonitor.devices(ofClass: "Smell/Source").isEmpty)
    }
}
