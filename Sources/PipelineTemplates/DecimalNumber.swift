/// A non-negative decimal number and the unit written behind it, kept exactly.
struct DecimalNumber {
    /// All digits as one whole number.
    let mantissa: Int128
    /// The power of ten the mantissa is divided by.
    let divisor: Int128
    /// What stands behind the digits, in lower case.
    let unit: String

    /// Reads digits, an optional `.` with digits, and a unit; nil for anything else.
    init?(_ text: String) {
        let bytes = text.utf8.drop { $0 == UInt8(ascii: " ") }
        var mantissa: Int128 = 0
        var divisor: Int128 = 1
        var digits = 0
        var isFraction = false
        var end = bytes.startIndex
        while end < bytes.endIndex {
            let byte = bytes[end]
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
            } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                digits += 1
                guard digits <= 28, !isFraction || divisor < 1_000_000_000 else { return nil }
                mantissa = mantissa * 10 + Int128(byte - UInt8(ascii: "0"))
                if isFraction { divisor *= 10 }
            } else {
                break
            }
            end = bytes.index(after: end)
        }
        guard digits > 0, bytes.distance(from: end, to: bytes.endIndex) <= 16 else { return nil }
        self.mantissa = mantissa
        self.divisor = divisor
        unit = String(bytes[end...].filter { $0 != UInt8(ascii: " ") }.map { Character(Unicode.Scalar($0)) })
            .lowercased()
    }

    /// The number times `factor`, rounded to the nearest whole number; nil when it does not fit.
    func rounded(times factor: Int128) -> Int64? {
        let (product, overflow) = mantissa.multipliedReportingOverflow(by: factor)
        guard !overflow else { return nil }
        let (quotient, remainder) = product.quotientAndRemainder(dividingBy: divisor)
        return Int64(exactly: remainder * 2 >= divisor ? quotient + 1 : quotient)
    }
}
