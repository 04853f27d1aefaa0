/// Everything that reading a file finds out: its header, its samples, and when they are presented.
struct MovieContents: RecordedContents {
    let path: String
    let map: FileMap
    let header: MovieHeader
    /// Where the header begins in the file.
    let headerOffset: Int64
    /// In file order, also those that hold no sample.
    let tracks: [Track]
    /// For each track.
    let presentations: [Presentation]

    init(reading file: inout OpenFile) throws(MovieFileError) {
        let map = try FileMap(reading: &file)
        let (header, offset) = try Self.header(of: map, path: file.path)
        path = file.path
        self.map = map
        self.header = header
        headerOffset = offset
        // The samples of an ordinary file may be anywhere, those of a fragment only where media are: what a
        // broken file has behind them is not theirs.
        let whole = MediaMap([0..<map.fileSize])
        let tracks = header.tracks.map { track in
            let samples = track.tables.samples(in: whole)
            return Track(header: track, samples: samples, clock: samples.endDecodeTime)
        }
        guard header.isFragmented else {
            self.tracks = tracks
            presentations = tracks.map { Presentation(of: $0, movieTimescale: header.timescale) }
            return
        }
        let startsAreStated = tracks.contains { track in
            track.header.edits != nil || (track.header.isMedia && !track.samples.isEmpty)
        }
        let media = MediaMap(map.media)
        var reader = FragmentReader(
            tracks: tracks,
            defaults: header.defaults,
            media: media,
            solidMedia: media.before(try file.startOfTrailingZeros())
        )
        let ends = map.fragments.dropFirst().map(\.offset) + [Int64.max]
        for (fragment, next) in zip(map.fragments, ends) {
            let box = map.fragmentBytes[fragment.bytes]
            let content = Boxes(in: box).first("moof")?.body ?? []
            reader.read(content, at: fragment.offset, before: next)
        }
        self.tracks = reader.tracks
        presentations = Presentation.aligned(
            reader.tracks,
            movieTimescale: header.timescale,
            startsAreLost: !startsAreStated && !reader.sharesFragments
        )
    }

    /// Bytes at the end that belong to no complete sample.
    var trailingBytes: Int64 {
        map.fileSize - max(map.solidEnd, tracks.map(\.samples.endOffset).max() ?? 0)
    }

    /// What is told to others.
    var movie: Movie {
        let described = zip(tracks, presentations).map(MovieTrack.init)
        return Movie(
            layout: header.isFragmented ? .fragmented : .ordinary,
            tracks: described,
            duration: described.map { Int64(clamping: Int128($0.start) + Int128($0.duration)) }.max() ?? 0,
            fileSize: map.fileSize,
            trailingBytes: trailingBytes
        )
    }

    /// Puts one index for the whole file behind the media.
    func finish() throws(MovieFileError) {
        let index = try MovieIndex(of: self, path: path)
        try InPlaceWriter(path: path, map: map, headerOffset: headerOffset).write(index.bytes)
    }

    private static func header(
        of map: FileMap,
        path: String
    ) throws(MovieFileError) -> (MovieHeader, offset: Int64) {
        guard let (offset, box) = map.header else {
            // These begin a movie, and little else in the world begins with their names.
            let beginnings: [BoxType] = [
                "ftyp", "styp", "mdat", "moof", "wide", "free", "skip", "pnot", "moov",
            ]
            guard let first = map.firstType, beginnings.contains(first) else {
                throw MovieFileError(
                    .notAMovie,
                    path: path,
                    "\(path) is not an MP4, MOV, MKV, WebM or TS file"
                )
            }
            throw MovieFileError(
                .missingHeader,
                path: path,
                "\(path) has no header (moov), without which its media cannot be read; it was cut too early"
            )
        }
        guard let header = Boxes(in: box).first("moov").flatMap({ MovieHeader($0.body) }) else {
            throw MovieFileError(.missingHeader, path: path, "The header (moov) of \(path) is damaged")
        }
        guard !header.isCompressed else {
            throw MovieFileError(
                .unsupported,
                path: path,
                "The header of \(path) is compressed (cmov); convert it with ffmpeg -i IN -c copy OUT"
            )
        }
        return (header, offset)
    }
}

extension MovieTrack {
    /// Describes a track for others.
    init(_ track: Track, _ presentation: Presentation) {
        self.init(
            id: track.header.id,
            kind: track.header.kind,
            codec: track.header.codec,
            timescale: track.header.timescale,
            sampleCount: track.samples.count,
            syncSampleCount: track.samples.syncCount,
            startsWithSyncSample: track.samples.runs.first?.isSync ?? false,
            start: Int64(clamping: presentation.start),
            duration: Int64(clamping: presentation.shownDuration),
            width: track.header.width,
            height: track.header.height,
            sampleRate: track.header.sampleRate,
            channels: track.header.channels
        )
    }
}
