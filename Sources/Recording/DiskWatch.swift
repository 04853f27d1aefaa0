internal import Dispatch
internal import Glibc
internal import Synchronization

/// Looks at the file that is being written and at the space around it, on a queue of its own.
///
/// A disk may not answer for as long as it likes, and nothing else waits for it.
final class DiskWatch: Sendable {
    /// How large a file is.
    enum Size: Sendable, Equatable {
        case bytes(Int64)
        /// It was deleted or moved.
        case missing
    }

    /// What was seen last.
    struct Sight: Sendable {
        var path = ""
        /// Nil when it could not be told.
        var size: Size?
        var freeBytes: Int64?
    }

    private let queue = DispatchQueue(label: "gstcam.disk", qos: .utility)
    private let isBusy = Atomic<Bool>(false)
    private let last = Mutex(Sight())

    /// Looks in the background; does nothing while an earlier look still waits for the disk.
    func look(at path: String) {
        guard !isBusy.exchange(true, ordering: .acquiring) else { return }
        queue.async { [self] in
            let sight = Sight(
                path: path,
                size: DiskWatch.size(of: path),
                freeBytes: FreeSpace.bytes(at: path)
            )
            last.withLock { $0 = sight }
            isBusy.store(false, ordering: .releasing)
        }
    }

    /// What was last seen of this file.
    func sight(of path: String) -> Sight { last.withLock { $0.path == path ? $0 : Sight(path: path) } }

    /// The corresponding C function is `stat`.
    static func size(of path: String) -> Size? {
        var information = stat()
        guard stat(path, &information) == 0 else { return errno == ENOENT ? .missing : nil }
        return .bytes(Int64(information.st_size))
    }
}
