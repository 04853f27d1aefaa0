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
