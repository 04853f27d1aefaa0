/// The four letters that name a box.
struct BoxType: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let rawValue: UInt32

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    init(stringLiteral value: String) {
        rawValue = value.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Whether the four bytes can be a name: printable, or the copyright sign that QuickTime begins names
    /// with.
    var isPlausible: Bool {
        bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0xA9 }
    }

    var description: String {
        String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    private var bytes: [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
    }
}
