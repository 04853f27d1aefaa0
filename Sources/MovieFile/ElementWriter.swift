/// Collects elements of Matroska.
struct ElementWriter {
    private(set) var bytes: [UInt8] = []

    /// Appends an element with what a closure puts into it.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - sizeLength: How many bytes its size takes; nil for as few as possible.
    ///   - content: Puts the elements in.
    mutating func master(
        _ id: ElementID,
        sizeLength: Int? = nil,
        _ content: (inout ElementWriter) -> Void
    ) {
        var inside = ElementWriter()
        content(&inside)
        append(id, inside.bytes, sizeLength: sizeLength)
    }

    /// Appends the bits of a number with a fraction.
    mutating func bits(_ id: ElementID, _ value: some FixedWidthInteger) {
        append(id, withUnsafeBytes(of: value.bigEndian) { Array($0) })
    }

    /// Appends a number, in as many bytes as it takes, or in eight.
    mutating func number(_ id: ElementID, _ value: UInt64, wide: Bool = false) {
        let length = wide ? 8 : max(1, 8 - value.leadingZeroBitCount / 8)
        append(id, (0..<length).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (length - 1 - $0))) })
    }

    /// Appends the name of an element as a value.
    mutating func name(_ id: ElementID, _ value: ElementID) {
        number(id, UInt64(value.rawValue))
    }

    private mutating func append(_ id: ElementID, _ body: [UInt8], sizeLength: Int? = nil) {
        bytes += Self.name(id)
        let fitting = (1...8).first { VariableNumber.bytes(Int64(body.count), length: $0) != nil }
        let length = sizeLength ?? fitting ?? 8
        bytes += VariableNumber.bytes(Int64(body.count), length: length) ?? []
        bytes += body
    }

    private static func name(_ id: ElementID) -> [UInt8] {
        (0..<id.length).map { UInt8(truncatingIfNeeded: id.rawValue >> UInt32(8 * (id.length - 1 - $0))) }
    }

    /// The shortest element there is.
    static let shortestVoid: Int64 = 2

    /// The first bytes of an element that says nothing and fills a room of at least ``shortestVoid`` bytes.
    static func voidHeader(filling room: Int64) -> [UInt8] {
        let length = room <= 128 ? 1 : 8
        return name(.void) + (VariableNumber.bytes(room - 1 - Int64(length), length: length) ?? [])
    }
}
