import Foundation
import Testing

/// A file system of its own, for what disks do.
struct Disk {
    enum Kind {
        /// In memory, of so many mebibytes.
        case memory(megabytes: Int)
        /// A real one with a journal, in a file.
        case journalled
        /// One that takes everything, and of which only so many mebibytes ever reach the disk.
        case failing(megabytes: Int)
    }

    private let path: String
    private var backing: String?
    private let image: String?

    /// Whether this user may mount one of the kind.
    static let canBeMade = isMountable(.memory(megabytes: 1))
    static let canBeJournalled = isMountable(.journalled)

    private static func isMountable(_ kind: Kind) -> Bool {
        guard geteuid() == 0, let workspace = try? Workspace() else { return false }
        guard let disk = try? Disk(kind, at: "disk", in: workspace) else { return false }
        disk.remove()
        return true
    }

    /// Mounts it on a new folder of the workspace.
    init(_ kind: Kind, at name: String, in workspace: Workspace) throws {
        path = workspace.path + "/" + name
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        switch kind {
        case .memory(let megabytes):
            image = nil
            try Disk.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", path)
        case .journalled:
            let image = path + ".image"
            self.image = image
            try Disk.run("truncate", "-s", "64M", image)
            try Disk.run("mkfs.ext4", "-q", image)
            try mount()
        case .failing(let megabytes):
            let backing = path + ".backing"
            try FileManager.default.createDirectory(atPath: backing, withIntermediateDirectories: true)
            try Disk.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", backing)
            self.backing = backing
            let image = backing + "/image"
            self.image = image
            try Disk.run("truncate", "-s", "256M", image)
            try Disk.run("mkfs.ext4", "-q", "-O", "^has_journal", image)
            try mount()
        }
    }

    private func mount() throws { try Disk.run("mount", "-o", "loop", image ?? "", path) }

    /// Makes all writing wait.
    func freeze() throws { try Disk.run("fsfreeze", "--freeze", path) }

    func thaw() throws { try Disk.run("fsfreeze", "--unfreeze", path) }

    /// What the kernel does when a journal fails: from now on nothing can be written.
    func abort() throws { try Disk.run("mount", "-o", "remount,abort", path) }

    /// As after a restart: what had not reached the disk is gone.
    func repair() throws {
        try Disk.run("umount", path)
        _ = try Child.run(["fsck.ext4", "-p", image ?? ""], in: "/")
        try mount()
    }

    func remove() {
        _ = try? Child.run(["umount", "--lazy", path], in: "/")
        if let image { unlink(image) }
        if let backing { _ = try? Child.run(["umount", "--lazy", backing], in: "/") }
    }

    private static func run(_ words: String...) throws {
        let result = try Child.run(words, in: "/")
        try #require(result.status == 0, "\(words.joined(separator: " ")): \(result.errors)")
    }
}
