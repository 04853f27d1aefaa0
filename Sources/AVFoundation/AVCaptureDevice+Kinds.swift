extension AVCaptureDevice {
    /// A kind of camera or microphone.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        /// Apple's word for it.
        public let rawValue: String

        /// Makes one from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A built-in camera; a search for it finds every camera, so that programs written for phones find one.
        public static let builtInWideAngleCamera = DeviceType(
            rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera"
        )
        /// A built-in camera with a long lens; there is none on Linux.
        public static let builtInTelephotoCamera = DeviceType(
            rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera"
        )
        /// A built-in camera with a short lens; there is none on Linux.
        public static let builtInUltraWideCamera = DeviceType(
            rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera"
        )
        /// Two cameras as one; there is none on Linux.
        public static let builtInDualCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
        /// Two cameras as one; there is none on Linux.
        public static let builtInDualWideCamera = DeviceType(
            rawValue: "AVCaptureDeviceTypeBuiltInDualWideCamera"
        )
        /// Three cameras as one; there is none on Linux.
        public static let builtInTripleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTripleCamera")
        /// A camera that measures distances; there is none on Linux.
        public static let builtInTrueDepthCamera = DeviceType(
            rawValue: "AVCaptureDeviceTypeBuiltInTrueDepthCamera"
        )
        /// A camera that measures distances; there is none on Linux.
        public static let builtInLiDARDepthCamera = DeviceType(
            rawValue: "AVCaptureDeviceTypeBuiltInLiDARDepthCamera"
        )
        /// A camera that is plugged in.
        public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
        /// A camera that is plugged in; the older word.
        public static let externalUnknown = DeviceType(rawValue: "AVCaptureDeviceTypeExternalUnknown")
        /// A phone as a camera; there is none on Linux.
        public static let continuityCamera = DeviceType(rawValue: "AVCaptureDeviceTypeContinuityCamera")
        /// The view of a desk; there is none on Linux.
        public static let deskViewCamera = DeviceType(rawValue: "AVCaptureDeviceTypeDeskViewCamera")
        /// A microphone.
        public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
        /// A microphone; the older word.
        public static let builtInMicrophone = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInMicrophone")
    }

    /// Which way a camera looks.
    public enum Position: Int, Sendable {
        /// Nobody says.
        case unspecified = 0
        /// Away from the screen.
        case back = 1
        /// The way the screen does.
        case front = 2
    }
}
