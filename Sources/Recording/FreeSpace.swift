internal import Glibc

/// Free space on file systems.
public enum FreeSpace {
    /// The size that a file can have at most where it is; nil for no limit that matters.
    public static func largestFile(at path: String) -> Int64? {
        var information = stat()
        guard stat(path, &information) == 0, let mounts = Directory.text(of: "/proc/self/mountinfo") else {
            return nil
        }
        let device = UInt64(information.st_dev)
        // As the C library takes a device's number apart.
        let major = (device >> 8) & 0xfff | (device >> 32) & ~0xfff
        let minor = device & 0xff | (device >> 12) & ~0xff
        return largestFile(on: fileSystem(ofDevice: "\(major):\(minor)", in: mounts))
    }

    /// FAT's files end at four gibibytes.
    static func largestFile(on fileSystem: String?) -> Int64? {
        ["vfat", "msdos"].contains(fileSystem) ? Int64(UInt32.max) : nil
    }

    /// The type of a mounted file system, from the kernel's list of them.
    static func fileSystem(ofDevice device: String, in mounts: String) -> String? {
        for line in mounts.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 4, words[2] == device, let dash = words.firstIndex(of: "-") else { continue }
            return words.dropFirst(dash + 1).first.map(String.init)
        }
        return nil
    }

    /// What an ordinary user can still write where the file is; nil when the file system does not say.
    ///
    /// The corresponding C function is `statvfs`.
    static func bytes(at path: String) -> Int64? {
        var information = statvfs()
        // A file system in user space that does not say answers with zeros.
        guard statvfs(path, &information) == 0, information.f_blocks > 0 else { return nil }
        let product = UInt64(information.f_bavail).multipliedReportingOverflow(
            by: UInt64(information.f_frsize)
        )
        return product.overflow ? .max : Int64(clamping: product.partialValue)
    }
}
