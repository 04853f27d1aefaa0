/// What a `trak` box says about a track, beside its samples.
struct TrackHeader {
    let id: UInt32
    let timescale: UInt32
    let handler: String
    let codec: String
    let width: Int
    let height: Int
    let sampleRate: Int
    let channels: Int
    /// Time before the track begins, in the movie's units, from an empty edit.
    let emptyEdit: Int64
    /// Where in the media the presentation begins, in the track's units; nil without an edit list.
    let mediaTime: Int64?

    /// Reads a `trak` box; nil when something that every track needs is missing.
    init?(_ trak: Box, bytes: [UInt8]) {
        let children = Box.children(of: bytes, in: trak.content)
        guard let tkhd = children.first("tkhd"), let id = TrackHeader.trackID(tkhd, bytes),
            let mdhd = children.descend("mdia", "mdhd", bytes: bytes),
            let timescale = TrackHeader.timescale(mdhd, bytes), timescale > 0,
            let hdlr = children.descend("mdia", "hdlr", bytes: bytes),
            let handler = TrackHeader.handler(hdlr, bytes),
            let stsd = children.descend("mdia", "minf", "stbl", "stsd", bytes: bytes)
        else { return nil }
        self.id = id
        self.timescale = timescale
        self.handler = handler
        var entry = ByteReader(bytes, stsd.content)
        _ = entry.skip(12)
        codec = entry.code() ?? "????"
        // Past the entry's reserved bytes and data reference index.
        _ = entry.skip(8)
        (width, height, sampleRate, channels) = TrackHeader.format(entry, handler: handler)
        (emptyEdit, mediaTime) = TrackHeader.edits(children.descend("edts", "elst", bytes: bytes), bytes)
    }

    var kind: MovieTrack.Kind {
        switch handler {
        case "vide": .video
        case "soun": .audio
        default: .other(handler)
        }
    }

    private static func trackID(_ tkhd: Box, _ bytes: [UInt8]) -> UInt32? {
        var reader = ByteReader(bytes, tkhd.content)
        guard let flags = reader.u32(), reader.skip(flags >> 24 == 1 ? 16 : 8) else { return nil }
        return reader.u32()
    }

    static func timescale(_ header: Box, _ bytes: [UInt8]) -> UInt32? {
        var reader = ByteReader(bytes, header.content)
        guard let flags = reader.u32(), reader.skip(flags >> 24 == 1 ? 16 : 8) else { return nil }
        return reader.u32()
    }

    private static func handler(_ hdlr: Box, _ bytes: [UInt8]) -> String? {
        var reader = ByteReader(bytes, hdlr.content)
        return reader.skip(8) ? reader.code() : nil
    }

    private static func format(_ entry: ByteReader, handler: String) -> (Int, Int, Int, Int) {
        var reader = entry
        switch handler {
        case "vide":
            guard reader.skip(16), let width = reader.u16(), let height = reader.u16() else { break }
            return (Int(width), Int(height), 0, 0)
        case "soun":
            guard reader.skip(8), let channels = reader.u16(), reader.skip(6), let rate = reader.u32() else {
                break
            }
            return (0, 0, Int(rate >> 16), Int(channels))
        default: break
        }
        return (0, 0, 0, 0)
    }

    private static func edits(_ elst: Box?, _ bytes: [UInt8]) -> (Int64, Int64?) {
        guard let elst else { return (0, nil) }
        var reader = ByteReader(bytes, elst.content)
        guard let flags = reader.u32(), let count = reader.u32() else { return (0, nil) }
        let isWide = flags >> 24 == 1
        var empty: Int64 = 0
        for _ in 0..<min(Int(count), reader.remaining / 12) {
            guard let duration = reader.wide(isWide), let time = reader.wide(isWide), reader.skip(4) else {
                break
            }
            let mediaTime = isWide ? Int64(bitPattern: time) : Int64(Int32(truncatingIfNeeded: time))
            if mediaTime >= 0 { return (empty, mediaTime) }
            empty = empty &+ Int64(clamping: min(duration, UInt64(UInt32.max) << 8))
        }
        return (empty, nil)
    }
}
