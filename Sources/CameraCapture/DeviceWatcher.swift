internal import Dispatch
internal import Synchronization

/// Tells when cameras and microphones come and go.
///
/// It works with and without udev: it watches the nodes and their links, and looks at the devices when one changes.
/// Microphones that only a sound server knows, such as those of wireless headsets, make no node, and are noticed with
/// the next change of one. It ends with `stop()`, or with the last reference to it.
public final class DeviceWatcher: Sendable {
    /// What happened.
    public enum Change: Sendable, Hashable {
        /// A device that can be used has come.
        case connected(CaptureDevice)
        /// A device is gone, or may no longer be used.
        case disconnected(CaptureDevice)
    }

    private let lookout: DeviceLookout
    private let watch: DirectoryWatch

    /// Begins to watch.
    ///
    /// Lists the devices first, which takes up to a second where a sound server runs. Those are not told.
    /// - Parameter handler: Called with each change, on a private serial queue. A device that comes back has the id
    ///   that it had before.
    public convenience init(handler: @escaping @Sendable (Change) -> Void) {
        self.init(
            // The links of udev follow the nodes, and give them the ids that stay.
            directories: ["/dev", "/dev/snd", "/dev/v4l", "/dev/v4l/by-id", "/dev/v4l/by-path"],
            list: { DeviceCatalogue.cameras() + DeviceCatalogue.microphones() },
            handler: handler
        )
    }

    init(
        directories: [String],
        list: @escaping @Sendable () -> [CaptureDevice],
        handler: @escaping @Sendable (Change) -> Void
    ) {
        let lookout = DeviceLookout(list: list, handler: handler)
        self.lookout = lookout
        watch = DirectoryWatch(
            directories: directories,
            prefixes: ["video", "v4l", "snd"],
            queue: lookout.queue,
            handler: { [weak lookout] in lookout?.lookSoon() }
        )
        lookout.begin()
    }

    deinit { stop() }

    /// Ends the watch; a change that is being told at this moment is the last.
    ///
    /// May be called more than once, from any thread, and from the handler.
    public func stop() {
        lookout.stop()
        watch.stop()
    }
}

/// Looks at the devices when it is told that something has happened, and tells what is different.
private final class DeviceLookout: Sendable {
    private struct State {
        var changes = DeviceChanges([])
        var happenings = 0
        var isStopped = false
    }

    /// How long nothing must have happened before a look, in milliseconds.
    ///
    /// The first is for udev, which sets permissions and makes links one after the other; the second for sound
    /// servers, which take longer to notice a new card.
    private static let delays = [300, 2000]

    let queue = DispatchQueue(label: "gstcam.devices")
    private let list: @Sendable () -> [CaptureDevice]
    private let handler: @Sendable (DeviceWatcher.Change) -> Void
    private let state = Mutex(State())

    init(
        list: @escaping @Sendable () -> [CaptureDevice],
        handler: @escaping @Sendable (DeviceWatcher.Change) -> Void
    ) {
        self.list = list
        self.handler = handler
    }

    /// Takes the devices that are there as known.
    func begin() {
        queue.sync {
            let devices = list()
            state.withLock { $0.changes = DeviceChanges(devices) }
        }
    }

    func lookSoon() {
        let number = state.withLock { state in
            state.happenings += 1
            return state.happenings
        }
        for delay in DeviceLookout.delays {
            queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in self?.look(number) }
        }
    }

    func stop() { state.withLock { $0.isStopped = true } }

    /// Looks, unless something else has happened since.
    private func look(_ number: Int) {
        guard state.withLock({ $0.happenings == number && !$0.isStopped }) else { return }
        let devices = list()
        let changes = state.withLock { $0.changes.update(devices) }
        for change in changes where !state.withLock({ $0.isStopped }) { handler(change) }
    }
}
