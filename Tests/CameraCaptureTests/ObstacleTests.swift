import Foundation
import Testing

@testable import CameraCapture
@testable import CameraDevices
@testable import Recording

/// A device says why it cannot be used.
@Suite struct ObstacleTests {
    private func camera(at path: String) -> CaptureDevice {
        CaptureDevice(id: path, name: "Cam", kind: .camera, api: .v4l2, address: path)
    }

    @Test func theTestDevicesAreAlwaysFree() {
        #expect(DeviceCatalogue.testCamera.obstacle() == nil)
        #expect(DeviceCatalogue.testMicrophone.obstacle() == nil)
    }

    @Test func aNodeThatIsGoneIsNoDevice() {
        let error = camera(at: "/dev/video-none").obstacle()
        #expect(error?.code == .noSuchDevice)
        #expect(error?.what == "Cam (/dev/video-none) does not answer: No such file or directory")
    }

    @Test func aNodeThatIsNoCameraDoesNotAnswer() {
        #expect(camera(at: "/dev/null").obstacle()?.code == .noSuchDevice)
    }

    @Test(.enabled(if: getuid() != 0, "whoever is root may open everything"))
    func aNodeThatMayNotBeOpenedIsRefused() throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "video0")
        chmod("\(directory.path)/video0", 0)
        #expect(camera(at: "\(directory.path)/video0").obstacle()?.code == .permissionDenied)
    }

    @Test func aNameOfALSAsOwnIsLeftToALSA() {
        let microphone = CaptureDevice(
            id: "plughw:x",
            name: "x",
            kind: .microphone,
            api: .alsa,
            address: "plughw:CARD=x,DEV=0"
        )
        #expect(microphone.obstacle() == nil)
    }

    @Test func onlyTheFirstNodeOfACameraIsOne() {
        // A node that the kernel does not know cannot be told from a first one.
        #expect(CaptureDevice.isFirstNode("/dev/video-none"))
    }
}
