public import GStreamer
internal import MovieFile

/// Makes ordinary files of interrupted recordings.
public enum Recovery {
    /// What a recovered file holds.
    public struct Result: Sendable, Hashable {
        /// Length of the longest stream.
        public let duration: ClockTime
        /// Number of pictures.
        public let frames: Int
        /// Whether the file was changed; false for one that was sound already.
        public let wasChanged: Bool
        /// Bytes of the recording that were not complete and can no longer be reached.
        public let lostBytes: Int64
        /// The path of the file as it was before; nil when it was not kept.
        public let original: String?
    }

    /// What is added to the name of a file that is kept as it was.
    public static let originalSuffix = ".interrupted"

    /// Makes an interrupted file an ordinary one, in place and without encoding.
    ///
    /// MP4 and MOV get their index, Matroska and WebM their duration and index, and of all what is not complete at
    /// their end is taken away. It may be repeated and interrupted. A file that is sound already is not changed.
    /// - Parameters:
    ///   - path: The file.
    ///   - keepingOriginal: Whether the file as it was is kept beside the new one, under its name and
    ///     ``originalSuffix``. That takes room for a copy.
    /// - Returns: What the file holds now, read again from the disk.
    /// - Throws: `CaptureError`; the file then holds what it held before, but for what its sentence tells. The codes are `.unreadableFile`,
    ///   `.deviceBusy` while some process still writes the file, `.fileExists` and `.cannotCreateFile` for the
    ///   file that is to be kept, and `.writeFailed` when there is no room.
    public static func recover(
        _ path: String,
        keepingOriginal: Bool = false
    ) throws(CaptureError) -> Result {
        let finished: FinishedMovie
        let copy = keepingOriginal ? path + originalSuffix : nil
        do throws(MovieFileError) {
            try MovieFinisher.refuseWriters(of: path)
            finished = try MovieFinisher.finish(path, keepingOriginalAs: copy)
        } catch {
            let changes = error.leavesChanges && copy == nil ? "; a part of it was changed" : ""
            throw CaptureError(code(for: error.code), error.message + changes)
        }
        let pictures = finished.movie.tracks.filter { $0.kind == .video }.map(\.sampleCount)
        return Result(
            duration: ClockTime(nanoseconds: finished.movie.duration),
            frames: pictures.reduce(0, +),
            wasChanged: finished.changed,
            lostBytes: finished.discardedBytes,
            original: finished.changed ? copy : nil
        )
    }

    private static func code(for code: MovieFileError.Code) -> CaptureError.Code {
        switch code {
        case .beingWritten: .deviceBusy
        case .exists: .fileExists
        case .cannotCreate: .cannotCreateFile
        case .cannotWrite: .writeFailed
        default: .unreadableFile
        }
    }
}
