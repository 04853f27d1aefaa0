/// The numerator of a `CMTime`.
public typealias CMTimeValue = Int64
/// The denominator of a `CMTime`: units in one second.
public typealias CMTimeScale = Int32
/// Which of several timelines a `CMTime` belongs to; 0 for durations.
public typealias CMTimeEpoch = Int64

/// The largest timescale, which sums of incommensurable times are rounded to.
public let kCMTimeMaxTimescale: CMTimeScale = 0x7fff_ffff

/// What kind of time a `CMTime` is.
public struct CMTimeFlags: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes flags from their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Set for every time but the invalid one.
    public static let valid = CMTimeFlags(rawValue: 1)
    /// The value is not exact.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
    /// Later than all others.
    public static let positiveInfinity = CMTimeFlags(rawValue: 4)
    /// Earlier than all others.
    public static let negativeInfinity = CMTimeFlags(rawValue: 8)
    /// Not known, as the length of a live stream.
    public static let indefinite = CMTimeFlags(rawValue: 16)
    /// All flags that make a time no number.
    public static let impliedValueFlagsMask: CMTimeFlags = [
        .positiveInfinity, .negativeInfinity, .indefinite,
    ]
}

/// How a value that does not fit a timescale is rounded.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// To the nearest, halves away from zero.
    case roundHalfAwayFromZero = 1
    /// Cuts off.
    case roundTowardZero = 2
    /// To the next number that is farther from zero.
    case roundAwayFromZero = 3
    /// Toward zero when the new scale is coarser, away from zero when it is finer; a negative time never becomes 0.
    case quickTime = 4
    /// Up.
    case roundTowardPositiveInfinity = 5
    /// Down.
    case roundTowardNegativeInfinity = 6

    /// To the nearest, halves away from zero.
    public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}

/// A time as a fraction of a second, or one that is no number: invalid, indefinite, infinite.
///
/// Two times are equal when they mean the same moment, whatever their timescales.
public struct CMTime: Sendable {
    /// The numerator.
    public var value: CMTimeValue
    /// The denominator: units in one second.
    public var timescale: CMTimeScale
    /// What kind of time it is.
    public var flags: CMTimeFlags
    /// Which of several timelines it belongs to; 0 for durations.
    public var epoch: CMTimeEpoch

    /// The invalid time.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// Sets every field.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// A time of `value / timescale` seconds; invalid when the timescale is not positive.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self = timescale > 0 ? CMTime(value: value, timescale: timescale, flags: .valid, epoch: 0) : .invalid
    }

    /// No time; what a limit that is not set holds.
    public static let invalid = CMTime()
    /// Zero seconds.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// A time that is not known.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// Later than all others.
    public static let positiveInfinity = CMTime(
        value: 0,
        timescale: 0,
        flags: [.valid, .positiveInfinity],
        epoch: 0
    )
    /// Earlier than all others.
    public static let negativeInfinity = CMTime(
        value: 0,
        timescale: 0,
        flags: [.valid, .negativeInfinity],
        epoch: 0
    )

    /// Whether it is anything but the invalid time.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether it is later than all others.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether it is earlier than all others.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether it is not known.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether it is a number.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    /// Whether it is a number that is not exact.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// Whether it can be calculated with; fields can be set to a number with no timescale.
    var isFraction: Bool { isNumeric && timescale > 0 }
}
