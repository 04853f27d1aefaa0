internal import Glibc

/// An open file that is closed when it goes out of use.
///
/// Reads go through a small window: the header, the index of a fragment and the header of the media behind it
/// are one system call together, and media are never read.
struct OpenFile: ~Copyable {
    private static let windowLength: Int64 = 4096

    let path: String
    let size: Int64
    let descriptor: Int32
    private var window = [UInt8](repeating: 0, count: Int(windowLength))
    private var windowRange: Range<Int64> = 0..<0

    /// Opens a file for reading.
    init(reading path: String) throws(MovieFileError) {
        try self.init(path, O_RDONLY, failure: .cannotOpen)
        // The media between two fragments would otherwise be read ahead for nothing.
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_RANDOM)
    }

    /// Opens a file for changing it.
    init(writing path: String) throws(MovieFileError) {
        try self.init(path, O_RDWR, failure: .cannotWrite)
    }

    private init(_ path: String, _ mode: Int32, failure: MovieFileError.Code) throws(MovieFileError) {
        // Without O_NONBLOCK the opening of a named pipe would wait for its other end.
        let descriptor = open(path, mode | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw MovieFileError(failure, path: path, "\(path) cannot be opened", errno: errno)
        }
        var information = stat()
        guard fstat(descriptor, &information) == 0 else {
            let number = errno
            close(descriptor)
            throw MovieFileError(failure, path: path, "\(path) cannot be examined", errno: number)
        }
        guard information.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw MovieFileError(.notAMovie, path: path, "\(path) is not a regular file; name a movie file")
        }
        self.path = path
        self.descriptor = descriptor
        size = Int64(information.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// The bytes at a place, fewer at the end of the file; the count is at most the window.
    mutating func peek(at offset: Int64, count: Int64) throws(MovieFileError) -> ArraySlice<UInt8> {
        let end = min(offset + min(count, Self.windowLength), size)
        guard offset < end else { return [] }
        if offset < windowRange.lowerBound || end > windowRange.upperBound {
            windowRange = 0..<0
            let length = min(Self.windowLength, size - offset)
            // Taken out meanwhile, so that the array can be changed without being copied.
            var bytes = window
            window = []
            defer { window = bytes }
            try fill(&bytes, at: 0, with: offset..<(offset + length))
            windowRange = offset..<(offset + length)
        }
        return window[Int(offset - windowRange.lowerBound)..<Int(end - windowRange.lowerBound)]
    }

    /// Appends a part of the file, which must lie inside it, to some bytes.
    mutating func append(_ part: Range<Int64>, to bytes: inout [UInt8]) throws(MovieFileError) {
        if part.lowerBound >= windowRange.lowerBound, part.upperBound <= windowRange.upperBound {
            let start = windowRange.lowerBound
            bytes += window[Int(part.lowerBound - start)..<Int(part.upperBound - start)]
            return
        }
        let position = bytes.count
        bytes += [UInt8](repeating: 0, count: part.count)
        try fill(&bytes, at: position, with: part)
    }

    private func fill(
        _ bytes: inout [UInt8],
        at position: Int,
        with part: Range<Int64>
    ) throws(MovieFileError) {
        var done = 0
        while done < part.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                let target = UnsafeMutableRawBufferPointer(
                    rebasing: buffer[(position + done)..<(position + part.count)]
                )
                return pread(
                    descriptor,
                    target.baseAddress,
                    target.count,
                    off_t(part.lowerBound) + off_t(done)
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw MovieFileError(.cannotRead, path: path, "\(path) cannot be read", errno: errno)
            }
            guard count > 0 else {
                throw MovieFileError(.cannotRead, path: path, "\(path) became shorter while it was read")
            }
            done += count
        }
    }

    /// Where the zeros begin that the file ends with, such as a power cut leaves; its size when there are few.
    ///
    /// Coded media do not end in many zeros. No more than 16 MiB are looked at.
    mutating func startOfTrailingZeros() throws(MovieFileError) -> Int64 {
        var start = size
        let step: Int64 = 1 << 16
        while start > 0, size - start < 16 << 20 {
            let part = max(0, start - step)..<start
            var bytes: [UInt8] = []
            try append(part, to: &bytes)
            if !bytes.areZeros, let last = bytes.lastIndex(where: { $0 != 0 }) {
                start = part.lowerBound + Int64(last) + 1
                break
            }
            start = part.lowerBound
        }
        return size - start < 512 ? size : start
    }

    /// Refuses a file that is not as long any more as when it was read.
    func expect(size read: Int64) throws(MovieFileError) {
        guard size == read else {
            throw MovieFileError(
                .beingWritten,
                path: path,
                "\(path) is still being written; stop the recording first"
            )
        }
    }

    /// Writes bytes at a place, over what is there or behind the end.
    func write(_ bytes: [UInt8], at offset: Int64) throws(MovieFileError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                let source = UnsafeRawBufferPointer(rebasing: buffer[done...])
                return pwrite(descriptor, source.baseAddress, source.count, off_t(offset) + off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw MovieFileError(
                    .cannotWrite,
                    path: path,
                    "The index of \(path) cannot be written, make room and finish it again",
                    errno: errno
                )
            }
            done += count
        }
    }

    /// Waits until everything written is on the disk.
    func synchronize() throws(MovieFileError) {
        // The size counts as data here; only times of access and change are left out.
        while fdatasync(descriptor) != 0 {
            guard errno == EINTR else {
                throw MovieFileError(.cannotWrite, path: path, "\(path) cannot be written", errno: errno)
            }
        }
    }

    /// Cuts the file to a length.
    func truncate(to length: Int64) throws(MovieFileError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else {
            throw MovieFileError(.cannotWrite, path: path, "\(path) cannot be cut", errno: errno)
        }
    }
}
