internal import Glibc

extension OpenFile {
    /// Whether some process has the file open for writing; false where the kernel does not tell.
    var hasWriter: Bool {
        // A lease for reading is granted only while nobody writes. The number is F_SETLEASE of <fcntl.h>, a macro
        // that Swift does not see.
        let setLease: Int32 = 1024
        if fcntl(descriptor, setLease, Int32(F_RDLCK)) == 0 {
            _ = fcntl(descriptor, setLease, Int32(F_UNLCK))
            return false
        }
        return errno == EAGAIN
    }

    /// Copies the file to a path where nothing is yet, and onto the disk.
    func copy(to copy: String) throws(MovieFileError) {
        let target = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else {
            throw errno == EEXIST
                ? MovieFileError(
                    .exists,
                    path: copy,
                    "\(copy) exists already and is not overwritten; move it away"
                )
                : MovieFileError(.cannotCreate, path: copy, "\(copy) cannot be made", errno: errno)
        }
        defer { close(target) }
        guard let failure = copyBytes(to: target) else { return }
        unlink(copy)
        throw MovieFileError(
            .cannotWrite,
            path: copy,
            "\(copy) cannot be written, make room and recover again",
            errno: failure
        )
    }

    /// Copies everything.
    ///
    /// - Returns: What went wrong, as `errno`; nil when nothing did.
    private func copyBytes(to target: Int32) -> Int32? {
        var information = stat()
        guard fstat(descriptor, &information) == 0, fchmod(target, information.st_mode & 0o7777) == 0 else {
            return errno
        }
        var position = off_t(0)
        while position < size {
            let count = sendfile(target, descriptor, &position, 1 << 30)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return errno }
            // The file became shorter meanwhile, so it is not what was asked for.
            guard count > 0 else { return EIO }
        }
        return fsync(target) == 0 ? nil : errno
    }
}
