public import Foundation

/// Hears every piece of sound that an audio data output delivers.
///
/// It is called on the queue that was given to `setSampleBufferDelegate`, one piece after the other. The method must
/// be written in the class that conforms, since Swift does not look for it in its subclasses.
public protocol AVCaptureAudioDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// A piece of sound was captured.
    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    )
}

extension AVCaptureAudioDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}
}
