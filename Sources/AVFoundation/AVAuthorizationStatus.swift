/// Whether this program may use the devices of a media type.
public enum AVAuthorizationStatus: Int, Sendable {
    /// Nobody was asked yet.
    case notDetermined = 0
    /// Nobody here may decide.
    case restricted = 1
    /// It was refused.
    case denied = 2
    /// It was granted.
    case authorized = 3
}
