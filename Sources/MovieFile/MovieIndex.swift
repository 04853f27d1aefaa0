/// The index of an ordinary file (`moov`), made of the header of a fragmented one and the samples found.
///
/// Everything in the header that does not depend on the samples is kept byte for byte.
struct MovieIndex {
    /// The most table entries that are written: enough for a week of pictures and sound.
    private static let entryLimit = 1 << 26

    /// The whole box.
    let bytes: [UInt8]

    init(of contents: MovieContents, path: String) throws(MovieFileError) {
        let entries = contents.tracks.reduce(0) { $0 + SampleTableWriter.entryCount(of: $1.samples) }
        guard entries <= Self.entryLimit else {
            throw MovieFileError(
                .unsupported,
                path: path,
                "\(path) states \(entries) samples, more than an index can hold; record in shorter pieces"
            )
        }
        for track in contents.tracks where ["encv", "enca"].contains(track.header.codec) {
            throw MovieFileError(
                .unsupported,
                path: path,
                "\(path) is encrypted, and the keys to its samples would be lost; it was not changed"
            )
        }
        var tracks: [UInt32: TrackIndex] = [:]
        for (track, presentation) in zip(contents.tracks, contents.presentations) where !track.samples.isEmpty
        {
            tracks[track.header.id] = TrackIndex(
                track: track,
                presentation: presentation,
                movieTimescale: contents.header.timescale
            )
        }
        bytes = Self.moov(contents.header.boxes, tracks: tracks)
    }

    private static func moov(_ old: Boxes, tracks: [UInt32: TrackIndex]) -> [UInt8] {
        let duration = tracks.values.map(\.end).max() ?? 0
        var unwritten = tracks
        var writer = ByteWriter()
        writer.box("moov") { moov in
            for box in old {
                switch box.type {
                case "mvhd":
                    moov.appendHeader(box, fixedLength: 4, duration: duration)
                case "trak":
                    // Two tracks of one number cannot be told apart in fragments, so only the first is kept.
                    guard let id = TrackHeader(box.body)?.id, let track = unwritten.removeValue(forKey: id)
                    else {
                        break
                    }
                    track.append(to: &moov, replacing: box.body, kept: Set(tracks.keys))
                case "mvex":
                    break
                default:
                    moov.append(box)
                }
            }
        }
        return writer.bytes
    }
}

extension ByteWriter {
    /// Appends an `mvhd`, `tkhd` or `mdhd` with another duration, and 64 bits wide where that is needed.
    ///
    /// - Parameters:
    ///   - box: The box as it was.
    ///   - fixedLength: How many bytes are between its two dates and its duration.
    ///   - duration: The new duration.
    mutating func appendHeader(_ box: Box, fixedLength: Int, duration: Int128) {
        var cursor = ByteCursor(box.body)
        let value = UInt64(clamping: duration)
        guard let (version, flags) = cursor.versionAndFlags(), let created = cursor.next(wide: version == 1),
            let modified = cursor.next(wide: version == 1)
        else { return append(box) }
        let wide = version == 1 || value > UInt64(UInt32.max)
        let rest = box.body.suffix(cursor.remaining)
        self.box(box.type) { header in
            header.append((wide ? 1 << 24 : 0) | flags)
            header.append(created, wide: wide)
            header.append(modified, wide: wide)
            header.append(rest.prefix(fixedLength))
            header.append(value, wide: wide)
            header.append(rest.dropFirst(fixedLength + (version == 1 ? 8 : 4)))
        }
    }
}
