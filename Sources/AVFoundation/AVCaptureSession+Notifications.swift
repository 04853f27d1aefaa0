public import Foundation

/// The key of a runtime error in the notification's `userInfo`: an `NSError`.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"
/// The key of an interruption's reason in the notification's `userInfo`: a number, see `InterruptionReason`.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"

extension AVCaptureSession {
    /// Why a session was interrupted.
    public enum InterruptionReason: Int, Sendable {
        /// The program went to the background; never on Linux.
        case videoDeviceNotAvailableInBackground = 1
        /// Another program took the sound, or the sound server ended.
        case audioDeviceInUseByAnotherClient = 2
        /// Another program took the camera.
        case videoDeviceInUseByAnotherClient = 3
        /// Several programs share the screen; never on Linux.
        case videoDeviceNotAvailableWithMultipleForegroundApps = 4
        /// The system is too hot; never on Linux.
        case videoDeviceNotAvailableDueToSystemPressure = 5
    }

    /// Posted when a running session fails, with the error under `AVCaptureSessionErrorKey`.
    public static let runtimeErrorNotification = Notification.Name("AVCaptureSessionRuntimeErrorNotification")
    /// Posted when a session has started.
    public static let didStartRunningNotification = Notification.Name(
        "AVCaptureSessionDidStartRunningNotification"
    )
    /// Posted when a session has stopped, by itself too.
    public static let didStopRunningNotification = Notification.Name(
        "AVCaptureSessionDidStopRunningNotification"
    )
    /// Posted when a device was taken from a session that goes on without it.
    public static let wasInterruptedNotification = Notification.Name(
        "AVCaptureSessionWasInterruptedNotification"
    )
    /// Posted when that device is back.
    public static let interruptionEndedNotification = Notification.Name(
        "AVCaptureSessionInterruptionEndedNotification"
    )
}

extension NSNotification.Name {
    /// The older name of `AVCaptureSession.runtimeErrorNotification`.
    public static let AVCaptureSessionRuntimeError = AVCaptureSession.runtimeErrorNotification
    /// The older name of `AVCaptureSession.didStartRunningNotification`.
    public static let AVCaptureSessionDidStartRunning = AVCaptureSession.didStartRunningNotification
    /// The older name of `AVCaptureSession.didStopRunningNotification`.
    public static let AVCaptureSessionDidStopRunning = AVCaptureSession.didStopRunningNotification
    /// The older name of `AVCaptureSession.wasInterruptedNotification`.
    public static let AVCaptureSessionWasInterrupted = AVCaptureSession.wasInterruptedNotification
    /// The older name of `AVCaptureSession.interruptionEndedNotification`.
    public static let AVCaptureSessionInterruptionEnded = AVCaptureSession.interruptionEndedNotification
}
