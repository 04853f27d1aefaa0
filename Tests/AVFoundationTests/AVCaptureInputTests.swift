import CameraCapture
import Testing

@testable import AVFoundation

/// Inputs have the ports of their devices, and say why a device cannot be used.
@Suite struct AVCaptureInputTests {
    @Test func anInputHasOnePortOfItsDevice() throws {
        let camera = try #require(AVCaptureDevice(uniqueID: "test"))
        let input = try AVCaptureDeviceInput(device: camera)
        let port = try #require(input.ports.first)
        #expect(input.ports.count == 1 && port.input === input)
        #expect(port.mediaType == .video && port.isEnabled)
        #expect(port.sourceDeviceType == .external && port.sourceDevicePosition == .unspecified)
        #expect(port.formatDescription == camera.activeFormat.formatDescription)
        port.isEnabled = false
        #expect(!port.isEnabled)
        let running = CMFormatDescription(subType: 1, dimensions: CMVideoDimensions(width: 2, height: 3))
        port.setFormat(running)
        #expect(port.formatDescription === running)
        let sound = try AVCaptureDeviceInput(device: #require(AVCaptureDevice(uniqueID: "test-microphone")))
        #expect(sound.ports.map(\.mediaType) == [.audio])
    }

    @Test func portsAreFoundByTheirKind() throws {
        let input = try AVCaptureDeviceInput(device: #require(AVCaptureDevice(uniqueID: "test")))
        func count(_ type: AVMediaType?, _ kind: AVCaptureDevice.DeviceType?) -> Int {
            input.ports(for: type, sourceDeviceType: kind, sourceDevicePosition: .unspecified).count
        }
        #expect(count(.video, .external) == 1 && count(nil, nil) == 1)
        #expect(count(.audio, nil) == 0 && count(.video, .microphone) == 0)
        #expect(input.ports(for: .video, sourceDeviceType: nil, sourceDevicePosition: .front).isEmpty)
    }

    @Test func aDeviceThatIsGoneIsRefused() {
        let device = AVCaptureDevice(
            CaptureDevice(id: "x", name: "Cam", kind: .camera, api: .v4l2, address: "/dev/video-none")
        )
        // The node is missing, whether or not anybody has noticed.
        for _ in 0..<2 {
            let error = #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: device) }
            #expect(error?.code == .deviceNotConnected)
            #expect(error?.device === device)
            #expect(error?.localizedDescription.hasPrefix("Cam ") == true)
            device.markDisconnected()
        }
    }
}
