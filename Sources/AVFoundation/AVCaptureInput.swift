public import Foundation
internal import Synchronization

/// Where a session gets its media from.
open class AVCaptureInput: NSObject {
    /// The streams that the input delivers.
    public let ports: [Port]

    init(ports: [Port]) {
        self.ports = ports
        super.init()
        for port in ports { port.input = self }
    }

    /// One stream of an input; any thread may ask it and turn it on and off.
    public final class Port: NSObject {
        private struct State {
            var isEnabled = true
            var formatDescription: CMFormatDescription?
        }

        /// What the stream carries.
        public let mediaType: AVMediaType
        /// The kind of the device that delivers it.
        public let sourceDeviceType: AVCaptureDevice.DeviceType?
        /// Which way the device looks that delivers it.
        public let sourceDevicePosition: AVCaptureDevice.Position
        private let device: AVCaptureDevice?
        private let state = Mutex(State())
        /// The input that the port belongs to.
        public fileprivate(set) weak var input: AVCaptureInput?

        init(mediaType: AVMediaType, device: AVCaptureDevice?) {
            self.mediaType = mediaType
            self.device = device
            sourceDeviceType = device?.deviceType
            sourceDevicePosition = device?.position ?? .unspecified
            super.init()
        }

        /// Whether the stream is delivered; a session looks at it when it is configured.
        public var isEnabled: Bool {
            get { state.withLock { $0.isEnabled } }
            set { state.withLock { $0.isEnabled = newValue } }
        }

        /// The format: that of the running session, else that of the device.
        public var formatDescription: CMFormatDescription? {
            state.withLock { $0.formatDescription } ?? device?.activeFormat.formatDescription
        }

        /// Takes the format of the running session; nil when it stopped.
        func setFormat(_ format: CMFormatDescription?) { state.withLock { $0.formatDescription = format } }
    }
}
