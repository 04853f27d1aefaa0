internal import Glibc

/// Free space on file systems.
enum FreeSpace {
    /// What an ordinary user can still write where the file is; nil when the file system does not say.
    ///
    /// The corresponding C function is `statvfs`.
    static func bytes(at path: String) -> Int64? {
        var information = statvfs()
        guard statvfs(path, &information) == 0 else { return nil }
        return Int64(clamping: UInt64(information.f_bavail) * UInt64(information.f_frsize))
    }
}
