internal import Glibc

/// Which recordings are kept when there are many: the newest, so many, so large together, or so young.
///
/// It looks at the directory and not only at what one run has written, so it holds across restarts. Only files whose
/// names the pattern can have made are ever touched.
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

    /// A file of this run: it is newer than all that was found, whatever the clock was set to meanwhile.
    public struct Own: Sendable, Hashable {
        /// Its number among the files of this run, from one.
        public var order: Int
        /// Seconds since it was last written, by a clock that nobody sets.
        public var age: Int

        /// Makes a file of this run.
        public init(order: Int, age: Int) {
            self.order = order
            self.age = age
        }
    }

    /// A file that the pattern made.
    struct Candidate: Hashable {
        var path: String
        var size: Int64
        /// When it was last written, in nanoseconds since 1970.
        var written: Int64
        /// What is known of a file of this run.
        var own: Own?
    }

    /// Removes what is too much, the oldest first.
    /// - Parameters:
    ///   - naming: The names of the recordings.
    ///   - open: Files that are being written; they count, and are never removed.
    ///   - own: What is known of the files of this run.
    ///   - now: Wall-clock time in seconds since 1970.
    /// - Returns: What was removed, and why the first that could not be was not.
    public func sweep(_ naming: FileNaming, open: Set<String>, own: [String: Own], now: Int) -> (
        removed: [String], failure: CaptureError?
    ) {
        guard isLimited else { return ([], nil) }
        var removed: [String] = []
        var failure: CaptureError?
        for path in excess(of: Retention.candidates(naming, own: own), open: open, now: now) {
            if unlink(path) == 0 {
                removed.append(path)
            } else if errno != ENOENT {
                failure =
                    failure
                    ?? CaptureError(
                        .writeFailed,
                        "\(path) is not kept and cannot be removed: \(String(cString: strerror(errno)))",
                        advice: "Remove it by hand, and see who may write to its directory"
                    )
            }
        }
        return (removed, failure)
    }

    private static func candidates(_ naming: FileNaming, own: [String: Own]) -> [Candidate] {
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
                written: Int64(written.tv_sec) * 1_000_000_000 + Int64(written.tv_nsec),
                own: own[path]
            )
        }
    }

    /// Pure: the paths to remove, the oldest first.
    func excess(of candidates: [Candidate], open: Set<String>, now: Int) -> [String] {
        // What is written now is the newest, then what this run made; of what it found the clock tells.
        func order(_ candidate: Candidate) -> Int {
            open.contains(candidate.path) ? .max : candidate.own?.order ?? 0
        }
        let newestFirst = candidates.sorted { one, other in
            (order(one), one.written, one.path) > (order(other), other.written, other.path)
        }
        var removed: [String] = []
        var (count, total) = (0, Int64(0))
        var isFull = false
        for (index, candidate) in newestFirst.enumerated() {
            let seconds = candidate.own?.age ?? now - Int(candidate.written / 1_000_000_000)
            let isTooOld = age.map { seconds > $0 } ?? false
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
