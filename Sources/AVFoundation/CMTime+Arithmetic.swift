extension CMTime {
    /// The sum.
    ///
    /// The corresponding C function is `CMTimeAdd`.
    public static func + (left: CMTime, right: CMTime) -> CMTime { left.sum(with: right, sign: 1) }

    /// The difference.
    ///
    /// The corresponding C function is `CMTimeSubtract`.
    public static func - (left: CMTime, right: CMTime) -> CMTime { left.sum(with: right, sign: -1) }

    /// Adds in place.
    public static func += (left: inout CMTime, right: CMTime) { left = left + right }

    /// Subtracts in place.
    public static func -= (left: inout CMTime, right: CMTime) { left = left - right }

    /// The product with a whole number, in the same timescale.
    ///
    /// The corresponding C function is `CMTimeMultiply`.
    public static func * (time: CMTime, multiplier: Int32) -> CMTime {
        time.multiplied(by: Int128(multiplier), dividedBy: 1)
    }

    /// The product with a whole number, in the same timescale.
    public static func * (multiplier: Int32, time: CMTime) -> CMTime { time * multiplier }

    /// The product with a fraction, in the same timescale.
    ///
    /// The corresponding C function is `CMTimeMultiplyByRatio`.
    func multiplied(by multiplier: Int128, dividedBy divisor: Int128) -> CMTime {
        guard isValid, divisor != 0 else { return .invalid }
        if isIndefinite { return self }
        let isNegative = (multiplier < 0) != (divisor < 0)
        if isPositiveInfinity || isNegativeInfinity { return isNegative ? negatedInfinity : self }
        guard isFraction else { return .invalid }
        return CMTime.fraction(
            Int128(value) * (divisor < 0 ? -multiplier : multiplier),
            over: Int128(timescale) * (divisor < 0 ? -divisor : divisor),
            timescale: timescale,
            flags: flags,
            epoch: epoch
        )
    }

    var negatedInfinity: CMTime { isPositiveInfinity ? .negativeInfinity : .positiveInfinity }

    private func sum(with other: CMTime, sign: Int128) -> CMTime {
        guard isValid, other.isValid else { return .invalid }
        let infinite = { (time: CMTime) in time.isPositiveInfinity || time.isNegativeInfinity }
        if infinite(other) {
            let right = sign > 0 ? other : other.negatedInfinity
            return infinite(self) && isPositiveInfinity != right.isPositiveInfinity ? .invalid : right
        }
        if infinite(self) { return self }
        if isIndefinite || other.isIndefinite { return .indefinite }
        guard isFraction, other.isFraction else { return .invalid }
        // Epoch 0 stands for durations, which can be added to the times of any epoch.
        guard epoch == other.epoch || epoch == 0 || other.epoch == 0 else { return .invalid }
        return CMTime.fraction(
            Int128(value) * Int128(other.timescale) + sign * Int128(other.value) * Int128(timescale),
            over: Int128(timescale) * Int128(other.timescale),
            timescale: commonTimescale(with: other),
            flags: flags.union(other.flags),
            epoch: epoch == other.epoch ? 0 : epoch + other.epoch
        )
    }

    /// The least common multiple, or the largest timescale where that is too large.
    private func commonTimescale(with other: CMTime) -> CMTimeScale {
        let divisor = CMTime.greatestCommonDivisor(timescale, other.timescale)
        let (multiple, overflow) = (timescale / divisor).multipliedReportingOverflow(by: other.timescale)
        return overflow ? kCMTimeMaxTimescale : multiple
    }

    static func greatestCommonDivisor<Number: BinaryInteger>(_ first: Number, _ second: Number) -> Number {
        var (divisor, rest) = (first, second)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        return divisor
    }

    /// The time nearest to a fraction of a second.
    ///
    /// The timescale is halved until the value has room; without room in whole seconds the time is infinite.
    /// - Parameters:
    ///   - numerator: At most 96 bits, so that the product with a timescale has room.
    ///   - denominator: Positive.
    ///   - timescale: The timescale wanted.
    ///   - flags: The flags of the operands, rounding among them.
    ///   - epoch: The epoch of the result.
    /// - Returns: The time.
    private static func fraction(
        _ numerator: Int128,
        over denominator: Int128,
        timescale: CMTimeScale,
        flags: CMTimeFlags,
        epoch: CMTimeEpoch
    ) -> CMTime {
        var timescale = timescale
        while true {
            let product = numerator * Int128(timescale)
            let (value, isExact) = CMTimeRoundingMethod.default.quotient(product, by: denominator)
            if let value = CMTimeValue(exactly: value) {
                let flags = isExact ? flags : flags.union(.hasBeenRounded)
                return CMTime(value: value, timescale: timescale, flags: flags, epoch: epoch)
            }
            guard timescale > 1 else { return value > 0 ? .positiveInfinity : .negativeInfinity }
            timescale /= 2
        }
    }
}
