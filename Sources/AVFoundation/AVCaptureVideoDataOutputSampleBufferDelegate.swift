public import Foundation

/// Sees every picture that a video data output delivers, and hears of those that were dropped.
///
/// Both methods can be left out. They are called on the queue that was given to `setSampleBufferDelegate`, one after
/// the other. They must be written in the class that conforms, since Swift does not look for them in its subclasses.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// A picture was captured.
    ///
    /// Cameras have few buffers, so let go of the sample soon; copy what is to be kept.
    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    )

    /// A picture was dropped, since the delegate took too long for those before it.
    ///
    /// The sample has the picture's times and format but not the picture. `CMGetAttachment` gives the reason under
    /// `kCMSampleBufferAttachmentKey_DroppedFrameReason`.
    func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    )
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}

    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}
}
