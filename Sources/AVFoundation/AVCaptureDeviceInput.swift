internal import CameraCapture
internal import Foundation

/// A camera or microphone as the source of a session.
public final class AVCaptureDeviceInput: AVCaptureInput {
    /// The device.
    public let device: AVCaptureDevice

    /// Takes a device for a session.
    ///
    /// A device that nobody was asked about yet is taken; the session asks when it starts.
    /// - Throws: `AVError` with code `applicationIsNotAuthorizedToUseDevice`, `deviceNotConnected` or
    ///   `deviceInUseByAnotherApplication`.
    public init(device: AVCaptureDevice) throws {
        if let error = device.refusal() { throw AVError(error, device: device) }
        self.device = device
        super.init(ports: [Port(mediaType: device.kind == .camera ? .video : .audio, device: device)])
    }

    /// The ports of a kind; nil stands for any.
    public func ports(
        for mediaType: AVMediaType?,
        sourceDeviceType: AVCaptureDevice.DeviceType?,
        sourceDevicePosition: AVCaptureDevice.Position
    ) -> [Port] {
        ports.filter { port in
            (mediaType ?? port.mediaType) == port.mediaType
                && (sourceDeviceType ?? port.sourceDeviceType) == port.sourceDeviceType
                && (sourceDevicePosition == .unspecified || sourceDevicePosition == port.sourceDevicePosition)
        }
    }
}

extension AVCaptureDevice {
    /// Why no session can use the device now; nil when one can.
    func refusal() -> CaptureError? {
        let status = CaptureAccess.status(for: kind == .camera ? .camera : .microphone)
        // A node that the kernel does not let us open is denied too; its own sentence says which.
        let obstacle = isConnected ? capture.obstacle() : nil
        if status == .denied || status == .restricted {
            if let obstacle, obstacle.code == .permissionDenied { return obstacle }
            return CaptureError(
                .permissionDenied,
                "this program may not use \(localizedName)",
                advice: status == .denied
                    ? "Allow it in the system's settings, or add yourself to the group video or audio"
                    : "Ask the administrator of this machine"
            )
        }
        guard isConnected else {
            return CaptureError(
                .noSuchDevice,
                "\(localizedName) is not connected",
                advice: "Plug it in again"
            )
        }
        return obstacle
    }
}
