internal import CameraCapture
public import Foundation

/// A photo that was taken, or the failure to take one; it never changes, so any thread may use it.
public final class AVCapturePhoto: NSObject, Sendable {
    private let photo: Photo?
    /// What became of the settings.
    public let resolvedSettings: AVCaptureResolvedPhotoSettings

    init(_ photo: Photo?, _ resolvedSettings: AVCaptureResolvedPhotoSettings) {
        self.photo = photo
        self.resolvedSettings = resolvedSettings
        super.init()
    }

    /// The bytes of a JPEG file; nil when no photo could be taken.
    public func fileDataRepresentation() -> Data? { photo.map { Data($0.jpeg) } }

    /// The pixels; nil, since photos are coded, as on Apple's systems.
    public var pixelBuffer: CVPixelBuffer? { nil }
    /// A small picture beside the photo; nil.
    public var previewPixelBuffer: CVPixelBuffer? { nil }
    /// When it was taken, in the session's time; invalid when no photo could be taken.
    public var timestamp: CMTime { CMTime(photo?.time) }
    /// Whether it holds the sensor's own values; false.
    public var isRawPhoto: Bool { false }
    /// Which of the request's photos it is: the first.
    public var photoCount: Int { 1 }
    /// Which of a series of exposures it is; 0, since there are no series.
    public var sequenceCount: Int { 0 }

    /// The size in pixels under the names that Image I/O gives it; empty when no photo could be taken.
    public var metadata: [String: Any] {
        guard let photo else { return [:] }
        return ["PixelWidth": NSNumber(value: photo.width), "PixelHeight": NSNumber(value: photo.height)]
    }
}
