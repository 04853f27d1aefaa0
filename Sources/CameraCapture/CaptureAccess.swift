internal import Dispatch
package import GStreamer

/// Whether this program may use cameras and microphones, and asking for it.
///
/// Outside a sandbox it is what the kernel grants. In one, the desktop's portal asks the person about the cameras;
/// there is no portal for microphones, which come through the sound server. `GSTCAM_ACCESS=portal` asks the portal
/// anywhere. For tests, `GSTCAM_AUTH_VIDEO` and `GSTCAM_AUTH_AUDIO` decide: `authorized`, `denied`, `restricted`, or
/// `notDetermined` with `:grant` or `:deny` for the answer. The environment is read once. Any thread may ask.
public enum CaptureAccess {
    /// What is asked for.
    public enum Medium: Sendable {
        /// Pictures.
        case camera
        /// Sound.
        case microphone
    }

    /// What this program may do.
    public enum Status: Sendable {
        /// Nobody was asked yet.
        case notDetermined
        /// A policy forbids it, which the person cannot change.
        case restricted
        /// The person, or the permissions of the device, forbid it.
        case denied
        /// It may use the devices, if there are any.
        case authorized
    }

    private static let queue = DispatchQueue(label: "gstcam.access")
    private static let log = DebugCategory("gstcam", description: "gstcam's recorder")
    private static let portal = CameraPortal()
    private static let camera = rule(decree: "GSTCAM_AUTH_VIDEO") {
        Sandbox.isPresent()
            ? .asked(AskedOnce(on: queue) { portal.ask() })
            : .seen { NodeAccess.cameras() }
    }
    private static let microphone = rule(decree: "GSTCAM_AUTH_AUDIO") {
        let isSandboxed = Sandbox.isPresent()
        return .seen { NodeAccess.microphones(isSandboxed: isSandboxed) }
    }

    /// What this program may do now, without asking anybody.
    ///
    /// As Apple's `authorizationStatus(for:)`. That there is no device is no refusal.
    /// - Parameter medium: What is asked for.
    /// - Returns: What is known.
    public static func status(for medium: Medium) -> Status { rule(for: medium).status }

    /// Asks for access, where there is somebody to ask.
    ///
    /// As Apple's `requestAccess(for:)`. Several requests share one question; its answer stays for the life of the
    /// process. In a sandbox it waits for a person, ten minutes at most.
    /// - Parameters:
    ///   - medium: What is asked for.
    ///   - completion: Called exactly once, on a private queue, never before this returns; tells whether the devices
    ///     may be used.
    public static func request(for medium: Medium, completion: @escaping @Sendable (Bool) -> Void) {
        rule(for: medium).request(on: queue, completion: completion)
    }

    /// Asks for access, where there is somebody to ask.
    ///
    /// - Parameter medium: What is asked for.
    /// - Returns: Whether the devices may be used.
    public static func request(for medium: Medium) async -> Bool {
        await withCheckedContinuation { continuation in
            request(for: medium) { continuation.resume(returning: $0) }
        }
    }

    /// A new connection to PipeWire for `pipewiresrc fd=`, which shows the cameras that the portal granted.
    ///
    /// Blocks for a moment; closed in programs that this one starts.
    /// - Returns: The connection, for one user; nil when the portal did not grant any, or was not asked.
    package static func pipeWireRemote() -> FileDescriptor? { portal.remote() }

    private static func rule(for medium: Medium) -> AccessRule {
        switch medium {
        case .camera: camera
        case .microphone: microphone
        }
    }

    private static func rule(decree variable: String, otherwise: () -> AccessRule) -> AccessRule {
        guard let text = Environment.value(variable) else { return otherwise() }
        if let rule = AccessRule(decree: text, queue: queue) { return rule }
        log.log(.warning, "\(variable)=\(text) means nothing and is left out")
        return otherwise()
    }
}
