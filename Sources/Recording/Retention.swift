internal import Glibc

/// Which recordings are kept when there are many: the newest, so many, so large together, or so young.
///
/// It looks at the directory and not at what one run has written, so it holds across restarts. Only files whose names
/// the pattern can have made are ever touched.
public struct Retention: Sendable, Hashable {
    /// How many files are kept; nil for any number.
    public var files: Int?
    /// How large they may be together, in bytes; nil for any size.
    public var size: Int64?
    /// How old they may be, in seconds since they were last written; nil for any age.
    public var age: Int?

    /// Makes a rule; without any limit nothing is removed.
    public init(files: Int? = nil, size: Int64? = nil, age: Int? = nil) {
        self.files = files
        self.size = size
        self.age = age
    }

    /// Whether there is any limit.
    public var isLimited: Bool { files != nil || size != nil || age != nil }

    /// A file that the pattern made.
    struct Candidate: Hashable {
        var path: String
        var size: Int64
        /// When it was last written, in nanoseconds since 1970.
        var written: Int64
    }

    /// Removes what is too much, the oldest first.
    /// - Parameters:
    ///   - naming: The names of the recordings.
    ///   - open: Files that are being written; they count, and are never removed.
    ///   - now: Wall-clock time in seconds since 1970.
    /// - Returns: What was removed.
    public func sweep(_ naming: FileNaming, open: Set<String>, now: Int) -> [String] {
        guard isLimited else { return [] }
        let candidates = Retention.candidates(naming)
        return excess(of: candidates, open: open, now: now).filter { unlink($0) == 0 }
    }

    private static func candidates(_ naming: FileNaming) -> [Candidate] {
        guard let prefix = naming.directoryPrefix else { return [] }
        return Directory.names(in: prefix.isEmpty ? "." : prefix).compactMap { name in
            guard naming.canHaveMade(name) else { return nil }
            let path = prefix + name
            var information = stat()
            guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
            let written = information.st_mtim
            return Candidate(
                path: path,
                size: Int64(information.st_size),
                written: Int64(written.tv_sec) * 1_000_000_000 + Int64(written.tv_nsec)
            )
        }
    }

    /// Pure: the paths to remove, the oldest first.
    func excess(of candidates: [Candidate], open: Set<String>, now: Int) -> [String] {
        let newestFirst = candidates.sorted { ($0.written, $0.path) > ($1.written, $1.path) }
        var removed: [String] = []
        var (count, total) = (0, Int64(0))
        var isFull = false
        for (index, candidate) in newestFirst.enumerated() {
            let isTooOld = age.map { now - Int(candidate.written / 1_000_000_000) > $0 } ?? false
            let isTooMany = files.map { count + 1 > $0 } ?? false
            let isTooLarge = size.map { total + candidate.size > $0 } ?? false
            // Behind the first that is too much everything is; the newest is kept, however large it is.
            isFull = isFull || isTooMany || isTooLarge
            if index > 0, !open.contains(candidate.path), isTooOld || isFull {
                removed.append(candidate.path)
            } else {
                count += 1
                total += candidate.size
            }
        }
        return removed.reversed()
    }
}
