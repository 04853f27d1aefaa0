/// Everything read from a movie file: its header, and where each sample lies.
struct MovieScan {
    /// A track with its samples.
    struct Track {
        let header: TrackHeader
        /// The `trak` box in `MovieScan.moov`.
        let box: Box
        let table: SampleTable
    }

    /// The bytes of the `moov` box, with its header.
    let moov: [UInt8]
    /// Where that box lies in the file.
    let moovOffset: Int64
    let isFragmented: Bool
    let movieTimescale: UInt32
    let tracks: [Track]
    let fileSize: Int64
    /// Where the last complete sample or box ends.
    let usedEnd: Int64

    /// A header larger than this is no header.
    private static let largestHeader: Int64 = 256 << 20

    /// Reads the boxes, and no media.
    init(_ file: MovieFileAccess) throws(MovieFileError) {
        let fileSize = try file.size()
        self.fileSize = fileSize
        let boxes = try TopLevelBoxes(file, fileSize: fileSize)
        guard let header = boxes.first("moov") else {
            throw boxes.looksLikeMovie
                ? MovieFileError(
                    .missingHeader,
                    file.path,
                    "has no description of its streams: it broke off before the first picture was written"
                ) : MovieFileError(.notAMovie, file.path, "is no MP4 or MOV file")
        }
        guard header.size <= MovieScan.largestHeader, header.end <= fileSize else {
            throw MovieFileError(
                .missingHeader,
                file.path,
                "has only a part of the description of its streams"
            )
        }
        let bytes = try file.read(at: header.offset, count: Int(header.size))
        guard let moovBox = Box.children(of: bytes, in: 0..<bytes.count).first("moov") else {
            throw MovieFileError(.missingHeader, file.path, "has a broken description of its streams")
        }
        moov = bytes
        moovOffset = header.offset
        let children = Box.children(of: bytes, in: moovBox.content)
        guard children.first("cmov") == nil else {
            throw MovieFileError(.unsupported, file.path, "has a compressed index, which is not supported")
        }
        let mvex = children.first("mvex")
        isFragmented = mvex != nil
        movieTimescale = max(1, children.first("mvhd").flatMap { TrackHeader.timescale($0, bytes) } ?? 1000)
        var found: [Track] = []
        for trak in children where trak.type == "trak" {
            guard let trackHeader = TrackHeader(trak, bytes: bytes) else { continue }
            let stbl = Box.children(of: bytes, in: trak.content).descend("mdia", "minf", "stbl", bytes: bytes)
            let table = stbl.flatMap { IndexReader.samples(of: $0, bytes: bytes, fileSize: fileSize) }
            found.append(Track(header: trackHeader, box: trak, table: table ?? SampleTable()))
        }
        var end = boxes.completeEnd
        if isFragmented {
            let reader = FragmentReader(mvex: mvex, bytes: bytes, fileSize: fileSize)
            var tables: [UInt32: SampleTable] = [:]
            for track in found { tables[track.header.id] = track.table }
            for moof in boxes.all where moof.type == "moof" && moof.end <= fileSize {
                guard moof.size <= MovieScan.largestHeader else { continue }
                let content = try file.read(at: moof.offset, count: Int(moof.size))
                end = max(end, reader.read(content, at: moof.offset, into: &tables))
            }
            found = found.map {
                Track(header: $0.header, box: $0.box, table: tables[$0.header.id] ?? $0.table)
            }
        }
        tracks = found
        usedEnd = min(end, fileSize)
    }

    /// When each track is presented, relative to the one that is first; in seconds.
    func presentation(of track: Track) -> Presentation { Presentation(track, movieTimescale: movieTimescale) }

    /// Nanoseconds by which the first track starts after the movie's zero.
    var earliest: Double {
        tracks.filter { !$0.table.isEmpty }.map { presentation(of: $0).start }.min() ?? 0
    }
}

/// When a track is presented, worked out from its edit list and its samples.
struct Presentation {
    /// Seconds from the movie's zero to the first presented sample.
    let start: Double
    /// Where in the media the presentation begins, in the track's units, relative to the first sample.
    let mediaTime: Int64
    /// How long is presented, in the track's units.
    let length: Int64

    init(_ track: MovieScan.Track, movieTimescale: UInt32) {
        let table = track.table
        let earliest = table.earliestPresentation
        let begin = table.start &+ earliest
        let edited = track.header.mediaTime ?? 0
        // A decoder's warm-up that the edit list hides stays hidden.
        let skipped = track.header.mediaTime == nil ? 0 : max(0, edited &- begin)
        mediaTime = max(0, earliest &+ skipped)
        length = max(0, table.latestPresentation &- mediaTime)
        start =
            Double(track.header.emptyEdit) / Double(movieTimescale)
            + Double(max(0, begin &- edited)) / Double(track.header.timescale)
    }
}
