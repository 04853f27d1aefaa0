internal import CameraCapture
public import Foundation
internal import PipelineTemplates

extension AVCaptureDevice {
    /// A format that a device delivers: for pictures a size, a pixel format or codec, and frame rates.
    ///
    /// It never changes, so any thread may use it.
    public final class Format: NSObject, Sendable {
        /// Whether it is a format of pictures or of sound.
        public let mediaType: AVMediaType
        /// The size, and how the pictures are coded.
        public let formatDescription: CMFormatDescription
        /// The frame rates; empty for sound.
        public let videoSupportedFrameRateRanges: [AVFrameRateRange]
        /// GStreamer's name of the pixel format; nil for coded pictures and for sound.
        let pixelFormat: String?

        init(
            mediaType: AVMediaType,
            formatDescription: CMFormatDescription,
            ranges: [AVFrameRateRange],
            pixelFormat: String?
        ) {
            self.mediaType = mediaType
            self.formatDescription = formatDescription
            videoSupportedFrameRateRanges = ranges
            self.pixelFormat = pixelFormat
            super.init()
        }

        /// The field of view in degrees; 0, since no camera here tells.
        public var videoFieldOfView: Float { 0 }
        /// Whether pixels are put together; false, since no camera here tells.
        public var isVideoBinned: Bool { false }
        /// How far the picture can be enlarged; 1, not at all.
        public var videoMaxZoomFactor: CGFloat { 1 }
        /// From where on an enlarged picture loses detail; 1, at once.
        public var videoZoomFactorUpscaleThreshold: CGFloat { 1 }
        /// Always false.
        public var isVideoHDRSupported: Bool { false }
        /// Always false.
        public var isMultiCamSupported: Bool { false }
        /// Always false.
        public var isHighestPhotoQualitySupported: Bool { false }
        /// The size of photos: that of the pictures.
        public var highResolutionStillImageDimensions: CMVideoDimensions { formatDescription.dimensions }
        /// The sizes of photos: that of the pictures.
        public var supportedMaxPhotoDimensions: [CMVideoDimensions] { [formatDescription.dimensions] }
        /// The lowest sensitivity; 0, since it cannot be set.
        public var minISO: Float { 0 }
        /// The highest sensitivity; 0, since it cannot be set.
        public var maxISO: Float { 0 }
        /// The shortest exposure; zero, since it cannot be set.
        public var minExposureDuration: CMTime { .zero }
        /// The longest exposure; zero, since it cannot be set.
        public var maxExposureDuration: CMTime { .zero }

        /// Whether the pictures of this format can be steadied so; always true for `off`.
        ///
        /// The others are `lowLatency`, `standard` and `cinematic`, and `auto`, which chooses. Pictures of H.264 and
        /// H.265 are recorded as the camera codes them.
        public func isVideoStabilizationModeSupported(_ mode: AVCaptureVideoStabilizationMode) -> Bool {
            guard mode != .off, mediaType == .video else { return mode == .off }
            let size = formatDescription.dimensions
            return mode.engineMode != nil
                && (pixelFormat != nil || formatDescription.mediaSubType == .jpeg)
                && VideoStabilization.supports(width: Int(size.width), height: Int(size.height))
        }

        /// The size, the coding and the rates.
        public override var description: String {
            let size = formatDescription.dimensions
            let code = formatDescription.mediaSubType.rawValue
            let letters = (0..<4).map {
                Character(UnicodeScalar(UInt8(code >> (24 - 8 * UInt32($0)) & 0xFF)))
            }
            let rates = videoSupportedFrameRateRanges.map { "\($0.minFrameRate)-\($0.maxFrameRate) fps" }
            let text = "\(mediaType.rawValue)/\(String(letters)) \(size.width)x\(size.height)"
            return "<AVCaptureDeviceFormat: \(([text] + rates).joined(separator: ", "))>"
        }
    }
}
