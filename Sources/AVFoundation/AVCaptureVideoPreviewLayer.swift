public import Foundation

public final class AVCaptureVideoPreviewLayer: NSObject, Sendable {
    public var session: AVCaptureSession? { nil }
    public var connection: AVCaptureConnection? { nil }
    func connectionDidChange(_ c: AVCaptureConnection) {}
    func attach(to: RunningEngine) {}
    func detach(from: RunningEngine) {}
}
