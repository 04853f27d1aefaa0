/// Collects big-endian numbers and boxes.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.bigEndian) { bytes += $0 }
    }

    mutating func append(_ other: some Sequence<UInt8>) {
        bytes += other
    }

    /// Appends a name.
    mutating func append(_ type: BoxType) {
        append(type.rawValue)
    }

    /// A number that is 64 bits wide in version 1 of a box and 32 bits before.
    mutating func append(_ value: UInt64, wide: Bool) {
        if wide { append(value) } else { append(UInt32(clamping: value)) }
    }

    /// Appends a box as it is; one that states no size gets one.
    mutating func append(_ kept: Box) {
        guard kept.isOpenEnded else { return append(kept.whole) }
        box(kept.type) { $0.append(kept.body) }
    }

    /// Appends a box with what a closure puts into it.
    mutating func box(_ type: BoxType, _ content: (inout ByteWriter) -> Void) {
        let start = bytes.count
        append(UInt32(0))
        append(type)
        content(&self)
        withUnsafeBytes(of: UInt32(clamping: bytes.count - start).bigEndian) {
            bytes.replaceSubrange(start..<(start + 4), with: $0)
        }
    }

    /// Appends a box that begins with a version and flags of zero.
    mutating func box(_ type: BoxType, version: UInt8, _ content: (inout ByteWriter) -> Void) {
        box(type) { writer in
            writer.append(UInt32(version) << 24)
            content(&writer)
        }
    }
}
