/// Writes the `moov` box of an ordinary file from what was read out of a fragmented one.
///
/// Boxes that describe streams are kept byte for byte; only times and sample tables are new.
struct IndexWriter {
    private let scan: MovieScan
    private let timescale: UInt32

    init(_ scan: MovieScan) {
        self.scan = scan
        // Fine enough that a track's offset is exact to its own unit.
        timescale = scan.tracks.map(\.header.timescale).reduce(scan.movieTimescale, max)
    }

    func moov() -> [UInt8] {
        let kept = scan.tracks.filter { !$0.table.isEmpty }
        let bytes = scan.moov
        guard let box = Box.children(of: bytes, in: 0..<bytes.count).first("moov") else { return [] }
        let zero = scan.earliest
        let length = kept.map { seconds(of: $0, after: zero) }.max() ?? 0
        var writer = ByteWriter()
        writer.box("moov") { writer in
            for child in Box.children(of: bytes, in: box.content) {
                switch child.type {
                case "mvex": break
                case "mvhd": header(child, duration: units(length), timescale: timescale, into: &writer)
                case "trak":
                    if let track = kept.first(where: { $0.box.range == child.range }) {
                        trak(track, zero: zero, into: &writer)
                    }
                default: writer.append(bytes[child.range])
                }
            }
        }
        return writer.bytes
    }

    private func seconds(of track: MovieScan.Track, after zero: Double) -> Double {
        let presentation = scan.presentation(of: track)
        return presentation.start - zero + Double(presentation.length) / Double(track.header.timescale)
    }

    private func units(_ seconds: Double) -> UInt64 {
        let value = (seconds * Double(timescale)).rounded()
        return value > 0 && value < 9e18 ? UInt64(value) : 0
    }

    // MARK: - Headers

    /// Copies an `mvhd`, `tkhd` or `mdhd` with a new duration, and a new timescale where one is given.
    private func header(_ box: Box, duration: UInt64, timescale: UInt32?, into writer: inout ByteWriter) {
        var reader = ByteReader(scan.moov, box.content)
        let hasTrackID = box.type == "tkhd"
        guard let flags = reader.u32(), let created = reader.wide(flags >> 24 == 1),
            let modified = reader.wide(flags >> 24 == 1), let third = reader.u32(),
            !hasTrackID || reader.skip(4), reader.wide(flags >> 24 == 1) != nil
        else {
            writer.append(scan.moov[box.range])
            return
        }
        let isWide = flags >> 24 == 1 || duration > UInt64(UInt32.max)
        writer.box(box.type) { writer in
            writer.u32(flags & 0xFF_FFFF | (isWide ? 1 << 24 : 0))
            for time in [created, modified] {
                if isWide { writer.u64(time) } else { writer.u32(UInt32(truncatingIfNeeded: time)) }
            }
            writer.u32(timescale ?? third)
            if hasTrackID { writer.u32(0) }
            if isWide { writer.u64(duration) } else { writer.u32(UInt32(truncatingIfNeeded: duration)) }
            writer.append(scan.moov[reader.position..<reader.end])
        }
    }

    // MARK: - Tracks

    private func trak(_ track: MovieScan.Track, zero: Double, into writer: inout ByteWriter) {
        let presentation = scan.presentation(of: track)
        let length = units(Double(presentation.length) / Double(track.header.timescale))
        let delay = units(presentation.start - zero)
        writer.box("trak") { writer in
            for child in Box.children(of: scan.moov, in: track.box.content) {
                switch child.type {
                case "tkhd":
                    header(child, duration: delay + length, timescale: nil, into: &writer)
                    edits(delay: delay, length: length, mediaTime: presentation.mediaTime, into: &writer)
                case "edts": break
                default: copy(child, of: track, into: &writer)
                }
            }
        }
    }

    private func edits(delay: UInt64, length: UInt64, mediaTime: Int64, into writer: inout ByteWriter) {
        writer.box("edts") { writer in
            writer.box("elst") { writer in
                writer.u32(1 << 24)
                writer.u32(delay > 0 ? 2 : 1)
                if delay > 0 {
                    writer.u64(delay)
                    writer.u64(UInt64(bitPattern: -1))
                    writer.u32(1 << 16)
                }
                writer.u64(length)
                writer.u64(UInt64(bitPattern: mediaTime))
                writer.u32(1 << 16)
            }
        }
    }

    /// Copies a box of a track, going down to the boxes that must change.
    private func copy(_ box: Box, of track: MovieScan.Track, into writer: inout ByteWriter) {
        switch box.type {
        case "mdia", "minf":
            writer.box(box.type) { writer in
                for child in Box.children(of: scan.moov, in: box.content) {
                    copy(child, of: track, into: &writer)
                }
            }
        case "mdhd":
            let duration = UInt64(max(0, track.table.end &- track.table.start))
            header(box, duration: duration, timescale: nil, into: &writer)
        case "stbl":
            writer.box("stbl") { writer in
                let replaced: Set = ["stts", "ctts", "cslg", "stss", "stsc", "stsz", "stz2", "stco", "co64"]
                for child in Box.children(of: scan.moov, in: box.content) where !replaced.contains(child.type)
                {
                    writer.append(scan.moov[child.range])
                }
                SampleTableWriter(track.table.samples).write(into: &writer)
            }
        default: writer.append(scan.moov[box.range])
        }
    }
}
