import CameraCapture

/// Whether the file that is written comes near to what its file system can hold in one.
struct FileRoom {
    /// The largest file there can be; nil for no limit.
    var largest: Int64?
    private var path = ""
    /// What was written before this file.
    private var bytesBefore: Int64 = 0
    private var lastBytes: Int64 = 0

    init(largest: Int64? = nil) { self.largest = largest }

    /// Takes what is told about once a second, with all that was written so far.
    mutating func isNearlyFull(_ progress: RecordingProgress) -> Bool {
        // A file that began since belongs to the next second with less than a second's bytes.
        if progress.path != path { bytesBefore = lastBytes }
        path = progress.path
        lastBytes = progress.bytes
        return largest.map { progress.bytes - bytesBefore > $0 / 10 * 9 } ?? false
    }
}
