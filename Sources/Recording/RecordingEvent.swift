public import GStreamer

/// Why a file or a recording ended.
public struct EndReason: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
    /// The word used in events, such as `stopped`.
    public let rawValue: String

    /// Makes a reason from its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Somebody asked for the stop.
    public static let stopped = EndReason(rawValue: "stopped")
    /// The asked length was reached.
    public static let duration = EndReason(rawValue: "duration")
    /// The asked size was reached.
    public static let size = EndReason(rawValue: "size")
    /// The next segment began.
    public static let segment = EndReason(rawValue: "segment")
    /// The disk is full, or fell below the free space that is kept.
    public static let diskFull = EndReason(rawValue: "disk-full")
    /// Writing failed otherwise.
    public static let writeFailed = EndReason(rawValue: "write-failed")
    /// The camera went away.
    public static let deviceLost = EndReason(rawValue: "device-lost")
    /// The camera stopped delivering.
    public static let deviceStalled = EndReason(rawValue: "device-stalled")
    /// The played file came to its end.
    public static let sourceEnded = EndReason(rawValue: "source-ended")
    /// Something else failed.
    public static let failed = EndReason(rawValue: "failed")

    /// The word.
    public var description: String { rawValue }
}

/// What one finished file holds, read back from the disk after it was closed.
public struct FileReport: Sendable, Hashable {
    /// The file.
    public let path: String
    /// Length of the longest stream.
    public let duration: ClockTime
    /// Size in bytes.
    public let bytes: Int64
    /// Pictures in the file.
    public let frames: Int
    /// What belonged into this file and is not there.
    public let losses: [Loss]
    /// Whether the file has sound.
    public let hasAudio: Bool
    /// Why the file ended.
    public let reason: EndReason
    /// Whether the file was opened again and its streams are sound.
    public let isPlayable: Bool
    /// Why it is not playable, or what cut it short.
    public let error: CaptureError?
}

/// How far a recording has come.
public struct RecordingProgress: Sendable, Hashable {
    /// The file being written.
    public let path: String
    /// Recorded time.
    public let duration: ClockTime
    /// Bytes written so far, over all files.
    public let bytes: Int64
    /// Pictures taken so far.
    public let frames: Int
    /// What is missing so far.
    public let losses: [Loss]
    /// The loudest sound since the last report, in decibels below full scale; minus infinity for digital silence,
    /// nil without sound.
    public let audioLevel: Double?
    /// Free space where the files are written, in bytes; nil when unknown.
    public let freeBytes: Int64?
}

/// What a recording tells while it lives; delivered on the session's queue, one after the other.
public enum RecordingEvent: Sendable {
    /// The first picture is being recorded into this file; whether sound is recorded with it, and the picture's time
    /// in the session's running time.
    case started(path: String, withAudio: Bool, at: ClockTime)
    /// A file was opened.
    case fileOpened(path: String)
    /// A pause took effect: the last picture before it is recorded.
    case paused
    /// The first picture after a pause is being recorded.
    case resumed
    /// About once a second.
    case progress(RecordingProgress)
    /// The camera is away, and its last picture stands still until it is back.
    case cameraAway(CaptureError)
    /// The camera is back after this time.
    case cameraBack(ClockTime)
    /// Something is odd, and the recording goes on.
    case warning(code: String, message: String)
    /// A file was closed, finished and examined; exactly once for every file.
    case fileFinished(FileReport)
    /// The recording is over; exactly once, last of all.
    case finished(RecordingResult)
}

/// How a recording ended.
public struct RecordingResult: Sendable, Hashable {
    /// Why it ended.
    public let reason: EndReason
    /// What went wrong, when something did.
    public let error: CaptureError?
    /// All files, in order.
    public let files: [FileReport]

    /// Makes a result.
    public init(reason: EndReason, error: CaptureError?, files: [FileReport]) {
        self.reason = reason
        self.error = error
        self.files = files
    }
}
