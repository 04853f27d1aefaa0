import CameraCapture
import Glibc

/// Where a picture goes that is taken while a recording runs.
enum SnapshotFile {
    /// - Parameters:
    ///   - bytes: The picture, as JPEG.
    ///   - pattern: The recording's name; the picture gets the same with `-snapshot-` and a counter.
    /// - Returns: The file.
    /// - Throws: `CaptureError` when it cannot be written.
    static func write(_ bytes: [UInt8], beside pattern: String) throws(CaptureError) -> String {
        let name = pattern.lastIndex(of: "/").map { pattern[pattern.index(after: $0)...] } ?? pattern[...]
        let stem = name.lastIndex(of: ".").map { pattern[..<$0] } ?? pattern[...]
        let path = try FileNaming(pattern: "\(stem)-snapshot.jpg", severalFiles: true).reserve(now: time(nil))
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard written == bytes.count else {
            unlink(path)
            throw CaptureError(.writeFailed, "\(path) cannot be written", advice: "Free some space")
        }
        return path
    }
}
