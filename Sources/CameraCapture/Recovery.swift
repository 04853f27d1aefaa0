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
    }

    /// Gives an interrupted MP4 or MOV file its index, in place and without encoding.
    ///
    /// It is the operation that a clean stop ends with, so it may be repeated and interrupted.
    /// - Throws: `CaptureError` with code `.unreadableFile`, or `.writeFailed` when the file cannot be changed.
    public static func recover(_ path: String) throws(CaptureError) -> Result {
        do throws(MovieFileError) {
            let finished = try MovieFinisher.finish(path)
            let pictures = finished.movie.tracks.filter { $0.kind == .video }.map(\.sampleCount)
            return Result(
                duration: ClockTime(nanoseconds: finished.movie.duration),
                frames: pictures.reduce(0, +),
                wasChanged: finished.changed
            )
        } catch {
            throw CaptureError(error.code == .cannotWrite ? .writeFailed : .unreadableFile, error.message)
        }
    }
}
