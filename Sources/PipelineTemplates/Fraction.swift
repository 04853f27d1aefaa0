/// A reduced, non-negative fraction such as a frame rate; both parts fit GStreamer's 32-bit fractions.
public struct Fraction: Sendable, Hashable, CustomStringConvertible {
    /// The number above the line.
    public let numerator: Int
    /// The number below the line, at least 1.
    public let denominator: Int

    /// The reduced fraction; nil when a part is negative, zero below the line, or too large.
    public init?(numerator: Int, denominator: Int) {
        guard numerator >= 0, denominator > 0 else { return nil }
        var (divisor, rest) = (denominator, numerator)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        let limit = Int(Int32.max)
        guard numerator / divisor <= limit, denominator / divisor <= limit else { return nil }
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    /// A whole number.
    public init(_ whole: UInt16) {
        numerator = Int(whole)
        denominator = 1
    }

    /// The fraction as a floating-point number.
    public var value: Double { Double(numerator) / Double(denominator) }

    /// Both parts with a slash between them: `30000/1001`.
    public var description: String { "\(numerator)/\(denominator)" }
}
