public import GStreamer

/// Sees every captured picture and piece of sound, besides the recordings.
///
/// The closures are called on streaming threads and must not block. Times are running times of the session, see
/// `CaptureSession.runningTime`; sound is 16-bit, interleaved, 48 kHz.
public final class CaptureTap: Sendable {
    let video: (@Sendable (Buffer, Caps) -> Void)?
    let audio: (@Sendable (Buffer) -> Void)?
    let ended: (@Sendable () -> Void)?

    /// Makes a tap; `CaptureSession.addTap` lets it see.
    /// - Parameters:
    ///   - video: Called with each picture and its format.
    ///   - audio: Called with each piece of sound.
    ///   - ended: Called when no more pictures come, because the devices were closed or the camera failed; perhaps
    ///     more than once.
    public init(
        video: (@Sendable (Buffer, Caps) -> Void)? = nil,
        audio: (@Sendable (Buffer) -> Void)? = nil,
        ended: (@Sendable () -> Void)? = nil
    ) {
        self.video = video
        self.audio = audio
        self.ended = ended
    }
}
