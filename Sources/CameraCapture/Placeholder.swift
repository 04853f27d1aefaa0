internal import Dispatch
internal import Glibc

/// Throw-away stand-in.
public enum CaptureAccess {
    /// What is asked for.
    public enum Medium: Sendable { case camera, microphone }
    /// The answer.
    public enum Status: Sendable { case notDetermined, restricted, denied, authorized }

    private static func words(_ medium: Medium) -> [Substring] {
        let name = medium == .camera ? "GSTCAM_AUTH_VIDEO" : "GSTCAM_AUTH_AUDIO"
        return getenv(name).map { String(cString: $0) }?.split(separator: ":") ?? []
    }

    /// Stand-in.
    public static func status(for medium: Medium) -> Status {
        switch words(medium).first {
        case "denied": .denied
        case "restricted": .restricted
        case "notDetermined": .notDetermined
        default: .authorized
        }
    }

    /// Stand-in.
    public static func request(for medium: Medium, completion: @escaping @Sendable (Bool) -> Void) {
        let granted = status(for: medium) == .authorized || words(medium).last == "grant"
        DispatchQueue.global().async { completion(granted) }
    }
}

/// Throw-away stand-in.
public final class DeviceWatcher: Sendable {
    /// What happened.
    public enum Change: Sendable {
        /// Came.
        case connected(CaptureDevice)
        /// Went.
        case disconnected(CaptureDevice)
    }

    /// Stand-in.
    public init(handler: @escaping @Sendable (Change) -> Void) {}
    /// Stand-in.
    public func stop() {}
}
