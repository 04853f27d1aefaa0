internal import Glibc

extension [UInt8] {
    /// Whether there is nothing but zeros: the first is one, and each is like the one before.
    var areZeros: Bool {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return true }
            return bytes[0] == 0 && memcmp(start, start + 1, bytes.count - 1) == 0
        }
    }
}

extension ArraySlice<UInt8> {
    /// A big-endian number at a distance from the beginning; nil when it is not all there.
    func integer<T: FixedWidthInteger>(at offset: Int, as type: T.Type) -> T? {
        guard offset >= 0, count - MemoryLayout<T>.size >= offset else { return nil }
        return withUnsafeBytes { T(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: type)) }
    }

    /// The index of the first place where some bytes are, of which there must be at least one.
    func firstPosition(of pattern: [UInt8]) -> Int? {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return nil }
            var offset = 0
            while bytes.count - offset >= pattern.count,
                let place = memchr(
                    start + offset,
                    Int32(pattern[0]),
                    bytes.count - offset - pattern.count + 1
                )
            {
                offset = UnsafeRawPointer(place) - start
                if memcmp(place, pattern, pattern.count) == 0 { return startIndex + offset }
                offset += 1
            }
            return nil
        }
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
