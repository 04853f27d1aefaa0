extension CMTime: Comparable, Hashable {
    /// Whether both mean the same moment, whatever their timescales.
    public static func == (left: CMTime, right: CMTime) -> Bool { left.order(comparedTo: right) == 0 }

    /// Whether the first is earlier: minus infinity, numbers, indefinite, infinity, invalid.
    public static func < (left: CMTime, right: CMTime) -> Bool { left.order(comparedTo: right) < 0 }

    /// Feeds what equality looks at: the reduced fraction.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard isFraction else { return }
        let divisor = CMTime.greatestCommonDivisor(value.magnitude, CMTimeValue(timescale).magnitude)
        hasher.combine(epoch)
        hasher.combine(value < 0)
        hasher.combine(value.magnitude / divisor)
        hasher.combine(CMTimeValue(timescale).magnitude / divisor)
    }

    /// -1, 0 or 1, as `CMTimeCompare` has it; numbers of a later epoch are later.
    func order(comparedTo other: CMTime) -> Int32 {
        func order<Value: Comparable>(_ first: Value, _ second: Value) -> Int32 {
            first == second ? 0 : first < second ? -1 : 1
        }
        guard isFraction, other.isFraction else { return order(rank, other.rank) }
        if epoch != other.epoch { return order(epoch, other.epoch) }
        return order(
            Int128(value) * Int128(other.timescale),
            Int128(other.value) * Int128(timescale)
        )
    }

    private var rank: Int {
        if isNegativeInfinity { return 0 }
        if isFraction { return 1 }
        if isIndefinite { return 2 }
        return isPositiveInfinity ? 3 : 4
    }
}

extension CMTime: Codable {
    private enum CodingKeys: String, CodingKey { case value, timescale, flags, epoch }

    /// Reads the four fields.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            value: try fields.decode(CMTimeValue.self, forKey: .value),
            timescale: try fields.decode(CMTimeScale.self, forKey: .timescale),
            flags: CMTimeFlags(rawValue: try fields.decode(UInt32.self, forKey: .flags)),
            epoch: try fields.decode(CMTimeEpoch.self, forKey: .epoch)
        )
    }

    /// Writes the four fields.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(value, forKey: .value)
        try fields.encode(timescale, forKey: .timescale)
        try fields.encode(flags.rawValue, forKey: .flags)
        try fields.encode(epoch, forKey: .epoch)
    }
}
