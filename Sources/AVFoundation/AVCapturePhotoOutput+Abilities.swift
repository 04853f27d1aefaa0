internal import Synchronization

// What can be asked of a photo output. Most of it needs a phone's camera: every such question is answered with no, and
// what is switched on is ignored, so that code which asks first, as Apple demands, goes its other way.

extension AVCapturePhotoOutput {
    /// Whether speed or quality counts.
    public enum QualityPrioritization: Int, Sendable {
        /// Speed counts most.
        case speed = 1
        /// Both count.
        case balanced = 2
        /// Quality counts most.
        case quality = 3
    }

    // MARK: - What photos are like

    /// The codecs of photos.
    public var availablePhotoCodecTypes: [AVVideoCodecType] { [.jpeg] }
    /// The kinds of files of photos.
    public var availablePhotoFileTypes: [AVFileType] { [.jpg] }
    /// The pixel formats of photos that are not coded: none.
    public var availablePhotoPixelFormatTypes: [OSType] { [] }
    /// The pixel formats of the sensor's own values: none.
    public var availableRawPhotoPixelFormatTypes: [OSType] { [] }
    /// The kinds of files of the sensor's own values: none.
    public var availableRawPhotoFileTypes: [AVFileType] { [] }

    /// The codecs of photos in a kind of file.
    public func supportedPhotoCodecTypes(for fileType: AVFileType) -> [AVVideoCodecType] {
        fileType == .jpg ? [.jpeg] : []
    }

    /// The pixel formats of photos in a kind of file: none.
    public func supportedPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] { [] }

    /// The pixel formats of the sensor's own values in a kind of file: none.
    public func supportedRawPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] { [] }

    // MARK: - What is prepared

    /// The largest size that photos are prepared for; they always have the size of the camera's pictures.
    public var maxPhotoDimensions: CMVideoDimensions {
        get { preparation.withLock { $0.maxPhotoDimensions } }
        set { preparation.withLock { $0.maxPhotoDimensions = newValue } }
    }

    /// The most quality that photos are prepared for; all have the same here.
    public var maxPhotoQualityPrioritization: QualityPrioritization {
        get { preparation.withLock { $0.maxPhotoQualityPrioritization } }
        set { preparation.withLock { $0.maxPhotoQualityPrioritization = newValue } }
    }

    /// Whether photos larger than the camera's pictures are prepared; there are none.
    public var isHighResolutionCaptureEnabled: Bool {
        get { preparation.withLock { $0.isHighResolutionCaptureEnabled } }
        set { preparation.withLock { $0.isHighResolutionCaptureEnabled = newValue } }
    }

    /// How many exposures a series can have: none.
    public var maxBracketedCapturePhotoCount: Int { 0 }

    // MARK: - Light

    /// The flash modes: off.
    public var supportedFlashModes: [AVCaptureDevice.FlashMode] { [.off] }
    /// Whether the scene is so dark that a flash would help; false, since there is none.
    public var isFlashScene: Bool { false }
    /// Always false.
    public var isAutoRedEyeReductionSupported: Bool { false }
    /// Always false.
    public var isStillImageStabilizationSupported: Bool { false }
    /// Always false.
    public var isStillImageStabilizationScene: Bool { false }

    // MARK: - Abilities of phones

    /// Always false.
    public var isLivePhotoCaptureSupported: Bool { false }
    /// Always false.
    public var isLivePhotoCaptureEnabled: Bool {
        get { false }
        set { Fault.unsupported(newValue) }
    }
    /// Always false.
    public var isDepthDataDeliverySupported: Bool { false }
    /// Always false.
    public var isDepthDataDeliveryEnabled: Bool {
        get { false }
        set { Fault.unsupported(newValue) }
    }
    /// Always false.
    public var isPortraitEffectsMatteDeliverySupported: Bool { false }
    /// Always false.
    public var isPortraitEffectsMatteDeliveryEnabled: Bool {
        get { false }
        set { Fault.unsupported(newValue) }
    }
    /// Always false.
    public var isCameraCalibrationDataDeliverySupported: Bool { false }
    /// Always false.
    public var isVirtualDeviceFusionSupported: Bool { false }
    /// Always false.
    public var isAppleProRAWSupported: Bool { false }
    /// Always false.
    public var isAppleProRAWEnabled: Bool {
        get { false }
        set { Fault.unsupported(newValue) }
    }
    /// Always false.
    public var isZeroShutterLagSupported: Bool { false }
    /// Always false.
    public var isResponsiveCaptureSupported: Bool { false }
    /// Always false.
    public var isFastCapturePrioritizationSupported: Bool { false }
    /// Always false.
    public var isAutoDeferredPhotoDeliverySupported: Bool { false }
    /// Always false: there is no sound.
    public var isShutterSoundSuppressionSupported: Bool { false }
}
