/// Reads big-endian numbers from a stretch of bytes; past its end every read gives nil.
struct ByteReader {
    let bytes: [UInt8]
    private(set) var position: Int
    let end: Int

    init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
        self.bytes = bytes
        let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
        position = range.lowerBound
        end = range.upperBound
    }

    var remaining: Int { end - position }

    mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, count <= remaining else { return false }
        position += count
        return true
    }

    mutating func u32() -> UInt32? { number(4).map { UInt32(truncatingIfNeeded: $0) } }

    mutating func u64() -> UInt64? { number(8) }

    mutating func u16() -> UInt16? { number(2).map { UInt16(truncatingIfNeeded: $0) } }

    mutating func i32() -> Int32? { u32().map { Int32(bitPattern: $0) } }

    /// A number that is four or eight bytes wide, depending on the version of its box.
    mutating func wide(_ isWide: Bool) -> UInt64? { isWide ? u64() : u32().map(UInt64.init) }

    /// Four letters.
    mutating func code() -> String? {
        guard remaining >= 4 else { return nil }
        defer { position += 4 }
        return String(decoding: bytes[position..<position + 4], as: UTF8.self)
    }

    private mutating func number(_ width: Int) -> UInt64? {
        guard remaining >= width else { return nil }
        var value: UInt64 = 0
        for index in position..<position + width { value = value << 8 | UInt64(bytes[index]) }
        position += width
        return value
    }
}

/// Collects big-endian numbers and boxes.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func u32(_ value: UInt32) {
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
    }

    mutating func u64(_ value: UInt64) {
        u32(UInt32(truncatingIfNeeded: value >> 32))
        u32(UInt32(truncatingIfNeeded: value))
    }

    mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Writes a box around what `body` writes.
    mutating func box(_ type: String, _ body: (inout ByteWriter) -> Void) {
        let start = bytes.count
        u32(0)
        append(type.utf8)
        body(&self)
        let size = UInt32(clamping: bytes.count - start)
        for (index, shift) in [24, 16, 8, 0].enumerated() {
            bytes[start + index] = UInt8(truncatingIfNeeded: size >> UInt32(shift))
        }
    }
}
