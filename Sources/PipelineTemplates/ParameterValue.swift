/// A parameter's value after its text was checked.
enum ParameterValue: Sendable, Hashable {
    case number(Int64)
    case bitrate(Int)
    case duration(Int64)
    case fraction(Fraction)
    case word(String)
    case text(String)

    /// The longest text a value may have, in bytes.
    static let longest = 4096

    /// Reads `text` as a value of `type`.
    init(_ text: String, as type: ParameterType) throws(QuantityError) {
        guard text.utf8.count <= Self.longest else {
            throw QuantityError(
                message: "the value is \(text.utf8.count) bytes long",
                hint: "At most \(Self.longest) bytes are taken."
            )
        }
        switch type {
        case .int: self = .number(try Self.wholeNumber(text))
        case .size: self = .number(try Quantity.size(text))
        case .bitrate: self = .bitrate(try Quantity.bitrate(text))
        case .duration: self = .duration(try Quantity.duration(text))
        case .fraction: self = .fraction(try Quantity.fraction(text))
        case .bool: self = .word(try Quantity.bool(text) ? "true" : "false")
        case .choice(let options):
            guard options.contains(text) else {
                throw QuantityError(
                    message: "\(shown(text)) is not one of \(options.joined(separator: ", "))",
                    hint: nameHint(for: text, among: options)
                )
            }
            self = .word(text)
        case .string, .path, .device:
            guard !text.utf8.contains(0) else {
                throw QuantityError(message: "the value holds a NUL byte", hint: "Remove it.")
            }
            self = .text(text)
        }
    }

    /// The value in a launch line, in `unit`; nil when the type has no such unit.
    func rendered(
        unit: String?,
        inCaps: Bool,
        framerate: () throws(QuantityError) -> Fraction
    ) throws(QuantityError) -> String? {
        switch (self, unit) {
        case (.number(let number), nil): return "\(number)"
        case (.word(let word), nil): return word
        case (.text(let text), nil): return gstValue(text, inCaps: inCaps)
        case (.bitrate(let bits), nil), (.bitrate(let bits), "bit"): return "\(bits)"
        case (.bitrate(let bits), "kbit"): return "\(max(1, Self.divide(Int128(bits), by: 1000)))"
        case (.duration(let time), nil), (.duration(let time), "ns"): return "\(time)"
        case (.duration(let time), "us"): return "\(Self.divide(Int128(time), by: 1_000))"
        case (.duration(let time), "ms"): return "\(Self.divide(Int128(time), by: 1_000_000))"
        case (.duration(let time), "s"): return "\(Self.divide(Int128(time), by: 1_000_000_000))"
        case (.duration(let time), "frames"):
            let rate = try framerate()
            let frames = Int128(time) * Int128(rate.numerator)
            return "\(max(1, Self.divide(frames, by: Int128(rate.denominator) * 1_000_000_000)))"
        case (.fraction(let fraction), nil): return fraction.description
        case (.fraction(let fraction), "float"): return "\(fraction.value)"
        case (.fraction(let fraction), "num"): return "\(fraction.numerator)"
        case (.fraction(let fraction), "den"): return "\(fraction.denominator)"
        default: return nil
        }
    }

    /// Whether the value is quoted in a launch line.
    var isQuoted: Bool {
        if case .text = self { true } else { false }
    }

    /// The units the value can be rendered in.
    var units: [String] {
        switch self {
        case .bitrate: ["bit", "kbit"]
        case .duration: ["ns", "us", "ms", "s", "frames"]
        case .fraction: ["float", "num", "den"]
        case .number, .word, .text: []
        }
    }

    private static func wholeNumber(_ text: String) throws(QuantityError) -> Int64 {
        if let number = Int64(text) { return number }
        throw QuantityError(
            message: "\(shown(text)) is not a whole number",
            hint: "Write digits only, for example 1280."
        )
    }

    /// The quotient rounded to the nearest whole number.
    private static func divide(_ number: Int128, by divisor: Int128) -> Int128 {
        (number + divisor / 2) / divisor
    }
}
