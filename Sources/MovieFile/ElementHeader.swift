/// The number that names an element of Matroska, with its length marker.
struct ElementID: Hashable, Sendable, ExpressibleByIntegerLiteral {
    let rawValue: UInt32

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    init(integerLiteral value: UInt32) {
        rawValue = value
    }

    static let ebml: ElementID = 0x1A45_DFA3
    static let segment: ElementID = 0x1853_8067
    static let void: ElementID = 0xEC
    static let checksum: ElementID = 0xBF
    static let seekHead: ElementID = 0x114D_9B74
    static let seek: ElementID = 0x4DBB
    static let seekID: ElementID = 0x53AB
    static let seekPosition: ElementID = 0x53AC
    static let info: ElementID = 0x1549_A966
    static let timestampScale: ElementID = 0x2A_D7B1
    static let duration: ElementID = 0x4489
    static let tracks: ElementID = 0x1654_AE6B
    static let trackEntry: ElementID = 0xAE
    static let trackNumber: ElementID = 0xD7
    static let trackType: ElementID = 0x83
    static let codecID: ElementID = 0x86
    static let defaultDuration: ElementID = 0x23_E383
    static let video: ElementID = 0xE0
    static let pixelWidth: ElementID = 0xB0
    static let pixelHeight: ElementID = 0xBA
    static let audio: ElementID = 0xE1
    static let samplingFrequency: ElementID = 0xB5
    static let channels: ElementID = 0x9F
    static let cluster: ElementID = 0x1F43_B675
    static let timestamp: ElementID = 0xE7
    static let position: ElementID = 0xA7
    static let previousSize: ElementID = 0xAB
    static let silentTracks: ElementID = 0x5854
    static let simpleBlock: ElementID = 0xA3
    static let blockGroup: ElementID = 0xA0
    static let block: ElementID = 0xA1
    static let blockDuration: ElementID = 0x9B
    static let referenceBlock: ElementID = 0xFB
    static let cues: ElementID = 0x1C53_BB6B
    static let cuePoint: ElementID = 0xBB
    static let cueTime: ElementID = 0xB3
    static let cueTrackPositions: ElementID = 0xB7
    static let cueTrack: ElementID = 0xF7
    static let cueClusterPosition: ElementID = 0xF1
    static let tags: ElementID = 0x1254_C367
    static let chapters: ElementID = 0x1043_A770
    static let attachments: ElementID = 0x1941_A469

    /// How many bytes the name takes.
    var length: Int { 4 - rawValue.leadingZeroBitCount / 8 }
}

/// The first bytes of an element: its name and its size.
struct ElementHeader {
    /// The most bytes that a name and a size take.
    static let longest: Int64 = 12

    let id: ElementID
    /// How many bytes the name and the size take.
    let length: Int64
    /// How many bytes of them the size takes.
    let sizeLength: Int
    /// How many bytes follow; nil for an element that goes on until something comes that cannot be inside it.
    let bodySize: Int64?

    /// Reads the beginning of an element; nil for bytes that are none.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let first = bytes.first, first.leadingZeroBitCount < 4 else { return nil }
        let idLength = first.leadingZeroBitCount + 1
        guard bytes.count > idLength else { return nil }
        id = ElementID(rawValue: bytes.prefix(idLength).reduce(0) { $0 << 8 | UInt32($1) })
        guard let size = VariableNumber(bytes.dropFirst(idLength)) else { return nil }
        sizeLength = size.length
        bodySize = size.isUnknown ? nil : Int64(clamping: size.value)
        length = Int64(idLength + size.length)
    }
}

/// A number whose first bits say how many bytes it takes.
struct VariableNumber {
    let value: UInt64
    let length: Int
    /// Whether all bits are set, which as a size means that it is not known.
    let isUnknown: Bool

    /// Reads a number; nil where none begins or it is not all there.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let first = bytes.first, first != 0 else { return nil }
        length = first.leadingZeroBitCount + 1
        guard bytes.count >= length else { return nil }
        let all = bytes.prefix(length).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let mask = UInt64(1) << UInt64(7 * length) - 1
        value = all & mask
        isUnknown = value == mask
    }

    /// The bytes of a number that takes a certain length; nil when it does not fit.
    static func bytes(_ value: Int64, length: Int) -> [UInt8]? {
        let mask = UInt64(1) << UInt64(7 * length) - 1
        guard (1...8).contains(length), value >= 0, UInt64(value) < mask else { return nil }
        let marked = UInt64(value) | UInt64(1) << UInt64(7 * length)
        return (0..<length).map { UInt8(truncatingIfNeeded: marked >> UInt64(8 * (length - 1 - $0))) }
    }
}

/// An element in memory, with its place from the beginning of what it was read from.
struct Element {
    let id: ElementID
    let whole: Range<Int>
    let body: ArraySlice<UInt8>

    /// The content as a number without a sign, of at most eight bytes.
    var number: UInt64? {
        body.count <= 8 ? body.reduce(0) { $0 << 8 | UInt64($1) } : nil
    }

    /// The content as a number with a fraction; nil when it is none.
    var fraction: Double? {
        switch body.count {
        case 4: body.integer(at: 0, as: UInt32.self).map { Double(Float(bitPattern: $0)) }
        case 8: body.integer(at: 0, as: UInt64.self).map(Double.init(bitPattern:))
        default: nil
        }
    }

    /// The content as a text, up to its end or a zero.
    var text: String { String(decoding: body.prefix { $0 != 0 }, as: UTF8.self) }
}

/// The elements inside some bytes, up to the first that is damaged.
struct Elements: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(in bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// The first element of a kind.
    func first(_ id: ElementID) -> Element? {
        first { $0.id == id }
    }

    mutating func next() -> Element? {
        guard let header = ElementHeader(rest.prefix(Int(ElementHeader.longest))), let size = header.bodySize,
            size <= Int64(rest.count) - header.length
        else { return nil }
        let whole = rest.prefix(Int(header.length + size))
        rest = rest.dropFirst(whole.count)
        return Element(id: header.id, whole: whole.indices, body: whole.dropFirst(Int(header.length)))
    }
}
