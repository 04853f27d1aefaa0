import Dispatch
import Foundation
import Testing

@testable import CameraCapture
@testable import CameraDevices

/// Devices that come and go are noticed by their nodes; here, files in a directory.
@Suite(.serialized) struct DeviceWatcherTests {
    private let directory: TemporaryDirectory
    private let changes: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() throws {
        directory = try TemporaryDirectory()
        (changes, continuation) = AsyncStream.makeStream()
    }

    private func watcher() -> DeviceWatcher {
        let (path, continuation) = (directory.path, continuation)
        return DeviceWatcher(
            directories: [path, "\(path)/snd", "\(path)/v4l", "\(path)/v4l/by-id"],
            list: {
                let links = StableLinks(root: "\(path)/v4l")
                let nodes = Directory.names(in: path).filter { $0.hasPrefix("video") }
                let cards = Directory.names(in: "\(path)/snd")
                return nodes.map { node in
                    let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(node)")
                    let isOpen = attributes?[.posixPermissions] as? Int != 0
                    return CaptureDevice(
                        id: links.names(for: "\(path)/\(node)").last ?? node,
                        name: node,
                        kind: .camera,
                        api: .v4l2,
                        address: node,
                        hiddenReason: isOpen ? nil : "you may not open it"
                    )
                } + cards.map { CaptureDevice(id: $0, name: $0, kind: .microphone, api: .alsa, address: $0) }
            },
            handler: { change in
                switch change {
                case .connected(let device): continuation.yield("+\(device.id)")
                case .disconnected(let device): continuation.yield("-\(device.id)")
                }
            }
        )
    }

    private func make(directory name: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(directory.path)/\(name)",
            withIntermediateDirectories: true
        )
    }

    private func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(directory.path)/\(name)")
    }

    private func permit(_ name: String, _ bits: Int) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: bits],
            ofItemAtPath: "\(directory.path)/\(name)"
        )
    }

    @Test(.timeLimit(.minutes(15))) func nodesThatAppearAndDisappearAreTold() async throws {
        try directory.write("", to: "video0")
        let watcher = watcher()
        var told = changes.makeAsyncIterator()
        try directory.write("", to: "video1")
        #expect(await told.next() == "+video1")
        try remove("video0")
        #expect(await told.next() == "-video0")
        // Directories that come later are watched then.
        try make(directory: "snd")
        try directory.write("", to: "snd/card")
        #expect(await told.next() == "+card")
        try remove("snd/card")
        #expect(await told.next() == "-card")
        watcher.stop()
    }

    @Test(.timeLimit(.minutes(15))) func permissionsThatChangeAreTold() async throws {
        try directory.write("", to: "video0")
        try permit("video0", 0)
        let watcher = watcher()
        var told = changes.makeAsyncIterator()
        try permit("video0", 0o600)
        #expect(await told.next() == "+video0")
        try permit("video0", 0)
        #expect(await told.next() == "-video0")
        watcher.stop()
    }

    @Test(.timeLimit(.minutes(15))) func aCameraThatComesBackHasItsIdAgain() async throws {
        try directory.write("", to: "video0")
        try make(directory: "v4l/by-id")
        let link = "\(directory.path)/v4l/by-id/usb-webcam"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../../video0")
        let watcher = watcher()
        var told = changes.makeAsyncIterator()
        for name in ["v4l", "video0"] { try remove(name) }
        #expect(await told.next() == "-usb-webcam")
        // As udev does: first the node, then the link.
        try directory.write("", to: "video1")
        try make(directory: "v4l/by-id")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../../video1")
        #expect(await told.next() == "+usb-webcam")
        watcher.stop()
    }

    @Test(.timeLimit(.minutes(15))) func afterTheStopNothingIsTold() async throws {
        let stopped = watcher()
        stopped.stop()
        stopped.stop()
        var forgotten: DeviceWatcher? = watcher()
        #expect(forgotten != nil)
        forgotten = nil
        let (others, other) = AsyncStream.makeStream(of: Void.self)
        let path = directory.path
        let watching = DeviceWatcher(
            directories: [path],
            list: {
                Directory.names(in: path).map {
                    CaptureDevice(id: $0, name: $0, kind: .camera, api: .v4l2, address: $0)
                }
            },
            handler: { _ in other.yield() }
        )
        try directory.write("", to: "video0")
        var told = others.makeAsyncIterator()
        _ = await told.next()
        try directory.write("", to: "video1")
        _ = await told.next()
        watching.stop()
        continuation.finish()
        #expect(await changes.reduce(into: []) { $0.append($1) } == [])
    }

    @Test(.timeLimit(.minutes(15))) func otherNamesCostNothing() async throws {
        let queue = DispatchQueue(label: "test.directory")
        let (happenings, happening) = AsyncStream.makeStream(of: String.self)
        let watches = ["tty", "video"].map { prefix in
            DirectoryWatch(directories: [directory.path], prefixes: [prefix], queue: queue) {
                happening.yield(prefix)
            }
        }
        var told = happenings.makeAsyncIterator()
        for _ in 0..<10 {
            try directory.write("", to: "tty\(UUID().uuidString)")
            #expect(await told.next() == "tty")
            queue.sync {}
            try directory.write("", to: "video\(UUID().uuidString)")
            #expect(await told.next() == "video")
        }
        for watch in watches { watch.stop() }
    }
}
