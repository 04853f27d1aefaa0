public import Foundation
internal import PipelineTemplates

/// A range of frame rates that a format comes at; both ends are equal for a single rate.
public final class AVFrameRateRange: NSObject, Sendable {
    /// The lowest rate, in frames a second.
    public let minFrameRate: Float64
    /// The highest rate, in frames a second.
    public let maxFrameRate: Float64
    /// The time between two frames at the highest rate, exactly.
    public let minFrameDuration: CMTime
    /// The time between two frames at the lowest rate, exactly.
    public let maxFrameDuration: CMTime

    init(_ lowest: Fraction, _ highest: Fraction) {
        minFrameRate = lowest.value
        maxFrameRate = highest.value
        minFrameDuration = AVFrameRateRange.duration(of: highest)
        maxFrameDuration = AVFrameRateRange.duration(of: lowest)
    }

    private static func duration(of rate: Fraction) -> CMTime {
        CMTime(value: CMTimeValue(rate.denominator), timescale: CMTimeScale(clamping: rate.numerator))
    }

    /// Whether frames may be this far apart, give or take a hundredth, as 30 and 29.97 are the same to a camera.
    func contains(_ duration: CMTime) -> Bool {
        let seconds = duration.seconds
        return seconds >= minFrameDuration.seconds * 0.99 && seconds <= maxFrameDuration.seconds * 1.01
    }
}
