public import AVFoundation

extension CameraManager {
    /// How a manager sets up its session; every part has a usual value.
    public struct Configuration: Sendable {
        /// Whether sound is recorded.
        public enum MicrophonePolicy: Sendable {
            /// Always; without a microphone nothing is recorded.
            case required
            /// When there is a microphone that may be used.
            case ifAvailable
            /// Never.
            case none
        }

        /// How good the pictures should be.
        public var preset = AVCaptureSession.Preset.high
        /// The camera; nil for the default one, which looks to the back where cameras say so.
        public var device: AVCaptureDevice?
        /// Whether sound is recorded.
        public var microphone = MicrophonePolicy.ifAvailable
        /// The microphone; nil for the default one.
        public var microphoneDevice: AVCaptureDevice?
        /// Where the manager makes a directory of its own for its movies, which nobody else can read.
        public var temporaryDirectory = URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true)
        /// The suffix of the movies, which chooses the container.
        public var fileExtension = VIDEO_FILE_EXTENSION
        /// Where `saveToLibrary` puts movies; nil for the desktop's folder for videos.
        public var libraryDirectory: URL?

        /// Makes the usual configuration.
        public init() {}
    }
}
