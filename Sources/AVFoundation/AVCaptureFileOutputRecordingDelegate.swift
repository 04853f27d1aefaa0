public import Foundation

/// Hears what becomes of a recording.
///
/// Only the last method must be written. All are called on the output's `delegateQueue`, else on a queue of the
/// output's own: one after the other, never at the same time, and in this order for each recording: at most one
/// `didStart`, any number of `didPause` and `didResume`, one `willFinish`, one `didFinish`. The output holds the
/// delegate until then. The methods that can be left out must be written in the class that conforms, since Swift
/// does not look for them in its subclasses.
public protocol AVCaptureFileOutputRecordingDelegate: NSObjectProtocol {
    /// The first frame is being recorded.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    )

    /// The first frame is being recorded; calls the method without the time unless it is written.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        startPTS: CMTime,
        from connections: [AVCaptureConnection]
    )

    /// A pause has begun.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        didPauseRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    )

    /// The first frame after a pause is being recorded.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        didResumeRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    )

    /// Nothing more is written into the file; called for each recording, even when nothing was written.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        willFinishRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    )

    /// The recording is over; called exactly once for each call of `startRecording`, even when nothing was written.
    ///
    /// With an error too there may be a playable file: look for `AVErrorRecordingSuccessfullyFinishedKey` in the
    /// error's `userInfo`.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    )
}

extension AVCaptureFileOutputRecordingDelegate {
    /// Does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {}

    /// Calls the method without the time.
    public func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        startPTS: CMTime,
        from connections: [AVCaptureConnection]
    ) {
        fileOutput(output, didStartRecordingTo: fileURL, from: connections)
    }

    /// Does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput,
        didPauseRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {}

    /// Does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput,
        didResumeRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {}

    /// Does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput,
        willFinishRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {}
}
