import GStreamer

/// Notices a file that is written to and does not grow, or is not there any more.
///
/// A disk that answers again after some seconds is no reason to give up.
struct GrowthWatch {
    /// How long a file may stay as it is.
    let patience: ClockTime

    private var path = ""
    private var size: DiskWatch.Size?
    private var since = ClockTime.zero

    init(patience: ClockTime) { self.patience = patience }

    /// - Parameters:
    ///   - size: What was last seen of the file; nil while nobody could look.
    ///   - path: The file that is being written.
    ///   - hasInput: Whether pictures went into the recording since the last look.
    ///   - now: A monotonic time.
    /// - Returns: What is wrong with the file; nil for nothing.
    mutating func look(_ size: DiskWatch.Size?, of path: String, hasInput: Bool, now: ClockTime)
        -> CaptureError?
    {
        if case .missing = size {
            return CaptureError(
                .writeFailed,
                "\(path) was deleted or moved while it was recorded",
                advice:
                    "Run gstcam recover on it where it is now, and leave the next one alone until it is finished"
            )
        }
        if path != self.path || size != self.size || !hasInput {
            self.path = path
            self.size = size
            since = now
            return nil
        }
        guard now - since > patience else { return nil }
        return CaptureError(
            .writeFailed,
            "\(path) has not grown for \(Int(patience.seconds)) seconds; what was written is saved",
            advice: "Look whether the disk answers and can be written to"
        )
    }
}
