internal import CameraCapture
internal import Dispatch

extension AVCaptureDevice {
    /// Whether this program may use the devices of a media type, `video` or `audio`.
    public static func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        guard let medium = medium(mediaType) else { return .restricted }
        return AVAuthorizationStatus(CaptureAccess.status(for: medium))
    }

    /// Asks for the devices of a media type, `video` or `audio`.
    ///
    /// - Parameters:
    ///   - mediaType: Which devices.
    ///   - handler: Called exactly once with the answer, later and on no certain queue.
    public static func requestAccess(
        for mediaType: AVMediaType,
        completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        guard let medium = medium(mediaType) else {
            DispatchQueue.global().async { handler(false) }
            return
        }
        CaptureAccess.request(for: medium, completion: handler)
    }

    /// Asks for the devices of a media type, `video` or `audio`, and waits for the answer.
    public static func requestAccess(for mediaType: AVMediaType) async -> Bool {
        await withCheckedContinuation { continuation in
            requestAccess(for: mediaType) { continuation.resume(returning: $0) }
        }
    }

    private static func medium(_ mediaType: AVMediaType, caller: String = #function) -> CaptureAccess.Medium?
    {
        switch mediaType {
        case .video: return .camera
        case .audio: return .microphone
        default:
            Fault.report(
                "there is no access to \(mediaType.rawValue), only to video and audio",
                caller: caller
            )
            return nil
        }
    }
}

extension AVAuthorizationStatus {
    init(_ status: CaptureAccess.Status) {
        self =
            switch status {
            case .notDetermined: .notDetermined
            case .restricted: .restricted
            case .denied: .denied
            case .authorized: .authorized
            }
    }
}
