internal import CGStreamer

/// A point or a span of time in nanoseconds, as GStreamer's `GstClockTime` but signed.
///
/// GStreamer's "no time" (`GST_CLOCK_TIME_NONE`) is an absent optional here.
public struct ClockTime: Sendable, Hashable, Comparable, AdditiveArithmetic, CustomStringConvertible {
    /// The time in nanoseconds.
    public var nanoseconds: Int64

    /// Makes a time from nanoseconds.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Makes a time from GStreamer's unsigned value; nil for `GST_CLOCK_TIME_NONE` and other impossible values.
    init?(_ value: UInt) {
        guard let nanoseconds = Int64(exactly: value) else { return nil }
        self.nanoseconds = nanoseconds
    }

    /// No time at all, zero nanoseconds.
    public static let zero = ClockTime(nanoseconds: 0)

    /// A time in whole milliseconds.
    public static func milliseconds(_ value: Int64) -> ClockTime { ClockTime(nanoseconds: value * 1_000_000) }

    /// A time in seconds; rounded to the nearest nanosecond.
    public static func seconds(_ value: Double) -> ClockTime {
        ClockTime(nanoseconds: Int64((value * 1e9).rounded()))
    }

    /// The time in seconds.
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    /// The value C functions take; a negative time becomes zero.
    var unsigned: UInt { UInt(max(0, nanoseconds)) }

    /// Whether the first time is earlier.
    public static func < (left: ClockTime, right: ClockTime) -> Bool { left.nanoseconds < right.nanoseconds }
    /// The sum; wraps around instead of trapping, since time stamps come from hardware.
    public static func + (left: ClockTime, right: ClockTime) -> ClockTime {
        ClockTime(nanoseconds: left.nanoseconds &+ right.nanoseconds)
    }
    /// The difference; wraps around instead of trapping, since time stamps come from hardware.
    public static func - (left: ClockTime, right: ClockTime) -> ClockTime {
        ClockTime(nanoseconds: left.nanoseconds &- right.nanoseconds)
    }

    /// The time in seconds, with its unit.
    public var description: String { "\(seconds) s" }
}
