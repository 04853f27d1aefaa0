internal import CameraCapture

/// How strongly shaking is taken out of the picture.
public enum AVCaptureVideoStabilizationMode: Int, Sendable {
    /// Not at all.
    case off = 0
    /// A little, with little delay.
    case standard = 1
    /// Strongly, with more delay.
    case cinematic = 2
    /// More strongly, with still more delay.
    case cinematicExtended = 3
    /// As good as the preview shows it.
    case previewOptimized = 4
    /// Most strongly.
    case cinematicExtendedEnhanced = 5
    /// With no delay at all.
    case lowLatency = 6
    /// Whatever suits the device and its format; a mode to ask for, never an active one.
    case auto = -1
}

extension AVCaptureVideoStabilizationMode {
    /// The engine's word for it; nil for one that it does not have.
    var engineMode: VideoStabilization? {
        switch self {
        case .off: .off
        case .standard: .standard
        case .cinematic: .cinematic
        case .lowLatency: .lowlatency
        case .auto: .auto
        case .cinematicExtended, .previewOptimized, .cinematicExtendedEnhanced: nil
        }
    }

    /// The mode that is at work in a recording when the engine is told this one.
    init(_ mode: VideoStabilization, framerate: Double) {
        self =
            switch mode.inRecording(framerate: framerate) {
            case .standard: .standard
            case .cinematic: .cinematic
            case .lowlatency: .lowLatency
            case .off, .auto: .off
            }
    }
}
