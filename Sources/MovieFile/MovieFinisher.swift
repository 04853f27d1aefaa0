internal import Glibc

/// Recorded files on the disk: MP4, MOV, Matroska, WebM and MPEG transport streams.
///
/// A recording is written so that what is on the disk plays whatever happens. Finishing gives such a file what an
/// ordinary one has, without moving any media.
public enum MovieFinisher {
    /// Reads what a file holds, without changing it.
    ///
    /// Of MP4 and MOV only the index is read, so it takes milliseconds for a file of any size; of Matroska the
    /// beginning of every block; a transport stream is read from end to end.
    /// - Parameter path: A file of any of the containers, ordinary or not, whole or cut.
    /// - Returns: The tracks with everything that is complete.
    /// - Throws: `MovieFileError` when the file cannot be read or its header is missing.
    public static func inspect(_ path: String) throws(MovieFileError) -> Movie {
        var file = try OpenFile(reading: path)
        return try file.contents().movie
    }

    /// Turns an interrupted file into an ordinary one, in place.
    ///
    /// For MP4 and MOV it is the last step of a clean stop and equally the recovery of a broken file. It may be
    /// interrupted at any point and done again. An ordinary file is not changed.
    /// - Parameters:
    ///   - path: A file that nobody writes to any more.
    ///   - copy: Where the file is kept as it was, if it is changed; nothing may be there yet. That takes room for a
    ///     copy. Nil keeps nothing.
    /// - Returns: What the file holds now, read again from the disk.
    /// - Throws: `MovieFileError`; the file then holds what it held before and there is no copy, or the error
    ///   `leavesChanges`, and the copy that was asked for is there.
    @discardableResult
    public static func finish(
        _ path: String,
        keepingOriginalAs copy: String? = nil
    ) throws(MovieFileError) -> FinishedMovie {
        var file = try OpenFile(reading: path)
        let contents = try file.contents()
        let movie = contents.movie
        guard movie.tracks.contains(where: { $0.sampleCount > 0 }) else {
            throw MovieFileError(
                .noMedia,
                path: path,
                "\(path) holds no complete sample, so nothing can be saved"
            )
        }
        guard movie.layout == .fragmented else {
            return FinishedMovie(movie: movie, changed: false, discardedBytes: 0)
        }
        if let copy { try file.copy(to: copy) }
        do throws(MovieFileError) {
            try contents.finish()
            var finished: Movie?
            try MovieFileError.changing { () throws(MovieFileError) in finished = try inspect(path) }
            return FinishedMovie(
                movie: finished ?? movie,
                changed: true,
                discardedBytes: movie.trailingBytes
            )
        } catch {
            if error.leavesChanges { throw error.leavingChanges(copy: copy) }
            if let copy { unlink(copy) }
            throw error
        }
    }

    /// Refuses a file that some process still has open for writing, as far as the kernel tells.
    ///
    /// It does not tell about files of other users, and on some file systems not at all. The corresponding C
    /// function is `fcntl` with `F_SETLEASE`.
    /// - Parameter path: The file.
    /// - Throws: `MovieFileError` with code `.beingWritten`.
    public static func refuseWriters(of path: String) throws(MovieFileError) {
        guard try OpenFile(reading: path).hasWriter else { return }
        throw MovieFileError(
            .beingWritten,
            path: path,
            "\(path) is still being written; stop the recording first"
        )
    }
}
