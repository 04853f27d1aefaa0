public import Foundation

// Lights and lenses that cameras on Linux do not have.

extension AVCaptureDevice {
    /// How a lamp is used for films.
    public enum TorchMode: Int, Sendable {
        /// Not at all.
        case off = 0
        /// All the time.
        case on = 1
        /// When it is dark.
        case auto = 2
    }

    /// How a lamp is used for photos.
    public enum FlashMode: Int, Sendable {
        /// Not at all.
        case off = 0
        /// For every photo.
        case on = 1
        /// When it is dark.
        case auto = 2
    }

    /// The brightest light of a torch.
    public static let maxAvailableTorchLevel: Float = 1

    /// Always false.
    public var hasTorch: Bool { false }
    /// Always false.
    public var isTorchAvailable: Bool { false }
    /// Always false.
    public var isTorchActive: Bool { false }
    /// Always 0.
    public var torchLevel: Float { 0 }
    /// Always false.
    public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool { false }
    /// Always `off`.
    public var torchMode: TorchMode {
        get { .off }
        set { Fault.unsupported(newValue != .off) }
    }
    /// Lights a torch, which no camera has.
    /// - Throws: `AVError` with code `torchLevelUnavailable`.
    public func setTorchModeOn(level torchLevel: Float) throws {
        throw AVError(
            .torchLevelUnavailable,
            userInfo: [NSLocalizedDescriptionKey: "\(localizedName) has no torch", AVErrorDeviceKey: self]
        )
    }

    /// Always false.
    public var hasFlash: Bool { false }
    /// Always false.
    public var isFlashAvailable: Bool { false }
    /// Always false.
    public func isFlashModeSupported(_ flashMode: FlashMode) -> Bool { false }
    /// Always `off`.
    public var flashMode: FlashMode {
        get { .off }
        set { Fault.unsupported(newValue != .off) }
    }

    /// How far the picture is enlarged; 1, not at all.
    public var videoZoomFactor: CGFloat {
        get { 1 }
        set { Fault.unsupported(newValue != 1) }
    }
    /// Always 1.
    public var minAvailableVideoZoomFactor: CGFloat { 1 }
    /// Always 1.
    public var maxAvailableVideoZoomFactor: CGFloat { 1 }
    /// Always false.
    public var isRampingVideoZoom: Bool { false }
    /// Enlarges the picture slowly, which no camera here does.
    public func ramp(toVideoZoomFactor factor: CGFloat, withRate rate: Float) {
        Fault.unsupported(factor != 1)
    }
    /// Ends a slow enlargement; there is none.
    public func cancelVideoZoomRamp() {}

    /// Always false: no device here stands for several.
    public var isVirtualDevice: Bool { false }
    /// Always empty.
    public var constituentDevices: [AVCaptureDevice] { [] }
    /// Always empty.
    public var virtualDeviceSwitchOverVideoZoomFactors: [NSNumber] { [] }
    /// Always false.
    public var isContinuityCamera: Bool { false }
    /// Always nil.
    public var companionDeskViewCamera: AVCaptureDevice? { nil }
    /// Always empty: no device here is another view of this one.
    public var linkedDevices: [AVCaptureDevice] { [] }
}
