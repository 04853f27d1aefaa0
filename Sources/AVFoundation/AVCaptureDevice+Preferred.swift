internal import Synchronization

extension AVCaptureDevice {
    private static let preferred = Mutex<AVCaptureDevice?>(nil)

    /// The camera that the user chose in this program; it is forgotten with the process.
    public static var userPreferredCamera: AVCaptureDevice? {
        get { preferred.withLock { $0 } }
        set { preferred.withLock { $0 = newValue } }
    }

    /// The camera that is best to use now: the one that the user chose while it is there, else the default.
    public static var systemPreferredCamera: AVCaptureDevice? {
        if let camera = userPreferredCamera, camera.isConnected { return camera }
        return .default(for: .video)
    }
}
