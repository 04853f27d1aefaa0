/// Finishes and examines MP4 and MOV files.
///
/// A recording is written as fragments, so that a killed program leaves a file that plays. Finishing appends one
/// ordinary index behind the fragments and then, with a single small write, turns everything before it into media.
/// Recovering a broken file is the same operation. A crash at any point leaves a file that plays or can be finished.
public enum MovieFinisher {
    /// Reads what a file holds, from its boxes alone.
    /// - Throws: `MovieFileError`.
    public static func inspect(_ path: String) throws(MovieFileError) -> Movie {
        movie(try MovieScan(MovieFileAccess(path, writing: false)))
    }

    /// Turns a fragmented file into an ordinary one, in place; leaves an ordinary one alone.
    ///
    /// Takes milliseconds whatever the size, since no media is moved; blocks while the disk takes what is not yet
    /// on it.
    /// - Throws: `MovieFileError`; the file is then as it was.
    @discardableResult
    public static func finish(_ path: String) throws(MovieFileError) -> FinishedMovie {
        let file = try MovieFileAccess(path, writing: true)
        let scan = try MovieScan(file)
        guard scan.isFragmented else {
            return FinishedMovie(movie: movie(scan), changed: false, discardedBytes: 0)
        }
        guard scan.tracks.contains(where: { !$0.table.isEmpty }) else {
            throw MovieFileError(.noMedia, path, "holds no complete picture and no complete sound")
        }
        let index = IndexWriter(scan).moov()
        do throws(MovieFileError) {
            try file.write(index, at: scan.fileSize)
            try file.synchronize()
        } catch {
            file.truncate(to: scan.fileSize)
            throw error
        }
        // The commit: the old header becomes the start of one large media box that ends where the index begins.
        var header = ByteWriter()
        header.u32(1)
        header.append("mdat".utf8)
        header.u64(UInt64(scan.fileSize - scan.moovOffset))
        try file.write(header.bytes, at: scan.moovOffset)
        try file.synchronize()
        return FinishedMovie(
            movie: movie(try MovieScan(file)),
            changed: true,
            discardedBytes: scan.fileSize - scan.usedEnd
        )
    }

    private static func movie(_ scan: MovieScan) -> Movie {
        let tracks = scan.tracks.filter { !$0.table.isEmpty }.map { track in
            let presentation = scan.presentation(of: track)
            let samples = track.table.samples
            return MovieTrack(
                id: track.header.id,
                kind: track.header.kind,
                codec: track.header.codec,
                timescale: track.header.timescale,
                sampleCount: samples.count,
                syncSampleCount: samples.count { $0.isSync },
                startsWithSyncSample: samples.first?.isSync ?? false,
                start: nanoseconds(presentation.start),
                duration: nanoseconds(Double(presentation.length) / Double(track.header.timescale)),
                width: track.header.width,
                height: track.header.height,
                sampleRate: track.header.sampleRate,
                channels: track.header.channels
            )
        }
        return Movie(
            layout: scan.isFragmented ? .fragmented : .ordinary,
            tracks: tracks,
            duration: tracks.map { $0.start + $0.duration }.max() ?? 0,
            fileSize: scan.fileSize,
            trailingBytes: scan.fileSize - scan.usedEnd
        )
    }

    private static func nanoseconds(_ seconds: Double) -> Int64 {
        let value = (seconds * 1e9).rounded()
        return value.magnitude < 4e18 ? Int64(value) : 0
    }
}
