/// The first bytes of a box: its name and its size.
struct BoxHeader {
    let type: BoxType
    /// 8, or 16 for a box with a 64-bit size.
    let length: Int64
    /// The size of the whole box as far as it is stated; it may be larger than what is there.
    let size: Int64
    /// Whether the box states no size and goes to the end of what holds it.
    let isOpenEnded: Bool

    /// Whether it goes to the end of the file and is neither media nor the header: nothing writes such a box, but
    /// zeros in place of a size look like it.
    var isEndless: Bool { isOpenEnded && type != "mdat" && type != "moov" }

    /// Reads the beginning of a box; nil for bytes that are none.
    ///
    /// - Parameters:
    ///   - bytes: The first 16 bytes, or fewer at the end.
    ///   - available: How many bytes there are from the start of the box on.
    init?(_ bytes: ArraySlice<UInt8>, available: Int64) {
        guard let short = bytes.integer(at: 0, as: UInt32.self),
            let name = bytes.integer(at: 4, as: UInt32.self)
        else { return nil }
        type = BoxType(rawValue: name)
        guard type.isPlausible else { return nil }
        isOpenEnded = short == 0
        switch short {
        case 0:
            length = 8
            size = available
        case 1:
            guard let long = bytes.integer(at: 8, as: UInt64.self) else { return nil }
            length = 16
            size = Int64(clamping: long)
        default:
            length = 8
            size = Int64(short)
        }
        guard size >= length else { return nil }
    }
}

/// A box in memory.
struct Box {
    let type: BoxType
    let whole: ArraySlice<UInt8>
    let body: ArraySlice<UInt8>
    /// Whether it states no size, so that nothing can come after it.
    let isOpenEnded: Bool
}

/// The boxes inside some bytes, up to the first that is damaged.
struct Boxes: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(in bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// The first box of a kind.
    func first(_ type: BoxType) -> Box? {
        first { $0.type == type }
    }

    mutating func next() -> Box? {
        let available = Int64(rest.count)
        guard let header = BoxHeader(rest.prefix(16), available: available), header.size <= available else {
            return nil
        }
        let whole = rest.prefix(Int(header.size))
        rest = rest.dropFirst(whole.count)
        let body = whole.dropFirst(Int(header.length))
        return Box(type: header.type, whole: whole, body: body, isOpenEnded: header.isOpenEnded)
    }
}
