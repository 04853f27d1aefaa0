/// One sample of a synthetic fragment.
struct Sample {
    var size: UInt32 = 10
    var duration: UInt32 = 100
    var flags: UInt32 = 0
    var composition: Int32 = 0
}

/// A `trun`.
struct Run {
    var samples: [Sample]
    /// Which fields each sample has: 0x100 duration, 0x200 size, 0x400 flags, 0x800 composition offset.
    var fields: UInt32 = 0xF00
    var firstFlags: UInt32?
    var hasDataOffset = true
    var version: UInt32 = 1

    func bytes(dataOffset: Int32) -> [UInt8] {
        var body = words(UInt32(samples.count))
        var flags = fields
        if hasDataOffset {
            flags |= 0x1
            body += be(dataOffset)
        }
        if let firstFlags {
            flags |= 0x4
            body += words(firstFlags)
        }
        for sample in samples {
            if fields & 0x100 != 0 { body += words(sample.duration) }
            if fields & 0x200 != 0 { body += words(sample.size) }
            if fields & 0x400 != 0 { body += words(sample.flags) }
            if fields & 0x800 != 0 { body += be(sample.composition) }
        }
        return fullBox("trun", version: version, flags: flags, body)
    }

    var length: Int { samples.reduce(0) { $0 + Int($1.size) } }
}

/// A `traf`.
struct Traf {
    var track: UInt32 = 1
    var decodeTime: UInt64?
    /// Whether the time is 64 bits wide.
    var wideTime = false
    /// Flags of the `tfhd` and its optional fields behind the base offset.
    var flags: UInt32 = 0
    var fields: [UInt8] = []
    var runs: [Run]
}

/// How the header of a box of media says its size.
enum MediaHeader {
    case short, long, openEnded

    func bytes(_ length: Int) -> [UInt8] {
        switch self {
        case .short: be(UInt32(length + 8)) + Array("mdat".utf8)
        case .long: words(1) + Array("mdat".utf8) + be(UInt64(length + 16))
        case .openEnded: words(0) + Array("mdat".utf8)
        }
    }
}

/// A `moof` and its `mdat`; `offset` is where it will be in the file, needed only where a base offset is
/// stated.
func fragment(_ trafs: [Traf], header: MediaHeader = .short, offset: Int = 0) -> [UInt8] {
    let length = trafs.flatMap(\.runs).reduce(0) { $0 + $1.length }
    func moof(dataStart: Int) -> [UInt8] {
        var position = dataStart
        let boxes = trafs.map { traf -> [UInt8] in
            var body = fullBox(
                "tfhd",
                flags: traf.flags,
                words(traf.track) + (traf.flags & 1 != 0 ? be(UInt64(offset)) : []) + traf.fields
            )
            if let time = traf.decodeTime {
                body +=
                    traf.wideTime ? fullBox("tfdt", version: 1, be(time)) : fullBox("tfdt", be(UInt32(time)))
            }
            for run in traf.runs {
                body += run.bytes(dataOffset: Int32(position))
                position += run.length
            }
            return box("traf", body)
        }
        return box("moof", fullBox("mfhd", words(1)), boxes.flatMap { $0 })
    }
    let head = header.bytes(length)
    return moof(dataStart: moof(dataStart: 0).count + head.count) + head
        + (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 13) }
}

/// A track in the header of a synthetic movie.
struct SyntheticTrack {
    var id: UInt32 = 1
    var handler = "vide"
    var entry = "avc1"
    var timescale: UInt32 = 1000
    /// Further boxes of the `trak`, such as `edts` and `udta`.
    var boxes: [UInt8] = []
    /// The tables after the `stsd`; empty ones as fragmented files have them by default.
    var tables: [UInt8] =
        fullBox("stts", words(0)) + fullBox("stsc", words(0)) + fullBox("stsz", words(0, 0))
        + fullBox("stco", words(0))
    /// Duration, size and flags that fragments take for granted.
    var defaults: (duration: UInt32, size: UInt32, flags: UInt32) = (0, 0, 0)

    static let audio = SyntheticTrack(id: 2, handler: "soun", entry: "mp4a", timescale: 48000)

    var description: [UInt8] {
        let start = zeros(6) + be(UInt16(1))
        let body =
            handler == "soun"
            ? zeros(8) + be(UInt16(2)) + be(UInt16(16)) + zeros(4) + words(48000 << 16)
            : zeros(16) + be(UInt16(640)) + be(UInt16(360)) + zeros(50)
        return fullBox("stsd", words(1), box(entry, start + body))
    }

    var trak: [UInt8] {
        let information = box("minf", fullBox("vmhd", zeros(8)), box("stbl", description, tables))
        return box(
            "trak",
            fullBox("tkhd", flags: 7, words(11, 12, id, 0, 0), zeros(60)),
            boxes,
            box(
                "mdia",
                fullBox("mdhd", words(11, 12, timescale, 0), words(0x55C4_0000)),
                fullBox("hdlr", zeros(4) + Array(handler.utf8) + zeros(13)),
                information
            )
        )
    }
}

/// The header of a synthetic movie.
func header(
    _ tracks: [SyntheticTrack] = [SyntheticTrack()],
    timescale: UInt32 = 1000,
    fragmented: Bool = true,
    boxes: [UInt8] = []
) -> [UInt8] {
    let extends = tracks.map { track in
        fullBox(
            "trex",
            words(track.id, 1, track.defaults.duration, track.defaults.size, track.defaults.flags)
        )
    }
    let movie = box(
        "moov",
        fullBox("mvhd", words(11, 12, timescale, 0), zeros(80)),
        tracks.flatMap(\.trak),
        boxes,
        fragmented ? box("mvex", extends.flatMap { $0 }) : []
    )
    return box("ftyp", Array("mp42".utf8) + words(0) + Array("isom".utf8)) + movie
}
