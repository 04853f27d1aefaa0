import Dispatch
import Glibc
import Synchronization

/// What is written to a descriptor, in order, without ever waiting for its reader.
///
/// A line goes out at once when there is room, so that a killed process loses nothing it said. Otherwise it is kept, and
/// a thread of its own waits for the reader: a supervisor that hangs, or a terminal that was stopped with Ctrl-S, holds
/// up no recording.
final class ConsoleOutput: Sendable {
    /// The kernel has room for so many bytes whenever it says that it has room at all.
    private static let portion = Int(PIPE_BUF)
    /// What is kept for a reader at most, in bytes; far more than the ends of many hours of files.
    private static let most = 1 << 20

    private let descriptor: Int32
    /// A regular file says that it has room also while its disk hangs.
    private let isFile: Bool
    /// What waits, and nothing else may be written while something does.
    private let waiting = Mutex<[UInt8]>([])
    private let queue: DispatchQueue

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var information = stat()
        isFile = fstat(descriptor, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
        queue = DispatchQueue(label: "gstcam.console.\(descriptor)")
    }

    /// - Parameters:
    ///   - text: What to write.
    ///   - isPassing: Whether it is worth nothing later, so that it is left out while the reader does not read.
    func write(_ text: String, isPassing: Bool = false) {
        let bytes = Array(text.utf8)
        let isFirst = waiting.withLock { waiting in
            guard waiting.isEmpty else {
                if !isPassing, waiting.count + bytes.count <= Self.most { waiting += bytes }
                return false
            }
            let rest = isFile ? bytes[...] : put(bytes[...], patience: 0)
            if isPassing, !isFile, rest.count == bytes.count { return false }
            waiting += rest
            return !waiting.isEmpty
        }
        if isFirst { queue.async { self.drain() } }
    }

    /// Waits until all of it is read, at most a second.
    func flush() {
        let deadline = DispatchTime.now() + .seconds(1)
        while waiting.withLock({ !$0.isEmpty }), DispatchTime.now() < deadline { usleep(10_000) }
    }

    private func drain() {
        while true {
            let portion = waiting.withLock { $0.prefix(Self.portion) }
            guard !portion.isEmpty else { return }
            let rest = put(portion, patience: -1)
            waiting.withLock { $0.removeFirst(portion.count - rest.count) }
        }
    }

    /// - Parameters:
    ///   - bytes: What to write.
    ///   - patience: How long to wait for room, in milliseconds; negative for as long as it takes.
    /// - Returns: What found no room. Nobody reads any more after an error, and nothing is left then.
    private func put(_ bytes: ArraySlice<UInt8>, patience: Int32) -> ArraySlice<UInt8> {
        var rest = bytes
        while !rest.isEmpty {
            var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&room, 1, patience) > 0 || (patience < 0 && errno == EINTR) else { return rest }
            guard room.revents != 0 else { continue }
            let count = rest.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, min($0.count, Self.portion))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR, errno != EAGAIN {
                return []
            }
        }
        return []
    }
}
