/// Reads the quantities people type: durations, bit rates, sizes and frame rates.
public enum Quantity {
    /// Nanoseconds of `500ms`, `10s`, `5m`, `1h`, `7d`, or `90` (seconds).
    public static func duration(_ text: String) throws(QuantityError) -> Int64 {
        let units: [String: Int128] = [
            "ns": 1, "us": 1_000, "ms": 1_000_000, "": 1_000_000_000, "s": 1_000_000_000,
            "m": 60_000_000_000, "min": 60_000_000_000, "h": 3_600_000_000_000, "d": 86_400_000_000_000,
        ]
        return try scaled(text, by: units, as: "a duration", examples: "500ms, 10s, 5m, 1h or 90 (seconds)")
    }

    /// Bits per second of `800k`, `4M`, `2.5M` or `128000`; never zero.
    public static func bitrate(_ text: String) throws(QuantityError) -> Int {
        let examples = "800k, 4M, 2.5M or 128000 (bits per second)"
        var units: [String: Int128] = [:]
        for (prefix, factor) in decimalPrefixes {
            for end in ["", "bit", "bit/s", "bps"] { units[prefix + end] = factor }
        }
        let value = try scaled(text, by: units, as: "a bit rate", examples: examples)
        guard value > 0 else {
            throw QuantityError(
                message: "a bit rate is more than zero",
                hint: "Write for example \(examples)."
            )
        }
        return Int(value)
    }

    /// Bytes of `100k`, `200MB`, `4GiB` or `1000000`.
    public static func size(_ text: String) throws(QuantityError) -> Int64 {
        var units: [String: Int128] = [:]
        for (prefix, factor) in decimalPrefixes {
            for end in ["", "b"] { units[prefix + end] = factor }
        }
        for (index, prefix) in ["k", "m", "g", "t"].enumerated() {
            for end in ["i", "ib"] { units[prefix + end] = 1 << (10 * Int128(index + 1)) }
        }
        return try scaled(text, by: units, as: "a size", examples: "100k, 200MB, 4GiB or 1000000 (bytes)")
    }

    /// The fraction of `30`, `30/1`, `12.5`, or of a rounded television rate such as `29.97` (30000/1001).
    public static func fraction(_ text: String) throws(QuantityError) -> Fraction {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { DecimalNumber(String($0)) }
        let isPlain = numbers.count == parts.count && numbers.allSatisfy { $0.unit.isEmpty }
        if isPlain, numbers.count == 1, let rate = televisionRate(numbers[0]) { return rate }
        if isPlain, let numerator = Int(exactly: numbers[0].mantissa),
            let denominator = Int(exactly: numbers[0].divisor),
            let whole = numbers.count == 1 ? 1 : numbers[1].rounded(times: 1).flatMap(Int.init(exactly:)),
            numbers.count == 1 || (denominator == 1 && numbers[1].divisor == 1),
            let fraction = Fraction(numerator: numerator, denominator: denominator * whole)
        {
            return fraction
        }
        throw QuantityError(
            message: "\(shown(text)) is not a fraction",
            hint: "Write for example 30, 30/1, 12.5 or 29.97."
        )
    }

    /// True of `true`, `yes`, `on` and `1`; false of `false`, `no`, `off` and `0`.
    public static func bool(_ text: String) throws(QuantityError) -> Bool {
        switch text.lowercased() {
        case "true", "yes", "on", "1": return true
        case "false", "no", "off", "0": return false
        default:
            throw QuantityError(
                message: "\(shown(text)) is neither yes nor no",
                hint: "Write true or false (yes, no, on and off do too)."
            )
        }
    }

    private static let decimalPrefixes: [String: Int128] = [
        "": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000, "t": 1_000_000_000_000,
    ]

    private static func scaled(
        _ text: String,
        by units: [String: Int128],
        as noun: String,
        examples: String
    ) throws(QuantityError) -> Int64 {
        let hint = "Write for example \(examples)."
        guard let number = DecimalNumber(text), let factor = units[number.unit] else {
            throw QuantityError(message: "\(shown(text)) is not \(noun)", hint: hint)
        }
        guard let value = number.rounded(times: factor) else {
            throw QuantityError(message: "\(shown(text)) is too large for \(noun)", hint: hint)
        }
        return value
    }

    /// N * 1000/1001 when the number is that rate rounded to at least two decimals.
    private static func televisionRate(_ number: DecimalNumber) -> Fraction? {
        for rate in [24, 30, 48, 60, 120, 240] where number.divisor >= 100 {
            let (scaled, overflow) = number.mantissa.multipliedReportingOverflow(by: 1001)
            guard !overflow else { return nil }
            let exact = Int128(rate) * 1000 * number.divisor
            // Within half of the second decimal: 0.005 * 1001 * divisor.
            let difference = scaled > exact ? scaled - exact : exact - scaled
            if difference * 1000 < 5005 * number.divisor {
                return Fraction(numerator: rate * 1000, denominator: 1001)
            }
        }
        return nil
    }
}
