internal import Glibc

/// An open file that is read and written at places, with errors in words.
///
/// Closed when the last reference goes.
final class MovieFileAccess: Sendable {
    let path: String
    private let descriptor: Int32

    init(_ path: String, writing: Bool) throws(MovieFileError) {
        self.path = path
        descriptor = open(path, (writing ? O_RDWR : O_RDONLY) | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw MovieFileError(.cannotOpen, path, "cannot be opened", errno: errno)
        }
    }

    deinit { close(descriptor) }

    func size() throws(MovieFileError) -> Int64 {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else {
            throw MovieFileError(.cannotRead, path, "cannot be examined", errno: errno)
        }
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw MovieFileError(.notAMovie, path, "is not an ordinary file")
        }
        return Int64(information.st_size)
    }

    /// Up to `count` bytes; fewer only at the end of the file.
    func read(at offset: Int64, count: Int) throws(MovieFileError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let result = pread(
                    descriptor,
                    buffer.baseAddress.map { $0 + filled },
                    count - filled,
                    off_t(offset) + filled
                )
                if result > 0 {
                    filled += result
                } else if result == 0 {
                    return
                } else if errno != EINTR {
                    failure = errno
                    return
                }
            }
        }
        guard failure == 0 else { throw MovieFileError(.cannotRead, path, "cannot be read", errno: failure) }
        return bytes
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(MovieFileError) {
        var written = 0
        while written < bytes.count {
            let result = bytes.withUnsafeBytes { buffer in
                pwrite(
                    descriptor,
                    buffer.baseAddress.map { $0 + written },
                    bytes.count - written,
                    off_t(offset) + written
                )
            }
            if result > 0 {
                written += result
            } else if errno != EINTR {
                throw MovieFileError(.cannotWrite, path, "cannot be written", errno: errno)
            }
        }
    }

    func truncate(to size: Int64) { _ = ftruncate(descriptor, off_t(size)) }

    func synchronize() throws(MovieFileError) {
        guard fdatasync(descriptor) == 0 else {
            throw MovieFileError(.cannotWrite, path, "cannot be brought onto the disk", errno: errno)
        }
    }
}
