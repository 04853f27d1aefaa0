extension ArraySlice<UInt8> {
    /// A big-endian number at a distance from the beginning; nil when it is not all there.
    func integer<T: FixedWidthInteger>(at offset: Int, as type: T.Type) -> T? {
        guard offset >= 0, count - MemoryLayout<T>.size >= offset else { return nil }
        return withUnsafeBytes { T(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: type)) }
    }
}

/// Reads big-endian numbers one after the other; every read past the end is nil.
struct ByteCursor {
    private let bytes: ArraySlice<UInt8>
    private var position = 0

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// How many bytes are left.
    var remaining: Int { bytes.count - position }

    mutating func next<T: FixedWidthInteger>(_ type: T.Type) -> T? {
        guard let value = bytes.integer(at: position, as: type) else { return nil }
        position += MemoryLayout<T>.size
        return value
    }

    /// The version and the flags that many boxes begin with.
    mutating func versionAndFlags() -> (version: UInt8, flags: UInt32)? {
        next(UInt32.self).map { (UInt8($0 >> 24), $0 & 0xFF_FFFF) }
    }

    /// A number that is 64 bits wide in version 1 of a box and 32 bits before.
    mutating func next(wide: Bool) -> UInt64? {
        wide ? next(UInt64.self) : next(UInt32.self).map(UInt64.init)
    }
}
