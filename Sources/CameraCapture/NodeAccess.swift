internal import CameraDevices
internal import Glibc

/// What the kernel grants on the nodes of cameras and microphones.
enum NodeAccess {
    /// Access to the cameras: whether their nodes can be opened.
    static func cameras() -> CaptureAccess.Status {
        status(DeviceCatalogue.nodeErrors())
    }

    /// Access to the microphones: through a sound server that can be reached, else by their nodes.
    /// - Parameter isSandboxed: Whether missing nodes mean that they are kept from this program.
    /// - Returns: The access.
    static func microphones(isSandboxed: Bool) -> CaptureAccess.Status {
        if soundServers().contains(where: { refusal($0) == 0 }) { return .authorized }
        let nodes = Directory.names(in: "/dev/snd").filter { $0.hasPrefix("pcmC") && $0.hasSuffix("c") }
        if nodes.isEmpty, isSandboxed { return .denied }
        return status(nodes.map { refusal("/dev/snd/\($0)") })
    }

    /// Access by what opening each node gave: 0 or the errno.
    ///
    /// No node is no refusal: what is missing then is a device. Bits that keep this user out are a denial, which the
    /// user can change; a control group or another policy is a restriction.
    static func status(_ errors: [Int32]) -> CaptureAccess.Status {
        guard errors.allSatisfy({ $0 == EACCES || $0 == EPERM }), !errors.isEmpty else { return .authorized }
        return errors.contains(EACCES) ? .denied : .restricted
    }

    /// The sockets of PulseAudio and PipeWire.
    private static func soundServers() -> [String] {
        var sockets: [String] = []
        if let server = Environment.value("PULSE_SERVER"), server.hasPrefix("unix:") {
            sockets.append(String(server.dropFirst(5)))
        }
        if let runtime = Environment.value("XDG_RUNTIME_DIR") {
            sockets += ["\(runtime)/pulse/native", "\(runtime)/pipewire-0"]
        }
        return sockets
    }

    private static func refusal(_ path: String) -> Int32 {
        faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0 ? 0 : errno
    }
}
