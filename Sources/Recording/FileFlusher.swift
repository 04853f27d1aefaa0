internal import Dispatch
internal import Glibc
internal import Synchronization

/// Brings what was written onto the disk twice a second, so that a power cut costs no more than a killed process,
/// and so that finishing a file has little left to wait for.
final class FileFlusher: Sendable {
    private let queue = DispatchQueue(label: "gstcam.flush", qos: .utility)
    private let isBusy = Atomic<Bool>(false)

    /// Flushes a file in the background; does nothing while an earlier flush still waits for the disk.
    ///
    /// The corresponding C function is `fdatasync`.
    func flush(_ path: String) {
        guard !isBusy.exchange(true, ordering: .acquiring) else { return }
        queue.async { [self] in
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            if descriptor >= 0 {
                fdatasync(descriptor)
                close(descriptor)
            }
            isBusy.store(false, ordering: .releasing)
        }
    }
}
