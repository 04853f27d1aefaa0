public import Foundation

/// One channel of a connection's sound.
///
/// Levels are measured while the session runs, over the newest piece of sound, some hundredths of a second.
public final class AVCaptureAudioChannel: NSObject, Sendable {
    private let meter: SoundMeter
    private let number: Int

    init(_ meter: SoundMeter, number: Int) {
        self.meter = meter
        self.number = number
        super.init()
    }

    /// The level in decibels below full scale; minus infinity for silence.
    public var averagePowerLevel: Float { meter.average(of: number) }
    /// The highest level of the last one and a half seconds, in decibels below full scale.
    public var peakHoldLevel: Float { meter.peak(of: number) }
    /// How loud the channel is made; always 1, unchanged.
    public var volume: Float { 1 }
    /// Whether the channel is used; always true.
    public var isEnabled: Bool { true }
}
