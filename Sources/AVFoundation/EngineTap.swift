internal import CameraCapture
internal import Synchronization

/// The tap of one output on the engine that runs; on one engine at a time.
final class EngineTap: Sendable {
    private let attached = Mutex<(engine: RunningEngine, tap: CaptureTap)?>(nil)

    /// Taps an engine, once however often it is called for it.
    func attach(_ tap: CaptureTap, to engine: RunningEngine) {
        let (previous, isNew) = attached.withLock { attached in
            guard attached?.engine !== engine else { return (attached, false) }
            defer { attached = (engine, tap) }
            return (attached, true)
        }
        guard isNew else { return }
        if let previous { previous.engine.session.removeTap(previous.tap) }
        engine.session.addTap(tap)
    }

    func detach() {
        let previous = attached.withLock { attached in
            defer { attached = nil }
            return attached
        }
        if let previous { previous.engine.session.removeTap(previous.tap) }
    }

    var engine: RunningEngine? { attached.withLock { $0?.engine } }
}
