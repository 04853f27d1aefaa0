/// An element as a file holds it, with its size in eight bytes; none says that it is not known.
func element(_ id: UInt32, _ body: [UInt8], isOpen: Bool = false) -> [UInt8] {
    let name = Array(be(id).drop { $0 == 0 })
    let size = isOpen ? [1] + [UInt8](repeating: 0xFF, count: 7) : be(UInt64(body.count) | 1 << 56)
    return name + size + body
}

/// An empty element of a certain length.
func void(_ length: Int) -> [UInt8] {
    [0xEC, 0x80 | UInt8(length - 2 < 127 ? length - 2 : 0)].prefix(length < 129 ? 2 : 0)
        + (length < 129 ? zeros(length - 2) : element(0xEC, zeros(length - 9)))
}

/// The beginning of a file with pictures while it is recorded.
///
/// - Parameters:
///   - seekRoom: What is left free for the table of what is where.
///   - duration: What stands in the place of the duration.
///   - checksum: Whether the header has a sum over itself.
/// - Returns: Everything in front of the first cluster.
func matroskaHead(
    seekRoom: [UInt8] = element(0x114D_9B74, zeros(140)),
    duration: [UInt8] = [0x44, 0x89, 0x88] + zeros(8),
    checksum: Bool = false
) -> [UInt8] {
    let sum: [UInt8] = checksum ? [0xBF, 0x84, 1, 2, 3, 4] : []
    let video = element(0xE0, [0xB0, 0x81, 160, 0xBA, 0x81, 120])
    let track =
        [0xD7, 0x81, 1, 0x83, 0x81, 1, 0x86, 0x85] + Array("V_VP8".utf8)
        + [0x23, 0xE3, 0x83, 0x84] + be(UInt32(40_000_000)) + video
    return element(0x1A45_DFA3, [0x42, 0x82, 0x84] + Array("webm".utf8))
        + element(0x1853_8067, [], isOpen: true)
        + seekRoom + element(0x1549_A966, sum + [0x2A, 0xD7, 0xB1, 0x83, 0x0F, 0x42, 0x40] + duration)
        + element(0x1654_AE6B, element(0xAE, track))
}

/// A picture of three hundred bytes, at a time in milliseconds from that of its cluster.
func matroskaBlock(_ time: Int) -> [UInt8] {
    element(0xA3, [0x81] + be(Int16(time)) + [time == 0 ? 0x80 : 0] + [UInt8](repeating: 0x5A, count: 300))
}

/// Pictures that a cluster of no known size holds.
func matroskaCluster(at time: Int, blocks: [Int]) -> [UInt8] {
    element(0x1F43_B675, [], isOpen: true) + element(0xE7, be(UInt16(time))) + blocks.flatMap(matroskaBlock)
}

/// Reads a finished file by simple means of its own, so that a mistake of the module is not made twice.
struct TopElements {
    private struct Entry {
        let name: UInt32
        let offset: Int
        let body: ArraySlice<UInt8>
    }

    private let entries: [Entry]
    private let bodyStart: Int
    /// Whether the elements fill the segment, and the segment the file.
    let isComplete: Bool

    init(_ bytes: [UInt8]) {
        let beginning = Self.entry(bytes[...])
        let segment = Self.entry(bytes[(beginning?.body.endIndex ?? 0)...])
        entries = Self.list(segment?.body ?? [])
        bodyStart = segment?.body.startIndex ?? 0
        let clustersAreWhole = entries.filter { $0.name == 0x1F43_B675 }.allSatisfy {
            Self.list($0.body).last?.body.endIndex == $0.body.endIndex
        }
        isComplete =
            segment?.body.endIndex == bytes.count && entries.last?.body.endIndex == bytes.count
            && clustersAreWhole
    }

    var names: [UInt32] { entries.map(\.name) }

    func positions(of names: [UInt32]) -> [Int] {
        entries.filter { names.contains($0.name) }.map { $0.offset - bodyStart }
    }

    var seekPositions: [Int] { values(0x114D_9B74, 0x4DBB, 0x53AC) }
    var cuePositions: [Int] { values(0x1C53_BB6B, 0xBB, 0xB7, 0xF1) }

    var duration: Double? {
        inside(0x1549_A966).first { $0.name == 0x4489 }.map {
            Double(bitPattern: $0.body.reduce(0) { $0 << 8 | UInt64($1) })
        }
    }

    private func inside(_ name: UInt32) -> [Entry] {
        entries.filter { $0.name == name }.flatMap { Self.list($0.body) }
    }

    private func values(_ path: UInt32...) -> [Int] {
        path.dropFirst().reduce(entries.filter { $0.name == path[0] }) { parents, name in
            parents.flatMap { Self.list($0.body) }.filter { $0.name == name }
        }
        .map { $0.body.reduce(0) { $0 << 8 | Int($1) } }
    }

    private static func list(_ bytes: ArraySlice<UInt8>) -> [Entry] {
        var rest = bytes
        var found: [Entry] = []
        while let next = entry(rest) {
            found.append(next)
            rest = rest[next.body.endIndex...]
        }
        return found
    }

    private static func entry(_ bytes: ArraySlice<UInt8>) -> Entry? {
        guard let first = bytes.first, first >= 0x10 else { return nil }
        let nameLength = first.leadingZeroBitCount + 1
        let name = bytes.prefix(nameLength).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let rest = bytes.dropFirst(nameLength)
        guard let mark = rest.first, mark > 0 else { return nil }
        let length = mark.leadingZeroBitCount + 1
        let size = rest.prefix(length).reduce(0) { $0 << 8 | Int($1) } - 1 << (7 * length)
        let body = rest.dropFirst(length)
        guard size <= body.count else { return nil }
        return Entry(name: name, offset: bytes.startIndex, body: body.prefix(size))
    }
}
