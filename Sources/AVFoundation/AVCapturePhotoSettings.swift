public import Foundation
internal import Synchronization

/// How one photo is to be taken; each object can be used once.
open class AVCapturePhotoSettings: NSObject {
    private static let lastID = Atomic<Int64>(0)

    /// Tells these settings from all others; the delegate finds it in its resolved settings.
    public let uniqueID: Int64
    /// How the photo is coded, as it was given; nil for JPEG of a usual quality.
    public let format: [String: Any]?
    /// The flash that is wanted; no camera on Linux has one, so the photo is taken without.
    public var flashMode = AVCaptureDevice.FlashMode.off
    /// Whether speed or quality counts; a photo here is always a full picture of the camera.
    public var photoQualityPrioritization = AVCapturePhotoOutput.QualityPrioritization.balanced
    /// Whether a photo larger than the camera's pictures is wanted; there is none.
    public var isHighResolutionPhotoEnabled = false
    /// The largest size that is wanted; a photo always has the size of the camera's pictures.
    public var maxPhotoDimensions = CMVideoDimensions()
    /// Whether red eyes are to be corrected; they are not.
    public var isAutoRedEyeReductionEnabled = false
    private let isUsed = Atomic(false)

    /// A JPEG photo.
    public override convenience init() { self.init(format: nil) }

    /// A photo that is coded so.
    ///
    /// - Parameter format: `AVVideoCodecKey` with `AVVideoCodecType.jpeg`, and under `AVVideoCompressionPropertiesKey`
    ///   the quality from 0 to 1 with `AVVideoQualityKey`. What cannot be made is refused when the photo is taken.
    public init(format: [String: Any]?) {
        self.format = format
        uniqueID = AVCapturePhotoSettings.lastID.add(1, ordering: .relaxed).newValue
        super.init()
    }

    /// The same settings for another photo.
    public convenience init(from photoSettings: AVCapturePhotoSettings) {
        self.init(format: photoSettings.format)
        flashMode = photoSettings.flashMode
        photoQualityPrioritization = photoSettings.photoQualityPrioritization
        isHighResolutionPhotoEnabled = photoSettings.isHighResolutionPhotoEnabled
        maxPhotoDimensions = photoSettings.maxPhotoDimensions
        isAutoRedEyeReductionEnabled = photoSettings.isAutoRedEyeReductionEnabled
    }

    /// The kind of the photo's file.
    public var processedFileType: AVFileType? { .jpg }
    /// The format of a raw photo; 0, since there are none.
    public var rawPhotoPixelFormatType: OSType { 0 }
    /// The kind of a raw photo's file; nil, since there are none.
    public var rawFileType: AVFileType? { nil }
    /// Formats of small pictures beside the photo: none.
    public var availablePreviewPhotoPixelFormatTypes: [OSType] { [] }
    /// Codecs of small pictures inside the photo: none.
    public var availableEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] { [] }

    /// True once; the settings are used up then.
    func use() -> Bool { !isUsed.exchange(true, ordering: .relaxed) }

    /// What was asked for under the codec's key; JPEG when nothing was.
    var codec: AVVideoCodecType {
        switch format?[AVVideoCodecKey] {
        case let codec as AVVideoCodecType: codec
        case let word as String: AVVideoCodecType(rawValue: word)
        default: .jpeg
        }
    }

    /// The quality as the engine counts it, from 1 to 100; nil for the usual one.
    var quality: Int? {
        let compression = format?[AVVideoCompressionPropertiesKey] as? [String: Any]
        let quality = SettingNumber.double(compression?[AVVideoQualityKey])
        return quality.map { Int((min(1, max(0, $0.isNaN ? 1 : $0)) * 99).rounded()) + 1 }
    }
}
