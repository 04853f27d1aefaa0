public import Foundation

extension AVCaptureDevice {
    /// Posted when a device came, with the device as its object, on no certain thread.
    public static let wasConnectedNotification = Notification.Name("AVCaptureDeviceWasConnectedNotification")
    /// Posted when a device went, with the device as its object, on no certain thread.
    public static let wasDisconnectedNotification = Notification.Name(
        "AVCaptureDeviceWasDisconnectedNotification"
    )
    /// Never posted, since no camera here watches its subject.
    public static let subjectAreaDidChangeNotification = Notification.Name(
        "AVCaptureDeviceSubjectAreaDidChangeNotification"
    )
}

extension NSNotification.Name {
    /// Posted when a device came; the older name.
    public static let AVCaptureDeviceWasConnected = AVCaptureDevice.wasConnectedNotification
    /// Posted when a device went; the older name.
    public static let AVCaptureDeviceWasDisconnected = AVCaptureDevice.wasDisconnectedNotification
    /// Never posted, since no camera here watches its subject; the older name.
    public static let AVCaptureDeviceSubjectAreaDidChange = AVCaptureDevice.subjectAreaDidChangeNotification
}
