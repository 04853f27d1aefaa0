extension CMTime {
    /// The time nearest to a number of seconds.
    ///
    /// The corresponding C function is `CMTimeMakeWithSeconds`. Where the timescale leaves no room for the value it
    /// is halved until it does.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard preferredTimescale > 0, !seconds.isNaN else {
            self = .invalid
            return
        }
        var timescale = preferredTimescale
        while true {
            let value = (seconds * Double(timescale)).rounded(.toNearestOrAwayFromZero)
            if let whole = CMTimeValue(exactly: value) {
                self.init(value: whole, timescale: timescale)
                if self.seconds != seconds { flags.insert(.hasBeenRounded) }
                return
            }
            guard timescale > 1, seconds.isFinite else { break }
            timescale /= 2
        }
        self = seconds > 0 ? .positiveInfinity : .negativeInfinity
    }

    /// The time in seconds; not a number for the invalid and the indefinite one.
    ///
    /// The corresponding C function is `CMTimeGetSeconds`.
    public var seconds: Double {
        if isPositiveInfinity { return .infinity }
        if isNegativeInfinity { return -.infinity }
        return isFraction ? Double(value) / Double(timescale) : .nan
    }

    /// The same time in another timescale; infinite where the value has no room.
    ///
    /// The corresponding C function is `CMTimeConvertScale`.
    /// - Parameters:
    ///   - newTimescale: The timescale wanted; the result is invalid when it is not positive.
    ///   - method: How to round.
    /// - Returns: The converted time; a time that is no number stays what it is.
    public func convertScale(_ newTimescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
        guard isNumeric else { return self }
        guard isFraction, newTimescale > 0 else { return .invalid }
        let product = Int128(value) * Int128(newTimescale)
        let rounding = method == .quickTime ? quickTimeRounding(to: newTimescale) : method
        var (result, isExact) = rounding.quotient(product, by: Int128(timescale))
        if method == .quickTime, result == 0, value < 0 { result = -1 }
        guard let fitting = CMTimeValue(exactly: result) else {
            return result > 0 ? .positiveInfinity : .negativeInfinity
        }
        var flags = flags
        if !isExact { flags.insert(.hasBeenRounded) }
        return CMTime(value: fitting, timescale: newTimescale, flags: flags, epoch: epoch)
    }

    private func quickTimeRounding(to newTimescale: CMTimeScale) -> CMTimeRoundingMethod {
        newTimescale < timescale ? .roundTowardZero : .roundAwayFromZero
    }
}

extension CMTimeRoundingMethod {
    /// The rounded quotient, and whether it is exact; the divisor is positive.
    func quotient(_ dividend: Int128, by divisor: Int128) -> (value: Int128, isExact: Bool) {
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        guard remainder != 0 else { return (quotient, true) }
        let isNegative = remainder < 0
        let away: Bool
        switch self {
        case .roundHalfAwayFromZero: away = remainder.magnitude >= divisor.magnitude - remainder.magnitude
        case .roundTowardZero, .quickTime: away = false
        case .roundAwayFromZero: away = true
        case .roundTowardPositiveInfinity: away = !isNegative
        case .roundTowardNegativeInfinity: away = isNegative
        }
        return (away ? quotient + (isNegative ? -1 : 1) : quotient, false)
    }
}
