/// A span of time: its start, and its length.
///
/// The start belongs to the span, its end does not.
public struct CMTimeRange: Sendable, Hashable, Codable {
    /// When it begins.
    public var start: CMTime
    /// How long it is.
    public var duration: CMTime

    /// The invalid span.
    public init() { self.init(start: .invalid, duration: .invalid) }

    /// A span of a length.
    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// A span between two times.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    /// No span.
    public static let invalid = CMTimeRange()
    /// An empty span at zero.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)

    /// When it ends.
    public var end: CMTime { start + duration }
    /// Whether it is a span at all: both times valid, the length not negative.
    public var isValid: Bool {
        start.isValid && duration.isValid && duration.epoch == 0 && duration >= .zero
    }
    /// Whether it is a span whose start or length is not known.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    /// Whether it is a span of no length.
    public var isEmpty: Bool { isValid && duration == .zero }

    /// Whether a time lies in the span.
    public func containsTime(_ time: CMTime) -> Bool {
        isValid && time.isNumeric && time >= start && time < end
    }

    /// Whether another span lies in this one.
    public func containsTimeRange(_ range: CMTimeRange) -> Bool {
        isValid && range.isValid && range.start >= start && range.end <= end
    }

    /// What two spans have in common; of no length when they have nothing.
    public func intersection(_ other: CMTimeRange) -> CMTimeRange {
        guard isValid, other.isValid else { return .invalid }
        let (start, end) = (max(start, other.start), min(end, other.end))
        return end > start ? CMTimeRange(start: start, end: end) : .zero
    }

    /// The shortest span that covers two others.
    public func union(_ other: CMTimeRange) -> CMTimeRange {
        guard isValid, other.isValid else { return .invalid }
        return CMTimeRange(start: min(start, other.start), end: max(end, other.end))
    }
}

/// No span.
public let kCMTimeRangeInvalid = CMTimeRange.invalid
/// An empty span at zero.
public let kCMTimeRangeZero = CMTimeRange.zero

/// A span of a length.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

/// A span between two times.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, end: end)
}

/// When a span ends.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// What two spans have in common.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.intersection(otherRange)
}

/// The shortest span that covers two others.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.union(otherRange)
}

/// Whether a time lies in a span.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }

/// Whether a span lies in another.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
    range.containsTimeRange(otherRange)
}

/// Whether two spans begin and end at the same times.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }
