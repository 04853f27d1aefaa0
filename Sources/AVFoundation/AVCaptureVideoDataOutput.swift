internal import CameraCapture
public import Foundation
internal import GStreamer
internal import Synchronization

/// Hands every captured picture to a delegate.
///
/// Any thread may use it. Pictures come as the camera delivers them, without being copied, unless `videoSettings` or
/// the connection's mirroring ask for something else; a slow delegate never holds up the camera or a recording.
public final class AVCaptureVideoDataOutput: AVCaptureOutput {
    private struct State {
        var settings = PictureSettings()
        var discardsLateFrames = true
        var converter: PictureConverter?
    }

    private let state = Mutex(State())
    private let line = DelegateLine<any AVCaptureVideoDataOutputSampleBufferDelegate>(
        label: "com.AVCaptureVideoDataOutput"
    )
    private let tap = EngineTap()
    private let waiting = Room()
    private let notices = Room()

    /// Pictures that wait at most when late ones are kept; few, since a camera's driver lends them.
    private static let mostWaiting = 10
    /// Drops that wait at most to be told to a delegate that does not return; later ones are not told.
    private static let mostNotices = 256

    /// Makes an output without a session.
    public override init() { super.init() }

    override var mediaTypes: [AVMediaType] { [.video] }

    // MARK: - The delegate

    /// Sets who sees the pictures, which is held weakly; both nil for nobody.
    ///
    /// What still waits for another delegate is not delivered.
    /// - Parameters:
    ///   - sampleBufferDelegate: Sees each picture.
    ///   - sampleBufferCallbackQueue: A serial queue, on which it is called.
    public func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        guard let sampleBufferDelegate else { return line.disconnect() }
        guard let sampleBufferCallbackQueue else {
            return Fault.report("a delegate needs a queue, so it was not set")
        }
        line.connect(
            { [weak sampleBufferDelegate] in sampleBufferDelegate },
            queue: sampleBufferCallbackQueue
        )
    }

    /// Who sees the pictures.
    public var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? { line.delegate }

    /// Where the delegate is called.
    public var sampleBufferCallbackQueue: DispatchQueue? { line.queue }

    /// Whether a picture that comes while the delegate is busy is dropped at once; true at first.
    ///
    /// When false, up to ten pictures wait. Every dropped picture is told by the delegate's `didDrop`.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { state.withLock { $0.discardsLateFrames } }
        set { state.withLock { $0.discardsLateFrames = newValue } }
    }

    // MARK: - The pictures

    /// How pictures are delivered; empty, at first, and nil for as the camera does.
    ///
    /// Known are `kCVPixelBufferPixelFormatTypeKey` and, in pixels, `kCVPixelBufferWidthKey` and
    /// `kCVPixelBufferHeightKey`; a picture is distorted to another shape. It counts for the next picture. Settings
    /// that cannot be fulfilled change nothing.
    public var videoSettings: [String: Any]! {
        get { settings.dictionary }
        set {
            do throws(PictureSettings.Refusal) {
                let settings = try newValue.map { value throws(PictureSettings.Refusal) in
                    try PictureSettings(value)
                }
                state.withLock { $0.settings = settings ?? PictureSettings() }
            } catch {
                Fault.report("\(error.reason), so nothing was changed")
            }
        }
    }

    var settings: PictureSettings { state.withLock { $0.settings } }

    // MARK: - The way of a picture

    /// Takes a picture, on a streaming thread.
    private func received(_ picture: Buffer, _ caps: Caps) {
        guard line.isConnected, let connection = activeConnection(with: .video) else { return }
        let (settings, discardsLate) = state.withLock { ($0.settings, $0.discardsLateFrames) }
        let (output, way) = (Shared(self), Shared(connection))
        guard waiting.take(1, of: discardsLate ? 1 : AVCaptureVideoDataOutput.mostWaiting) else {
            let reason =
                discardsLate
                ? kCMSampleBufferDroppedFrameReason_FrameWasLate
                : kCMSampleBufferDroppedFrameReason_OutOfBuffers
            return drop(CMSampleBuffer(dropped: picture, caps: caps, reason: reason), way)
        }
        let target = settings.target(isMirrored: connection.isVideoMirrored)
        line.send {
            let sample = output.value.sample(picture, caps, target)
            return { delegate in
                if sample.droppedFrameReason == nil {
                    delegate.captureOutput(output.value, didOutput: sample, from: way.value)
                } else {
                    delegate.captureOutput(output.value, didDrop: sample, from: way.value)
                }
            }
        } completion: {
            output.value.waiting.giveBack(1)
        }
    }

    private func drop(_ sample: CMSampleBuffer, _ way: Shared<AVCaptureConnection>) {
        guard notices.take(1, of: AVCaptureVideoDataOutput.mostNotices) else { return }
        let output = Shared(self)
        line.send {
            { $0.captureOutput(output.value, didDrop: sample, from: way.value) }
        } completion: {
            output.value.notices.giveBack(1)
        }
    }

    private func sample(
        _ picture: Buffer,
        _ caps: Caps,
        _ target: PictureConverter.Target
    ) -> CMSampleBuffer {
        guard !target.isMet(by: caps) else { return CMSampleBuffer(picture, caps: caps) }
        do throws(CaptureError) {
            let converted = try converter(from: caps, to: target).convert(picture)
            return CMSampleBuffer(converted.buffer, caps: converted.caps)
        } catch {
            state.withLock { $0.converter = nil }
            Fault.report("a picture was dropped: \(error.what)", caller: "videoSettings")
            return CMSampleBuffer(
                dropped: picture,
                caps: caps,
                reason: kCMSampleBufferDroppedFrameReason_OutOfBuffers
            )
        }
    }

    /// The converter that is there, if it fits; else a new one.
    private func converter(
        from caps: Caps,
        to target: PictureConverter.Target
    ) throws(CaptureError) -> PictureConverter {
        if let present = state.withLock({ $0.converter }), present.target == target,
            present.source.isEqual(to: caps)
        {
            return present
        }
        let converter = try PictureConverter(from: caps, to: target)
        state.withLock { $0.converter = converter }
        return converter
    }

    // MARK: - For the session

    override func attach(to engine: RunningEngine) {
        let output = WeakShared(self)
        tap.attach(CaptureTap(video: { output.value?.received($0, $1) }), to: engine)
    }

    override func detach(from engine: RunningEngine, because reason: AVError.Code?) {
        tap.detach()
        let converter = state.withLock { state in
            defer { state.converter = nil }
            return state.converter
        }
        // Taking a pipeline down takes a moment, and whoever stops the session must not wait for it.
        if let converter { DispatchQueue.global().async { withExtendedLifetime(converter) {} } }
    }
}
