/// How much delay is spent on how steady a picture.
public enum StabilizationMode: String, Sendable, CaseIterable {
    /// Pictures pass unchanged.
    case off
    /// No delay: the view stands still and follows only when the camera leaves it.
    case lowlatency
    /// Eight pictures ahead.
    case standard
    /// Fifteen pictures ahead: pans start and end softly.
    case cinematic

    /// How many pictures the mode looks ahead unless told otherwise.
    public var defaultLookAhead: Int {
        switch self {
        case .off, .lowlatency: 0
        case .standard: 8
        case .cinematic: 15
        }
    }
}
