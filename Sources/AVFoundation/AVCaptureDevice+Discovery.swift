internal import CameraCapture
public import Foundation

extension AVCaptureDevice {
    /// The default device for pictures or for sound; nil when there is none.
    ///
    /// `GSTCAM_CAMERA` and `GSTCAM_MICROPHONE` in the environment name another one: `test`, `file:PATH`, or an id.
    public static func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        switch mediaType {
        case .video: DeviceRegistry.shared.cameras().first
        case .audio: DeviceRegistry.shared.microphones().first
        default: nil
        }
    }

    /// The default device of a type and position; nil when there is none.
    ///
    /// Few cameras on Linux tell which way they look, so a search for the back finds any camera when none says
    /// that it looks there, and a search for the front any that does not look to the back.
    public static func `default`(
        _ deviceType: DeviceType,
        for mediaType: AVMediaType?,
        position: Position
    ) -> AVCaptureDevice? {
        DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position).devices.first
    }

    /// All devices for pictures or for sound.
    public static func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
        switch mediaType {
        case .video: DeviceRegistry.shared.cameras()
        case .audio: DeviceRegistry.shared.microphones()
        default: []
        }
    }

    /// All devices.
    public static func devices() -> [AVCaptureDevice] { devices(for: .video) + devices(for: .audio) }

    /// A search for devices.
    public final class DiscoverySession: NSObject, Sendable {
        private let deviceTypes: [DeviceType]
        private let mediaType: AVMediaType?
        private let position: Position

        /// Makes a search.
        /// - Parameters:
        ///   - deviceTypes: What kinds of devices are looked for; those of the first kind come first.
        ///   - mediaType: Whether they deliver pictures or sound; nil for either.
        ///   - position: Which way they look; `unspecified` for any.
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
            self.deviceTypes = deviceTypes
            self.mediaType = mediaType
            self.position = position
            super.init()
        }

        /// What there is now; each time the system is asked again.
        public var devices: [AVCaptureDevice] {
            var found: [AVCaptureDevice] = []
            let wantsSound = deviceTypes.contains { $0.isMicrophone } && mediaType != .video
            let cameras =
                mediaType == nil || mediaType == .video ? looking(DeviceRegistry.shared.cameras()) : []
            let microphones = wantsSound ? DeviceRegistry.shared.microphones() : []
            for type in deviceTypes {
                for device in cameras + microphones where device.satisfies(type) && !found.contains(device) {
                    found.append(device)
                }
            }
            return found
        }

        /// Sets of cameras that can be used at once by one session; none.
        public var supportedMultiCamDeviceSets: [Set<AVCaptureDevice>] { [] }

        /// Those that look the right way; the camera that the environment names always does.
        private func looking(_ cameras: [AVCaptureDevice]) -> [AVCaptureDevice] {
            guard position != .unspecified else { return cameras }
            let chosen = DeviceRegistry.shared.chosenCamera
            let exact = cameras.filter { $0.position == position || $0 === chosen }
            guard exact.isEmpty else { return exact }
            return position == .back ? cameras : cameras.filter { $0.position != .back }
        }
    }

    private func satisfies(_ type: DeviceType) -> Bool {
        if kind == .microphone { return type.isMicrophone }
        switch type {
        case .builtInWideAngleCamera: return true
        case .external, .externalUnknown: return deviceType == .external
        default: return type == deviceType
        }
    }
}

extension AVCaptureDevice.DeviceType {
    fileprivate var isMicrophone: Bool { self == .microphone || self == .builtInMicrophone }
}

/// What lets an initialiser answer with an object that is there already.
public protocol _DeviceOfRegistry {}

extension AVCaptureDevice: _DeviceOfRegistry {}

extension _DeviceOfRegistry where Self == AVCaptureDevice {
    /// The device of an identity, always the same object; nil when it is not there.
    ///
    /// - Parameter uniqueID: An identity, `test`, `test-microphone`, or `file:PATH`.
    public init?(uniqueID: String) {
        guard let device = DeviceRegistry.shared.device(uniqueID: uniqueID) else { return nil }
        self = device
    }
}
