/// A Matroska or WebM file: what it holds, and how it becomes an ordinary one.
struct MatroskaFile: RecordedContents {
    private let map: MatroskaMap
    private let clusters: ClusterReader

    init(reading file: inout OpenFile) throws(MovieFileError) {
        map = try MatroskaMap(reading: &file)
        clusters =
            map.clusters ?? ClusterReader(tracks: [], scale: map.scale, segmentStart: 0, end: 0, solidEnd: 0)
    }

    var movie: Movie {
        let span = span
        return Movie(
            layout: map.isOrdinary ? .ordinary : .fragmented,
            tracks: clusters.tracks.map { MovieTrack($0, from: span.start) },
            duration: Int64(clamping: span.end - span.start),
            fileSize: map.fileSize,
            trailingBytes: map.lostBytes
        )
    }

    /// When the first track begins and the last one ends, in nanoseconds.
    private var span: (start: Int128, end: Int128) {
        let times = clusters.tracks.compactMap(\.time)
        return (times.map(\.start).min() ?? 0, times.map(\.end).max() ?? 0)
    }

    /// Puts an index behind the media and fills in what was left open at the beginning.
    ///
    /// The index is appended first, so a full disk leaves the file as it was. Then clusters get their sizes and
    /// what makes no sense is declared void, which changes nothing for a reader. The beginning comes last, in one
    /// write of a few hundred bytes.
    func finish() throws(MovieFileError) {
        let file = try OpenFile(writing: map.path)
        try file.expect(size: map.fileSize)
        let debris = map.debrisStart
        let end =
            debris == map.fileSize ? debris : max(map.fileSize, debris + ElementWriter.shortestVoid)
        let index = index
        let length = (end + Int64(index.count)) - map.bodyStart
        let span = span
        let duration = Double(span.end - span.start) / Double(map.scale)
        let beginning = MatroskaHead(map: map, duration: duration, cuesOffset: end, length: length)
        let (headStart, head) = try beginning.bytes(reading: map.path)
        do throws(MovieFileError) {
            try file.write(index, at: end)
            try file.synchronize()
        } catch {
            try? file.truncate(to: map.fileSize)
            throw error
        }
        // An index that an earlier attempt left behind is none any more.
        var unused = map.gaps + map.parts.filter { $0.id == .cues }.map(\.place)
        if end > debris { unused.append(debris..<end) }
        try MovieFileError.changing { () throws(MovieFileError) in
            for repair in clusters.repairs { try file.write(repair.bytes, at: repair.offset) }
            for place in unused {
                try file.write(ElementWriter.voidHeader(filling: Int64(place.count)), at: place.lowerBound)
            }
            try file.synchronize()
            try file.write(head, at: headStart)
            try file.synchronize()
        }
    }

    private var index: [UInt8] {
        var writer = ElementWriter()
        writer.master(.cues) { cues in
            for cue in clusters.cues {
                cues.master(.cuePoint) { point in
                    point.number(.cueTime, cue.time)
                    point.master(.cueTrackPositions) { positions in
                        positions.number(.cueTrack, cue.track)
                        positions.number(.cueClusterPosition, UInt64(clamping: cue.position))
                    }
                }
            }
        }
        return writer.bytes
    }
}

extension MovieTrack {
    /// Describes a track for others; it begins so long after a time.
    fileprivate init(_ track: MatroskaTrack, from start: Int128) {
        self.init(
            id: UInt32(clamping: track.number),
            kind: track.kind,
            codec: track.codec,
            timescale: 1_000_000_000,
            sampleCount: track.frames,
            syncSampleCount: track.keyFrames,
            startsWithSyncSample: track.startsWithKeyFrame,
            start: Int64(clamping: (track.time?.start ?? start) - start),
            duration: Int64(clamping: track.time.map { $0.end - $0.start } ?? 0),
            width: track.width,
            height: track.height,
            sampleRate: track.sampleRate,
            channels: track.channels
        )
    }
}
