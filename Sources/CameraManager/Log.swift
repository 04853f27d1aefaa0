internal import AVFoundation

/// Tells of what nobody waits for.
enum Log {
    /// Writes one line to standard error.
    static func write(_ what: String) {
        FileHandle.standardError.write(Data("CameraManager: \(what).\n".utf8))
    }
}
