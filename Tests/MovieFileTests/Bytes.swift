/// A number as a file holds it.
func be(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
}

/// 32-bit numbers as a file holds them.
func words(_ values: UInt32...) -> [UInt8] {
    values.flatMap { be($0) }
}

func zeros(_ count: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: count)
}

func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    let body = content.flatMap { $0 }
    return be(UInt32(body.count + 8)) + Array(type.utf8) + body
}

func fullBox(_ type: String, version: UInt32 = 0, flags: UInt32 = 0, _ content: [UInt8]...) -> [UInt8] {
    box(type, words(version << 24 | flags), content.flatMap { $0 })
}

/// Finds boxes by simple means of its own, so that a mistake of the module is not made twice.
struct Atoms {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    private init(slice: ArraySlice<UInt8>) {
        bytes = slice
    }

    /// The names and contents of the boxes side by side here.
    var list: [(type: String, content: Atoms)] {
        var result: [(String, Atoms)] = []
        var rest = bytes
        while rest.count >= 8 {
            var size = Int(Self.number(rest.prefix(4)))
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            var head = 8
            if size == 1 {
                size = Int(Self.number(rest.dropFirst(8).prefix(8)))
                head = 16
            }
            guard size >= head, size <= rest.count else { break }
            result.append((type, Atoms(slice: rest.prefix(size).dropFirst(head))))
            rest = rest.dropFirst(size)
        }
        return result
    }

    var types: [String] { list.map(\.type) }

    /// Everything of a kind.
    func all(_ type: String) -> [Atoms] {
        list.filter { $0.type == type }.map(\.content)
    }

    /// The first box along a path such as `moov/trak/mdia`; empty when there is none.
    func at(_ path: String) -> Atoms {
        path.split(separator: "/").reduce(self) { place, type in
            place.all(String(type)).first ?? Atoms([])
        }
    }

    /// The content as 32-bit numbers.
    var numbers: [UInt32] {
        stride(from: 0, to: bytes.count / 4 * 4, by: 4).map {
            UInt32(Self.number(bytes.dropFirst($0).prefix(4)))
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// Numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
