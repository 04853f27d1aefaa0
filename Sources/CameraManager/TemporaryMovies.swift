internal import AVFoundation
internal import Glibc

/// The movies of one manager, in a directory of its own that nobody else can read.
///
/// Used on the manager's queue alone. Only files that it named itself are ever removed.
final class TemporaryMovies {
    private let parent: URL
    private let suffix: String
    private var directory: URL?
    private var files: Set<URL> = []

    init(below parent: URL, suffix: String) {
        self.parent = parent
        // A suffix with a slash in it would leave the directory.
        self.suffix = suffix.filter { $0 != "/" && $0 != "." && $0 != "\0" }
    }

    deinit { removeDirectoryIfEmpty() }

    /// A name that no file has.
    func next(now: Date = Date()) throws -> URL {
        let style = Date.ISO8601FormatStyle(
            dateSeparator: .omitted,
            dateTimeSeparator: .standard,
            timeSeparator: .omitted,
            includingFractionalSeconds: true,
            timeZone: .gmt
        )
        let digits = String(UInt32.random(in: .min ... .max), radix: 16)
        let random = String(repeating: "0", count: 8 - digits.count) + digits
        var name = "tempMovie-\(now.formatted(style))-\(random)"
        if !suffix.isEmpty { name += ".\(suffix)" }
        let file = try ownDirectory().appendingPathComponent(name)
        files.insert(file)
        return file
    }

    /// Removes one of the files.
    func remove(_ file: URL) {
        guard files.remove(file) != nil else { return }
        unlink(file.path)
    }

    /// Removes all files but those that are still being written.
    func removeAll(except busy: [URL]) {
        for file in files.subtracting(busy) { remove(file) }
        removeDirectoryIfEmpty()
    }

    /// The directory, made again when somebody has tidied it away.
    private func ownDirectory() throws -> URL {
        if let directory, FileManager.default.fileExists(atPath: directory.path) { return directory }
        var template = Array(parent.appendingPathComponent("CameraManager-XXXXXX").path.utf8CString)
        guard mkdtemp(&template) != nil else {
            throw AVError.refused("no directory for movies can be made in \(parent.path)", errno)
        }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let made = URL(fileURLWithPath: path, isDirectory: true)
        directory = made
        return made
    }

    private func removeDirectoryIfEmpty() {
        // A directory with something in it refuses this, which is what is wanted.
        if let directory, rmdir(directory.path) == 0 { self.directory = nil }
    }
}
