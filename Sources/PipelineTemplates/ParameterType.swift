/// What values a template parameter takes.
public enum ParameterType: Sendable, Hashable, CustomStringConvertible {
    /// A whole number.
    case int
    /// A fraction such as a frame rate.
    case fraction
    /// Yes or no.
    case bool
    /// Any text.
    case string
    /// A file path.
    case path
    /// A device name.
    case device
    /// Bits per second.
    case bitrate
    /// A length of time.
    case duration
    /// A number of bytes.
    case size
    /// One of these words.
    case choice([String])

    /// The type written in a parameter table: `int`, `choice(a|b|c)`; nil when there is no such type.
    init?(_ text: String) {
        if let type = Self.simple.first(where: { $0.description == text }) {
            self = type
            return
        }
        guard text.hasPrefix("choice("), text.hasSuffix(")") else { return nil }
        let options = text.dropFirst(7).dropLast().split(separator: "|", omittingEmptySubsequences: false)
        let isValid = options.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(Self.isChoiceByte) }
        guard isValid, options.count <= 64, Set(options).count == options.count else { return nil }
        self = .choice(options.map(String.init))
    }

    /// The type as it is written in a parameter table.
    public var description: String {
        switch self {
        case .int: "int"
        case .fraction: "fraction"
        case .bool: "bool"
        case .string: "string"
        case .path: "path"
        case .device: "device"
        case .bitrate: "bitrate"
        case .duration: "duration"
        case .size: "size"
        case .choice(let options): "choice(\(options.joined(separator: "|")))"
        }
    }

    /// Some value of the type.
    var example: String {
        switch self {
        case .int, .size: "2"
        case .fraction: "30/1"
        case .bool: "false"
        case .string: "text"
        case .path: "/dev/null"
        case .device: "auto"
        case .bitrate: "1M"
        case .duration: "1s"
        case .choice(let options): options.first ?? ""
        }
    }

    /// The types without options.
    static let simple: [ParameterType] = [
        .int, .fraction, .bool, .string, .path, .device, .bitrate, .duration, .size,
    ]

    private static func isChoiceByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_./+-".utf8.contains(byte)
        }
    }
}
