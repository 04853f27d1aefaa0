import Foundation
import Testing

/// A file system of its own in memory, which is soon full.
struct SmallDisk {
    private let path: String

    /// Whether this user may mount.
    static let canBeMade: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
        guard let disk = try? SmallDisk(megabytes: 1, at: folder.path) else { return false }
        disk.remove()
        return true
    }()

    init(megabytes: Int, at path: String) throws {
        self.path = path
        try #require(SmallDisk.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", path) == 0)
    }

    func remove() { _ = SmallDisk.run("umount", "--lazy", path) }

    private static func run(_ words: String...) -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return -1 }
        process.waitUntilExit()
        return process.terminationStatus
    }
}
