internal import Dispatch
internal import Glibc
internal import Synchronization

/// Brings what was written onto the disk twice a second, so that a power cut costs no more than a killed process,
/// and so that finishing a file has little left to wait for.
final class FileFlusher: Sendable {
    private let queue = DispatchQueue(label: "gstcam.flush", qos: .utility)
    private let isBusy = Atomic<Bool>(false)

    /// Flushes a file in the background; does nothing while an earlier flush still waits for the disk.
    /// - Parameters:
    ///   - path: The file.
    ///   - failed: Called in the background with the system's error when the disk did not take what was written. The
    ///     kernel tells it once: who looks later hears nothing of it.
    func flush(_ path: String, failed: @escaping @Sendable (Int32) -> Void) {
        guard !isBusy.exchange(true, ordering: .acquiring) else { return }
        queue.async { [self] in
            let number = FileFlusher.flush(path)
            isBusy.store(false, ordering: .releasing)
            if let number { failed(number) }
        }
    }

    /// Waits until what was written to a file is on the disk.
    ///
    /// The corresponding C function is `fdatasync`.
    /// - Returns: The system's error if the disk did not take it; nil also for what cannot be flushed.
    static func flush(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        while fdatasync(descriptor) != 0 {
            if errno == EINTR { continue }
            return [EIO, ENOSPC, EDQUOT].contains(errno) ? errno : nil
        }
        return nil
    }
}
