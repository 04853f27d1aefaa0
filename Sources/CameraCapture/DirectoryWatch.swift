internal import Dispatch
internal import GStreamer
internal import Glibc
internal import Recording

/// Tells that names appear, disappear or change their permissions in some directories.
///
/// It waits for the kernel's inotify, and costs nothing while nothing happens.
final class DirectoryWatch: Sendable {
    private static let log = DebugCategory("gstcam", description: "gstcam's recorder")

    private let queue: DispatchQueue
    private let source: QueueConfined<(any DispatchSourceRead)?>

    /// - Parameters:
    ///   - directories: The directories, parents first; those that are not there are watched once they are.
    ///   - prefixes: How the names in the first directory begin that count; all names do in the others.
    ///   - queue: A serial queue.
    ///   - handler: Called on the queue after something happened.
    init(
        directories: [String],
        prefixes: [String],
        queue: DispatchQueue,
        handler: @escaping @Sendable () -> Void
    ) {
        self.queue = queue
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            DirectoryWatch.log.log(.warning, "devices that come and go are not noticed: \(reason)")
            source = QueueConfined(nil, on: queue)
            return
        }
        let numbers = DirectoryWatch.add(directories, to: descriptor)
        let made = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        made.setCancelHandler { @Sendable in close(descriptor) }
        made.setEventHandler { @Sendable in
            let matters = DirectoryWatch.events(of: descriptor).contains { event in
                event.directory != numbers.first || prefixes.contains { event.name.hasPrefix($0) }
            }
            guard matters else { return }
            DirectoryWatch.add(directories, to: descriptor)
            handler()
        }
        made.activate()
        source = QueueConfined(made, on: queue)
    }

    deinit { stop() }

    /// Ends the watch; the descriptor is closed on the queue.
    func stop() {
        queue.async { [source] in
            source.withValue { source in
                source?.cancel()
                source = nil
            }
        }
    }

    /// Watches the directories that are there; one that is watched already stays under its number.
    @discardableResult
    private static func add(_ directories: [String], to descriptor: Int32) -> [Int32] {
        directories.map {
            inotify_add_watch(descriptor, $0, UInt32(IN_CREATE | IN_DELETE | IN_MOVE | IN_ATTRIB))
        }
    }

    /// Takes what the kernel has noted; it is empty afterwards.
    private static func events(of descriptor: Int32) -> [(directory: Int32, name: String)] {
        var events: [(directory: Int32, name: String)] = []
        var bytes = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return events }
            // struct inotify_event: wd, mask, cookie and len, four bytes each, then the name with zeros behind it.
            var offset = 0
            while offset + 16 <= count {
                let (directory, length) = bytes.withUnsafeBytes { raw in
                    (
                        raw.loadUnaligned(fromByteOffset: offset, as: Int32.self),
                        Int(raw.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                    )
                }
                let name = bytes[(offset + 16)..<min(offset + 16 + length, count)].prefix { $0 != 0 }
                events.append((directory, String(decoding: name, as: UTF8.self)))
                offset += 16 + length
            }
        }
    }
}
