extension CMTime {
    /// The product with a floating-point number, in a timescale of at least 65536.
    ///
    /// The corresponding C function is `CMTimeMultiplyByFloat64`. Exact to the last bit as long as the value has
    /// room in that timescale.
    public static func * (time: CMTime, multiplier: Double) -> CMTime {
        guard time.isValid else { return .invalid }
        if time.isIndefinite { return time }
        guard !multiplier.isNaN else { return .invalid }
        if time.isPositiveInfinity || time.isNegativeInfinity {
            return multiplier.sign == .minus ? time.negatedInfinity : time
        }
        guard time.isFraction else { return .invalid }
        guard multiplier.isFinite else {
            if time.value == 0 { return .invalid }
            return (multiplier > 0) == (time.value > 0) ? .positiveInfinity : .negativeInfinity
        }
        var timescale = time.timescale
        var doublings = 0
        while timescale < 65536 {
            timescale *= 2
            doublings += 1
        }
        if let exact = time.scaled(by: multiplier, doublings: doublings, timescale: timescale) {
            return exact
        }
        return time.scaledCoarsely(by: multiplier, timescale: timescale)
    }

    /// The product with a floating-point number, in a timescale of at least 65536.
    public static func * (multiplier: Double, time: CMTime) -> CMTime { time * multiplier }

    /// Multiplies with the whole number behind the floating-point one, then shifts; nil when the value has no room.
    private func scaled(by multiplier: Double, doublings: Int, timescale: CMTimeScale) -> CMTime? {
        guard multiplier != 0, value != 0 else {
            return CMTime(value: 0, timescale: timescale, flags: flags, epoch: epoch)
        }
        let significand = Int128(multiplier.significandBitPattern) | (multiplier.isNormal ? 1 << 52 : 0)
        let product = Int128(value) * (multiplier < 0 ? -significand : significand)
        let exponent = (multiplier.isNormal ? Int(multiplier.exponent) : -1022) - 52 + doublings
        var result = product
        var isExact = true
        if exponent < 0 {
            // A product has less than 117 bits, so a longer shift leaves nothing.
            guard exponent > -120 else {
                return CMTime(
                    value: 0,
                    timescale: timescale,
                    flags: flags.union(.hasBeenRounded),
                    epoch: epoch
                )
            }
            (result, isExact) = CMTimeRoundingMethod.default.quotient(product, by: 1 << Int128(-exponent))
        } else if exponent > 0 {
            guard exponent < 64, product.magnitude < 1 << UInt128(63 - min(exponent, 63)) else { return nil }
            result = product << Int128(exponent)
        }
        guard let value = CMTimeValue(exactly: result) else { return nil }
        let flags = isExact ? flags : flags.union(.hasBeenRounded)
        return CMTime(value: value, timescale: timescale, flags: flags, epoch: epoch)
    }

    /// The value is beyond 63 bits in this timescale, so a coarser one is taken, in which it is rounded anyway.
    private func scaledCoarsely(by multiplier: Double, timescale: CMTimeScale) -> CMTime {
        let product = seconds * multiplier
        guard product.isFinite else { return product > 0 ? .positiveInfinity : .negativeInfinity }
        var result = CMTime(seconds: product, preferredTimescale: max(1, timescale / 2))
        guard result.isNumeric else { return result }
        result.flags.formUnion(flags.union(.hasBeenRounded))
        result.epoch = epoch
        return result
    }
}
