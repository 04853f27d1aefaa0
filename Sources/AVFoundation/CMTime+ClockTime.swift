internal import GStreamer

extension CMTime {
    /// Units in a second of the times that the engine gives.
    static let engineTimescale: CMTimeScale = 1_000_000_000

    /// The engine's time, exactly; invalid for one that nobody gave.
    init(_ time: ClockTime?) {
        self = time.map { CMTime(value: $0.nanoseconds, timescale: CMTime.engineTimescale) } ?? .invalid
    }

    /// The nearest time of the engine; nil for a time that is no number or too large.
    var clockTime: ClockTime? {
        guard isFraction else { return nil }
        let converted = convertScale(CMTime.engineTimescale, method: .default)
        return converted.isFraction ? ClockTime(nanoseconds: converted.value) : nil
    }
}
