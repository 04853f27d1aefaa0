internal import CGStreamer
internal import Glibc

/// Digests of files.
public enum Digest {
    /// The SHA-256 of a file.
    ///
    /// The corresponding C type is `GChecksum`.
    /// - Parameters:
    ///   - path: The file.
    ///   - progressed: Called now and then while it is read, on the calling thread.
    /// - Returns: Hexadecimal digits; nil when the file cannot be read.
    public static func sha256(ofFile path: String, progressed: () -> Void = {}) -> String? {
        guard let file = fopen(path, "rbe"), let checksum = g_checksum_new(G_CHECKSUM_SHA256) else {
            return nil
        }
        defer {
            fclose(file)
            g_checksum_free(checksum)
        }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { break }
            g_checksum_update(checksum, chunk, gssize(count))
            progressed()
        }
        guard ferror(file) == 0, let text = g_checksum_get_string(checksum) else { return nil }
        return String(cString: text)
    }
}
