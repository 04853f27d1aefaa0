internal import CameraCapture
public import Foundation
internal import GStreamer
internal import Synchronization

/// Hands all captured sound to a delegate, as linear PCM: 16 bits, interleaved, 48 kHz.
///
/// Any thread may use it. Nothing is left out unless the delegate is ten seconds behind; that is told on standard error
/// and counted in `droppedSampleCount`.
public final class AVCaptureAudioDataOutput: AVCaptureOutput {
    private let line = DelegateLine<any AVCaptureAudioDataOutputSampleBufferDelegate>(
        label: "com.AVCaptureAudioDataOutput"
    )
    private let tap = EngineTap()
    private let waiting = Room()
    private let dropped = Mutex(0)

    /// How much may wait for the delegate.
    private static let longestWait = 10

    /// Makes an output without a session.
    public override init() { super.init() }

    override var mediaTypes: [AVMediaType] { [.audio] }

    // MARK: - The delegate

    /// Sets who hears the sound, which is held weakly; both nil for nobody.
    ///
    /// What still waits for another delegate is not delivered.
    /// - Parameters:
    ///   - sampleBufferDelegate: Hears each piece.
    ///   - sampleBufferCallbackQueue: A serial queue, on which it is called.
    public func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?,
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

    /// Who hears the sound.
    public var sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? { line.delegate }

    /// Where the delegate is called.
    public var sampleBufferCallbackQueue: DispatchQueue? { line.queue }

    /// How many samples of each channel were left out since the delegate was too slow; Apple has nothing like it.
    public var droppedSampleCount: Int { dropped.withLock { $0 } }

    // MARK: - The sound

    /// How sound is delivered; always empty: as the engine captures it.
    ///
    /// Settings that describe just that sound are taken without a word; others change nothing.
    public var audioSettings: [String: Any]! {
        get { [:] }
        set {
            guard let settings = newValue, !isMet(settings) else { return }
            Fault.report("sound comes as 16-bit PCM with 48 kHz, so nothing was changed")
        }
    }

    private func isMet(_ settings: [String: Any]) -> Bool {
        let channels = session?.device(for: .audio)?.capture.channels
        let delivered: [String: Int?] = [
            AVFormatIDKey: Int(kAudioFormatLinearPCM), AVSampleRateKey: 48_000,
            AVNumberOfChannelsKey: channels, AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: 0,
            AVLinearPCMIsBigEndianKey: 0, AVLinearPCMIsNonInterleaved: 0,
        ]
        return settings.allSatisfy { key, value in
            guard let number = SettingNumber.int(value), let present = delivered[key] else { return false }
            return (present ?? number) == number
        }
    }

    /// Settings with which the sound is coded well; nil for a file that holds none, or without a microphone.
    public func recommendedAudioSettingsForAssetWriter(
        writingTo outputFileType: AVFileType
    ) -> [String: Any]? {
        guard let microphone = session?.device(for: .audio) else { return nil }
        let sound: [String: Any] = [
            AVSampleRateKey: NSNumber(value: 48_000.0),
            AVNumberOfChannelsKey: NSNumber(value: max(1, microphone.capture.channels)),
        ]
        var coding: [String: Any]
        switch outputFileType {
        case .mov, .mp4, .m4v, .m4a, .mobile3GPP, .mobile3GPP2:
            coding = [
                AVFormatIDKey: NSNumber(value: kAudioFormatMPEG4AAC),
                AVEncoderBitRateKey: NSNumber(value: 128_000),
            ]
        case .wav, .caf, .aiff, .aifc:
            coding = [
                AVFormatIDKey: NSNumber(value: kAudioFormatLinearPCM),
                AVLinearPCMBitDepthKey: NSNumber(value: 16),
                AVLinearPCMIsFloatKey: NSNumber(value: false),
                AVLinearPCMIsBigEndianKey: NSNumber(value: outputFileType == .aiff),
                AVLinearPCMIsNonInterleaved: NSNumber(value: false),
            ]
        default: return nil
        }
        coding.merge(sound) { $1 }
        return coding
    }

    // MARK: - The way of a piece of sound

    /// Takes a piece, on a streaming thread.
    private func received(_ sound: Buffer, _ caps: Caps, _ format: AudioFormat) {
        guard line.isConnected, let connection = activeConnection(with: .audio) else { return }
        let (output, way) = (Shared(self), Shared(connection))
        let size = sound.size
        let capacity = format.bytesPerFrame * format.rate * AVCaptureAudioDataOutput.longestWait
        guard waiting.take(size, of: capacity) else { return drop(size / format.bytesPerFrame) }
        line.send {
            let sample = CMSampleBuffer(sound, caps: caps)
            return { $0.captureOutput(output.value, didOutput: sample, from: way.value) }
        } completion: {
            output.value.waiting.giveBack(size)
        }
    }

    private func drop(_ samples: Int) {
        let isFirst = dropped.withLock { dropped in
            defer { dropped += samples }
            return dropped == 0
        }
        guard isFirst else { return }
        Fault.report("sound is left out, since the delegate is ten seconds behind", caller: "captureOutput")
    }

    // MARK: - For the session

    override func attach(to engine: RunningEngine) {
        guard let format = engine.session.selection.audioFormat, let caps = try? Caps(parsing: format.caps)
        else {
            return
        }
        let output = WeakShared(self)
        tap.attach(CaptureTap(audio: { output.value?.received($0, caps, format) }), to: engine)
    }

    override func detach(from engine: RunningEngine, because reason: AVError.Code?) { tap.detach() }
}
