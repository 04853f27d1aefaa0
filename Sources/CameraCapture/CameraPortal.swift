internal import GStreamer
internal import Synchronization

/// The desktop's camera portal, which asks the person whether a program in a sandbox may use the cameras.
///
/// It is `org.freedesktop.portal.Camera`. Its methods block, and may be called from any thread.
final class CameraPortal: Sendable {
    private struct State {
        var isGranted = false
        /// The connection that came with the consent, until somebody uses it.
        var remote: FileDescriptor?
    }

    private static let service = "org.freedesktop.portal.Desktop"
    private static let desktop = "/org/freedesktop/portal/desktop"
    private static let camera = "org.freedesktop.portal.Camera"
    private static let log = DebugCategory("gstcam", description: "gstcam's recorder")

    private let busAddress: String?
    private let patience: ClockTime
    private let state = Mutex(State())

    /// - Parameters:
    ///   - busAddress: The address of the message bus; nil for the session bus.
    ///   - patience: How long a person may take to decide.
    init(busAddress: String? = nil, patience: ClockTime = .seconds(600)) {
        self.busAddress = busAddress
        self.patience = patience
    }

    /// Asks the person; a portal that cannot ask has not granted.
    func ask() -> Bool {
        do throws(GStreamerError) {
            let remote = try DBusClient.converse(address: busAddress, timeout: patience) {
                client throws(GStreamerError) in
                try obtainConsent(client)
                return try openRemote(client)
            }
            state.withLock { $0 = State(isGranted: true, remote: remote) }
            return true
        } catch {
            CameraPortal.warn("the camera may not be used: \(error.message)")
            return false
        }
    }

    /// A connection to PipeWire that shows the cameras; nil before the person agreed, or when there is none.
    ///
    /// Each call gives a connection of its own, since two users of one would mix up what they say. Only after the
    /// first does it have to talk to the portal again, which then does not ask the person again.
    func remote() -> FileDescriptor? {
        let (isGranted, kept) = state.withLock { state in
            defer { state.remote = nil }
            return (state.isGranted, state.remote)
        }
        guard isGranted, kept == nil else { return kept }
        do throws(GStreamerError) {
            return try DBusClient.converse(address: busAddress, timeout: .seconds(10)) {
                client throws(GStreamerError) in try openRemote(client)
            }
        } catch {
            CameraPortal.warn("PipeWire cannot be reached: \(error.message)")
            return nil
        }
    }

    /// Returns when the person has agreed.
    private func obtainConsent(_ client: DBusClient) throws(GStreamerError) {
        let token = "gstcam\(UInt32.random(in: 0...UInt32.max))"
        let sender = client.uniqueName.dropFirst().map { $0 == "." ? "_" : String($0) }.joined()
        // Listen before the call, since the answer may arrive before the call returns.
        client.listen(
            to: CameraPortal.service,
            interface: "org.freedesktop.portal.Request",
            member: "Response"
        )
        client.listen(
            to: "org.freedesktop.DBus",
            interface: "org.freedesktop.DBus",
            member: "NameOwnerChanged",
            argument: CameraPortal.service
        )
        let reply = try client.call(
            CameraPortal.service,
            path: CameraPortal.desktop,
            interface: CameraPortal.camera,
            method: "AccessCamera",
            options: ["handle_token": token]
        )
        // Portals before version 0.9 choose the path of the request themselves.
        var handles = ["\(CameraPortal.desktop)/request/\(sender)/\(token)"]
        if case .text(let handle)? = reply.values.first { handles.append(handle) }
        while true {
            let signal = try client.nextSignal()
            if signal.member == "NameOwnerChanged" {
                guard signal.values.dropFirst().first != .text("") else { continue }
                throw GStreamerError(.messageBus, "the portal went away while it asked")
            }
            guard handles.contains(signal.path) else { continue }
            switch signal.values.first {
            case .number(0): return
            case .number(1): throw GStreamerError(.messageBus, "it was refused")
            default: throw GStreamerError(.messageBus, "the portal ended its question without an answer")
            }
        }
    }

    private func openRemote(_ client: DBusClient) throws(GStreamerError) -> FileDescriptor {
        let reply = try client.call(
            CameraPortal.service,
            path: CameraPortal.desktop,
            interface: CameraPortal.camera,
            method: "OpenPipeWireRemote",
            options: [:]
        )
        guard let remote = reply.descriptors.first else {
            throw GStreamerError(.messageBus, "the portal gave no connection to PipeWire")
        }
        return remote
    }

    /// Writes to GStreamer's log, which there is only once GStreamer is initialised; programs ask for access first.
    private static func warn(_ message: String) {
        try? Gst.initialize()
        log.log(.warning, message)
    }
}
