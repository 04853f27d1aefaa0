public import Foundation

/// What became of the settings of a photo; it never changes, so any thread may use it.
public final class AVCaptureResolvedPhotoSettings: NSObject, Sendable {
    /// The number of the settings that the photo was asked for with.
    public let uniqueID: Int64
    /// The size of the photo: until it was taken that of the camera's pictures, zero when nothing could be taken.
    public let photoDimensions: CMVideoDimensions

    init(uniqueID: Int64, photoDimensions: CMVideoDimensions) {
        self.uniqueID = uniqueID
        self.photoDimensions = photoDimensions
        super.init()
    }

    /// The size of a raw photo; zero, since there are none.
    public var rawPhotoDimensions: CMVideoDimensions { CMVideoDimensions() }
    /// The size of a small picture beside the photo; zero, since there is none.
    public var previewDimensions: CMVideoDimensions { CMVideoDimensions() }
    /// The size of a small picture inside the photo; zero, since there is none.
    public var embeddedThumbnailDimensions: CMVideoDimensions { CMVideoDimensions() }
    /// The size of a movie beside the photo; zero, since there is none.
    public var livePhotoMovieDimensions: CMVideoDimensions { CMVideoDimensions() }
    /// Whether the flash is used; false.
    public var isFlashEnabled: Bool { false }
    /// Whether red eyes are corrected; false.
    public var isRedEyeReductionEnabled: Bool { false }
    /// How many photos the delegate gets.
    public var expectedPhotoCount: Int { 1 }
}
