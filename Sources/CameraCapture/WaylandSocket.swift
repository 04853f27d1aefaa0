internal import Dispatch
internal import Glibc
internal import Synchronization

/// A silent connection to the Wayland desktop, which tells whether there is one and when it goes away.
///
/// `waylandsink` tells the second by nothing but a line on standard error.
final class WaylandSocket: Sendable {
    private let descriptor: Int32
    private let isCancelled = Atomic(false)

    /// Connects to what `WAYLAND_DISPLAY` names; nil when nothing answers there.
    init?() {
        guard let path = WaylandSocket.path else { return nil }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { name in
            // The zeroes that remain behind the name end it.
            guard path.utf8.count < name.count else { return false }
            name.copyBytes(from: path.utf8)
            return true
        }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let answer = withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
        }
        guard fits, answer == 0 else { return nil }
    }

    deinit { close(descriptor) }

    private static var path: String? {
        guard let name = Environment.value("WAYLAND_DISPLAY") else { return nil }
        guard !name.hasPrefix("/") else { return name }
        return Environment.value("XDG_RUNTIME_DIR").map { "\($0)/\(name)" }
    }

    /// Calls `body` once, on a thread of its own, when the desktop is gone.
    func whenGone(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "gstcam.preview.wayland").async { [self] in
            // Nothing is ever sent to a client that asks for nothing, so what comes is the end.
            var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while poll(&state, 1, -1) < 0, errno == EINTR {}
            if !isCancelled.load(ordering: .relaxed) { body() }
        }
    }

    /// Ends the waiting of `whenGone`.
    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
