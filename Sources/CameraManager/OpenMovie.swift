internal import AVFoundation
internal import Glibc

/// A finished movie that is open for reading, and so is there even when its name is removed.
final class OpenMovie: Sendable {
    /// The name without its directory.
    let name: String
    private let path: String
    private let descriptor: Int32

    init(_ movie: URL) throws {
        guard movie.isFileURL else {
            throw AVError(.unknown, "\(movie) is no file, so it was not saved", advice: "Give a file URL")
        }
        name = movie.lastPathComponent
        path = movie.path
        // Without waiting, since a pipe would make this wait for ever.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        var status = stat()
        guard descriptor >= 0 else { throw AVError.refused("\(path) cannot be read", errno) }
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw AVError(.unknown, "\(path) is no movie, so it was not saved", advice: "Give a file")
        }
    }

    deinit { close(descriptor) }

    /// Gives the movie a name in a folder as well, one that no file there has.
    /// - Returns: The movie there.
    func place(in folder: URL) throws -> URL {
        let placed: URL
        // The file itself gets a second name where that is possible, which takes no time and no space.
        if let linked = try placeName(in: folder, of: "/proc/self/fd/\(descriptor)", AT_SYMLINK_FOLLOW) {
            fsync(descriptor)
            placed = linked
        } else {
            let copy = try copied(to: folder)
            defer { unlink(copy) }
            placed = try placeName(in: folder, of: copy, 0) ?? moveName(in: folder, of: copy)
        }
        OpenMovie.flush(folder)
        return placed
    }

    /// The names in a folder, from the movie's own to numbered ones.
    private func candidate(_ number: Int, in folder: URL) -> URL {
        guard number > 0 else { return folder.appendingPathComponent(name) }
        let suffix = (name as NSString).pathExtension
        let stem = (name as NSString).deletingPathExtension
        return folder.appendingPathComponent("\(stem)-\(number)" + (suffix.isEmpty ? "" : ".\(suffix)"))
    }

    /// Links a file to the first name that is free; nil when it cannot be linked to this folder.
    ///
    /// The corresponding C function is `linkat`, which never replaces a file.
    private func placeName(in folder: URL, of file: String, _ flags: Int32) throws -> URL? {
        var number = 0
        while true {
            let target = candidate(number, in: folder)
            if linkat(AT_FDCWD, file, AT_FDCWD, target.path, flags) == 0 { return target }
            switch errno {
            case EEXIST: number += 1
            case ENOSPC, EDQUOT, EROFS, EACCES:
                throw AVError.refused("\(name) cannot be saved in \(folder.path)", errno)
            default: return nil
            }
        }
    }

    /// Moves a copy to the first name that is free, on file systems that know no links, such as those of sticks.
    func moveName(in folder: URL, of copy: String) throws -> URL {
        var number = 0
        while true {
            let target = candidate(number, in: folder)
            // The name is taken with an empty file first, so that no file of anybody else's is replaced.
            let reserved = open(target.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            if reserved >= 0 {
                close(reserved)
                if rename(copy, target.path) == 0 { return target }
                let number = errno
                unlink(target.path)
                throw AVError.refused("\(name) cannot be saved in \(folder.path)", number)
            }
            guard errno == EEXIST else {
                throw AVError.refused("\(name) cannot be saved in \(folder.path)", errno)
            }
            number += 1
        }
    }

    /// Copies the movie under a hidden name, and waits until it is on the disk.
    private func copied(to folder: URL) throws -> String {
        let copy = folder.appendingPathComponent(".\(name).\(UUID().uuidString)").path
        let target = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard target >= 0 else { throw AVError.refused("\(name) cannot be saved in \(folder.path)", errno) }
        defer { close(target) }
        var offset: off_t = 0
        while true {
            let count = sendfile(target, descriptor, &offset, 1 << 24)
            if count == 0 { break }
            if count > 0 || errno == EINTR { continue }
            let number = errno
            unlink(copy)
            throw AVError.refused("\(path) cannot be copied to \(folder.path)", number)
        }
        guard fsync(target) == 0 else {
            let number = errno
            unlink(copy)
            throw AVError.refused("\(path) cannot be copied to \(folder.path)", number)
        }
        return copy
    }

    private static func flush(_ folder: URL) {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
