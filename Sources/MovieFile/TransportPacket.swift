/// The beginning of a packet of an MPEG transport stream.
struct TransportPacket {
    static let length: Int64 = 188
    private static let sync: UInt8 = 0x47

    /// The stream that the packet belongs to.
    let stream: UInt16
    /// Whether a unit, such as a picture, begins in it.
    let startsUnit: Bool
    /// Whether a decoder can begin with it.
    let isRandomAccess: Bool
    /// Whether it was filled up, as the last packet of a unit is where it does not end in it by chance.
    let isStuffed: Bool
    let payload: ArraySlice<UInt8>

    /// Reads a packet; nil for bytes that are none, or that are marked as damaged.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == Int(Self.length), bytes.first == Self.sync,
            let head = bytes.integer(at: 0, as: UInt32.self), head & 0x80_0000 == 0
        else { return nil }
        stream = UInt16(head >> 8 & 0x1FFF)
        startsUnit = head & 0x40_0000 != 0
        let content = bytes.dropFirst(4)
        guard head & 0x20 != 0 else {
            isRandomAccess = false
            isStuffed = false
            payload = head & 0x10 != 0 ? content : []
            return
        }
        let fieldLength = Int(content.first ?? 0)
        guard fieldLength < content.count else { return nil }
        let field = content.dropFirst().prefix(fieldLength)
        isRandomAccess = (field.first ?? 0) & 0x40 != 0
        isStuffed = Self.usedLength(field) < fieldLength || fieldLength == 0
        payload = head & 0x10 != 0 ? content.dropFirst(1 + fieldLength) : []
    }

    /// How much of an adaptation field says something.
    private static func usedLength(_ field: ArraySlice<UInt8>) -> Int {
        guard let flags = field.first else { return 0 }
        var used = 1 + (flags & 0x10 != 0 ? 6 : 0) + (flags & 0x08 != 0 ? 6 : 0) + (flags & 0x04 != 0 ? 1 : 0)
        for part: UInt8 in [0x02, 0x01] where flags & part != 0 {
            used += 1 + Int(field.integer(at: used, as: UInt8.self) ?? 0)
        }
        return used
    }

    /// How MPEG-1, MPEG-2, MPEG-4, H.264, H.265 and H.266 are called in the list of a program.
    private static let pictureTypes: Set<UInt8> = [0x01, 0x02, 0x10, 0x1B, 0x24, 0x33]

    /// The streams of pictures that a program lists, if the list begins in this packet.
    var announcedPictures: [UInt16] {
        guard startsUnit, let pointer = payload.first else { return [] }
        let table = payload.dropFirst(1 + Int(pointer))
        guard table.first == 2, let length = table.integer(at: 1, as: UInt16.self),
            let described = table.integer(at: 10, as: UInt16.self)
        else { return [] }
        // The length counts from behind itself, and its last four bytes are a sum.
        let end = min(table.count, 3 + Int(length & 0xFFF) - 4)
        var place = 12 + Int(described & 0xFFF)
        var found: [UInt16] = []
        while place + 5 <= end, let type = table.integer(at: place, as: UInt8.self),
            let stream = table.integer(at: place + 1, as: UInt16.self),
            let descriptors = table.integer(at: place + 3, as: UInt16.self)
        {
            if Self.pictureTypes.contains(type) { found.append(stream & 0x1FFF) }
            place += 5 + Int(descriptors & 0xFFF)
        }
        return found
    }

    /// The first four bytes of a packet that belongs to nothing.
    static let emptyHead: [UInt8] = [sync, 0x1F, 0xFF, 0x10]

    /// Whether a file begins with packets.
    static func begins(_ file: inout OpenFile) throws(MovieFileError) -> Bool {
        let bytes = try file.peek(at: 0, count: length + 1)
        guard bytes.count >= Int(length), bytes.first == sync else { return false }
        return bytes.count == Int(length) || bytes.last == sync
    }

    /// So many packets in a row are taken for packets behind bytes that are none: no garbage looks like that.
    private static let row = 5
    /// How many bytes they have.
    static let rowLength = length * Int64(row)

    /// Where packets go on behind bytes that are none.
    static func next(in bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        while rest.count >= Int(rowLength), let start = rest.firstPosition(of: [sync]) {
            guard start + Int(rowLength) <= rest.endIndex else { return nil }
            if (0..<row).allSatisfy({ rest[start + $0 * Int(length)] == sync }) { return start }
            rest = rest[(start + 1)...]
        }
        return nil
    }
}
