extension AVCaptureSession {
    /// How good a session's pictures should be.
    public struct Preset: RawRepresentable, Hashable, Sendable {
        /// Apple's word for it.
        public let rawValue: String

        /// Makes one from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The largest picture of the camera.
        public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
        /// The largest picture up to 1920x1080 that comes at 24 or more a second.
        public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
        /// About 640x480.
        public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
        /// About 320x240.
        public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
        /// Exactly 320x240.
        public static let qvga320x240 = Preset(rawValue: "AVCaptureSessionPreset320x240")
        /// Exactly 352x288.
        public static let cif352x288 = Preset(rawValue: "AVCaptureSessionPreset352x288")
        /// Exactly 640x480.
        public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
        /// Exactly 960x540.
        public static let qHD960x540 = Preset(rawValue: "AVCaptureSessionPreset960x540")
        /// Exactly 1280x720.
        public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
        /// Exactly 1920x1080.
        public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")
        /// Exactly 3840x2160.
        public static let hd4K3840x2160 = Preset(rawValue: "AVCaptureSessionPreset3840x2160")
        /// Exactly 960x540.
        public static let iFrame960x540 = Preset(rawValue: "AVCaptureSessionPresetiFrame960x540")
        /// Exactly 1280x720.
        public static let iFrame1280x720 = Preset(rawValue: "AVCaptureSessionPresetiFrame1280x720")
        /// What the device was set to itself.
        public static let inputPriority = Preset(rawValue: "AVCaptureSessionPresetInputPriority")
    }
}
