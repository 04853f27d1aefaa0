/// MP4 and MOV files on the disk.
///
/// A recording is written in fragments, so that what is on the disk plays whatever happens. Finishing gives
/// such a file the one index of an ordinary file, without moving any media.
public enum MovieFinisher {
    /// Reads what a file holds, without changing it.
    ///
    /// Only the index is read, so it takes milliseconds for a file of any size.
    /// - Parameter path: An MP4 or MOV file, ordinary or fragmented, whole or cut.
    /// - Returns: The tracks with everything that is complete.
    /// - Throws: `MovieFileError` when the file cannot be read or its header is missing.
    public static func inspect(_ path: String) throws(MovieFileError) -> Movie {
        var file = try OpenFile(reading: path)
        return try MovieContents(reading: &file).movie
    }

    /// Turns a fragmented file into an ordinary one, in place.
    ///
    /// It is the last step of a clean stop and equally the recovery of a broken file. It may be interrupted
    /// at any point and done again. An ordinary file is not changed.
    /// - Parameter path: An MP4 or MOV file that nobody writes to any more.
    /// - Returns: What the file holds now, read again from the disk.
    /// - Throws: `MovieFileError`; the file then holds what it held before.
    @discardableResult
    public static func finish(_ path: String) throws(MovieFileError) -> FinishedMovie {
        var file = try OpenFile(reading: path)
        let contents = try MovieContents(reading: &file)
        guard contents.tracks.contains(where: { !$0.samples.isEmpty }) else {
            throw MovieFileError(
                .noMedia,
                path: path,
                "\(path) holds no complete sample, so nothing can be saved"
            )
        }
        guard contents.header.isFragmented else {
            return FinishedMovie(movie: contents.movie, changed: false, discardedBytes: 0)
        }
        let index = try MovieIndex(of: contents, path: path)
        let writer = InPlaceWriter(path: path, map: contents.map, headerOffset: contents.headerOffset)
        try writer.write(index.bytes)
        return FinishedMovie(
            movie: try inspect(path),
            changed: true,
            discardedBytes: contents.trailingBytes
        )
    }
}
