/// An MPEG transport stream: what it holds, and how it is cut behind the last unit that is complete.
struct TransportStreamFile: RecordedContents {
    /// More than that in pieces of units that never end is no recording.
    private static let mostDroppedPackets = 1 << 20

    private let path: String
    private let fileSize: Int64
    /// The way through what is kept.
    private let kept: TransportStreamWalk
    private let isOrdinary: Bool

    init(reading file: inout OpenFile) throws(MovieFileError) {
        path = file.path
        fileSize = file.size
        var walk = try TransportStreamWalk(of: &file, before: try file.startOfTrailingZeros())
        isOrdinary = walk.isSettled && walk.end == fileSize
        // Without the last unit another may turn out to be the last, and not complete, where the stream is damaged.
        for _ in 0..<16 where !walk.isSettled {
            walk = try TransportStreamWalk(of: &file, before: walk.end, dropped: walk.dropped)
        }
        kept = walk
        guard !walk.lacksPictures else {
            throw MovieFileError(
                .noMedia,
                path: path,
                "\(path) holds no complete picture, so nothing can be saved"
            )
        }
        guard walk.isSettled, walk.droppedPackets.count <= Self.mostDroppedPackets else {
            throw MovieFileError(
                .unsupported,
                path: path,
                "\(path) is damaged in too many places; convert it with ffmpeg -i IN -c copy OUT"
            )
        }
    }

    var movie: Movie {
        let start = kept.streams.compactMap(\.times).map(\.first).min() ?? 0
        let tracks = kept.streams.map { MovieTrack($0, from: start) }
        return Movie(
            layout: isOrdinary ? .ordinary : .fragmented,
            tracks: tracks,
            duration: tracks.map { $0.start + $0.duration }.max() ?? 0,
            fileSize: fileSize,
            trailingBytes: fileSize - kept.end + Int64(kept.droppedPackets.count) * TransportPacket.length
        )
    }

    /// Takes away what is not complete: by cutting the file, and by emptying packets between those of others.
    ///
    /// It needs no room.
    func finish() throws(MovieFileError) {
        let file = try OpenFile(writing: path)
        try file.expect(size: fileSize)
        try MovieFileError.changing { () throws(MovieFileError) in
            for position in kept.droppedPackets { try file.write(TransportPacket.emptyHead, at: position) }
            try file.synchronize()
            try file.truncate(to: kept.end)
            try file.synchronize()
        }
    }
}

extension MovieTrack {
    /// Describes a stream for others; it begins so long after a time, in units of 1/90000 s.
    fileprivate init(_ stream: TransportStream, from start: Int64) {
        let ticks = 90_000
        func nanoseconds(_ time: Int64) -> Int64 {
            Int64(clamping: rescale(Int128(time), from: ticks, to: 1_000_000_000))
        }
        self.init(
            id: UInt32(stream.id),
            kind: stream.kind,
            codec: "",
            timescale: UInt32(ticks),
            sampleCount: stream.units,
            syncSampleCount: stream.randomAccessUnits,
            startsWithSyncSample: stream.startsWithRandomAccess,
            start: nanoseconds((stream.times?.first ?? start) - start),
            duration: nanoseconds(stream.duration),
            width: 0,
            height: 0,
            sampleRate: 0,
            channels: 0
        )
    }
}
