/// What the header of a movie says about a track: everything except where its samples are.
struct TrackHeader {
    let id: UInt32
    let kind: MovieTrack.Kind
    let codec: String
    /// Units per second of the track's own clock, at least 1.
    let timescale: UInt32
    let edits: EditList?
    let tables: SampleTables
    private(set) var width = 0
    private(set) var height = 0
    private(set) var sampleRate = 0
    private(set) var channels = 0

    /// Whether the track carries pictures or sound.
    var isMedia: Bool { kind == .video || kind == .audio }

    /// Whether any bytes make a sample, zeros as well.
    var isPlain: Bool {
        let names = ["sowt", "twos", "raw ", "lpcm", "in24", "in32", "fl32", "fl64", "ipcm", "fpcm"]
        return names.contains(codec) || !isMedia
    }

    /// Reads the content of a `trak` box; nil when a part is missing that a track cannot be used without.
    init?(_ trak: ArraySlice<UInt8>) {
        let boxes = Boxes(in: trak)
        guard let header = boxes.first("tkhd")?.body,
            let media = boxes.first("mdia").map({ Boxes(in: $0.body) }),
            let clock = media.first("mdhd")?.body, let handler = media.first("hdlr")?.body,
            let table = media.first("minf").flatMap({ Boxes(in: $0.body).first("stbl") })?.body,
            let descriptions = Boxes(in: table).first("stsd")?.body,
            let id = header.integer(at: header.first == 1 ? 20 : 12, as: UInt32.self),
            let timescale = clock.integer(at: clock.first == 1 ? 20 : 12, as: UInt32.self),
            let subtype = handler.integer(at: 8, as: UInt32.self).map(BoxType.init(rawValue:))
        else { return nil }
        self.id = id
        self.timescale = max(1, timescale)
        switch subtype {
        case "vide": kind = .video
        case "soun": kind = .audio
        default: kind = .other(subtype.description)
        }
        edits = boxes.first("edts").flatMap { Boxes(in: $0.body).first("elst") }.flatMap { EditList($0.body) }
        tables = SampleTables(table)
        let entry = Boxes(in: descriptions.dropFirst(8)).first { _ in true }
        codec = entry?.type.description ?? ""
        guard let entry = entry?.body else { return }
        switch kind {
        case .video: readPicture(entry)
        case .audio: readSound(entry)
        case .other: break
        }
    }

    private mutating func readPicture(_ entry: ArraySlice<UInt8>) {
        width = Int(entry.integer(at: 24, as: UInt16.self) ?? 0)
        height = Int(entry.integer(at: 26, as: UInt16.self) ?? 0)
    }

    private mutating func readSound(_ entry: ArraySlice<UInt8>) {
        // Version 2 of QuickTime's entry moved both numbers, for rates that do not fit into 16 bits.
        if entry.integer(at: 8, as: UInt16.self) == 2 {
            sampleRate =
                entry.integer(at: 32, as: UInt64.self).flatMap { Int(exactly: Double(bitPattern: $0)) } ?? 0
            channels = Int(entry.integer(at: 40, as: UInt32.self) ?? 0)
        } else {
            sampleRate = Int(entry.integer(at: 24, as: UInt16.self) ?? 0)
            channels = Int(entry.integer(at: 16, as: UInt16.self) ?? 0)
        }
        if sampleRate == 0 { sampleRate = Int(timescale) }
    }
}
