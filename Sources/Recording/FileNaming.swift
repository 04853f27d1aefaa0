internal import Glibc

/// Names the files of a recording, and takes a name only when no file has it.
///
/// A pattern may hold `strftime` conversions such as `%Y%m%d-%H%M%S`, `%i` for a counter that goes on from what is
/// there, and `%%` for a percent sign.
public struct FileNaming: Sendable, Hashable {
    /// The pattern, with a counter when several files will be written.
    public let pattern: String

    /// Makes a naming.
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - severalFiles: Whether the recording writes more than one file; a pattern without a counter then gets
    ///     `-%i` before its suffix.
    public init(pattern: String, severalFiles: Bool) {
        self.pattern =
            severalFiles && !FileNaming.hasCounter(pattern)
            ? FileNaming.inserting("-%i", beforeSuffixOf: pattern) : pattern
    }

    /// Takes the next free name by creating an empty file, which no other program can then take.
    ///
    /// The corresponding C function is `open` with `O_CREAT | O_EXCL`.
    /// - Parameter now: Wall-clock time in seconds since 1970.
    /// - Returns: The path of the new, empty file.
    /// - Throws: `CaptureError` with code `.fileExists` or `.cannotCreateFile`.
    public func reserve(now: Int) throws(CaptureError) -> String {
        var taken: Taken?
        return try reserve(now: now, after: &taken)
    }

    /// The number that was taken last, and for which pattern.
    struct Taken {
        fileprivate let dated: String
        fileprivate let number: Int
    }

    /// Takes the next free name behind the one that was taken last: the directory, which may hold a hundred thousand
    /// files, is read for the first one only, and when somebody else took a name.
    func reserve(now: Int, after taken: inout Taken?) throws(CaptureError) -> String {
        let dated = FileNaming.expandDate(pattern, now: now)
        guard FileNaming.hasCounter(dated) else { return try FileNaming.create(FileNaming.plain(dated)) }
        var known = taken?.dated == dated ? taken?.number : nil
        var number = (known ?? FileNaming.highestNumber(matching: dated)) + 1
        while true {
            do {
                let path = try FileNaming.create(FileNaming.numbered(dated, number))
                taken = Taken(dated: dated, number: number)
                return path
            } catch {
                guard error.code == .fileExists else { throw error }
                number = max(number, known == nil ? 0 : FileNaming.highestNumber(matching: dated)) + 1
                known = nil
            }
        }
    }

    /// Makes sure that a file can be created, and leaves none.
    /// - Parameter now: Wall-clock time in seconds since 1970.
    /// - Throws: What `reserve` throws.
    public func tryOut(now: Int) throws(CaptureError) { unlink(try reserve(now: now)) }

    // MARK: - Names that were made

    /// How many digits a conversion makes; `%i` has three or more.
    private static let digits = [
        "%Y": 4, "%m": 2, "%d": 2, "%H": 2, "%M": 2, "%S": 2, "%y": 2, "%I": 2, "%C": 2, "%j": 3, "%u": 1,
        "%w": 1,
    ]

    /// The pattern's name without its directory; with dates and times in their parts.
    private var namePieces: [String] {
        let name = pattern.lastIndex(of: "/").map { String(pattern[pattern.index(after: $0)...]) } ?? pattern
        return FileNaming.pieces(name).flatMap { piece in
            switch piece {
            case "%F": FileNaming.pieces("%Y-%m-%d")
            case "%T": FileNaming.pieces("%H:%M:%S")
            default: [piece]
            }
        }
    }

    /// Everything up to the name, with its slash; nil when that changes from file to file.
    var directoryPrefix: String? {
        guard let slash = pattern.lastIndex(of: "/") else { return "" }
        let pieces = FileNaming.pieces(String(pattern[...slash]))
        guard pieces.allSatisfy({ !$0.hasPrefix("%") || $0 == "%%" }) else { return nil }
        return pieces.map { $0 == "%%" ? "%" : $0 }.joined()
    }

    /// Whether the names that the pattern makes can be told from all others: they differ in numbers only, and lie in
    /// one directory.
    public var canTellItsNames: Bool {
        let conversions = namePieces.filter { $0.hasPrefix("%") && $0 != "%%" }
        return directoryPrefix != nil && !conversions.isEmpty
            && conversions.allSatisfy { $0 == "%i" || FileNaming.digits[$0] != nil }
    }

    /// Whether a name, without its directory, is one that the pattern makes at some time and count.
    public func canHaveMade(_ name: String) -> Bool {
        canTellItsNames && FileNaming.matches(name[...], namePieces[...])
    }

    private static func matches(_ text: Substring, _ pieces: ArraySlice<String>) -> Bool {
        guard let piece = pieces.first else { return text.isEmpty }
        let rest = pieces.dropFirst()
        let number = text.prefix { $0.isASCII && $0.isNumber }.count
        if piece == "%i" {
            return stride(from: number, through: 3, by: -1).contains { matches(text.dropFirst($0), rest) }
        }
        if let width = digits[piece] { return number >= width && matches(text.dropFirst(width), rest) }
        let plain = piece == "%%" ? "%" : piece
        return text.hasPrefix(plain) && matches(text.dropFirst(plain.count), rest)
    }

    /// Text that is used literally in a pattern.
    public static func escaped(_ text: String) -> String {
        text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
    }

    private static func create(_ path: String) throws(CaptureError) -> String {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        if descriptor >= 0 {
            close(descriptor)
            return path
        }
        let reason = String(cString: strerror(errno))
        switch errno {
        case EEXIST:
            throw CaptureError(
                .fileExists,
                "\(path) exists already and is never overwritten",
                advice: "Choose another name, or use %i in it for a counter"
            )
        case ENOENT:
            throw CaptureError(
                .cannotCreateFile,
                "the directory of \(path) does not exist",
                advice: "Make it first, or choose another place"
            )
        case ENOSPC, EDQUOT:
            throw CaptureError(.diskFull, "no space is left for \(path)", advice: "Free some space")
        default:
            throw CaptureError(
                .cannotCreateFile,
                "\(path) cannot be created: \(reason)",
                advice: "Choose a place that you can write to"
            )
        }
    }

    // MARK: - Patterns

    /// The pieces of a pattern: plain text, and conversions with their percent sign.
    private static func pieces(_ pattern: String) -> [String] {
        var pieces: [String] = []
        var current = ""
        var iterator = pattern.makeIterator()
        while let character = iterator.next() {
            guard character == "%" else {
                current.append(character)
                continue
            }
            if !current.isEmpty { pieces.append(current) }
            current = ""
            pieces.append("%" + (iterator.next().map(String.init) ?? "%"))
        }
        if !current.isEmpty { pieces.append(current) }
        return pieces
    }

    private static func hasCounter(_ pattern: String) -> Bool { pieces(pattern).contains("%i") }

    /// Replaces the date conversions; counters and doubled percent signs stay.
    private static func expandDate(_ pattern: String, now: Int) -> String {
        var time = time_t(now)
        var parts = tm()
        localtime_r(&time, &parts)
        return pieces(pattern).map { piece in
            guard piece.hasPrefix("%"), piece != "%i", piece != "%%" else { return piece }
            var buffer = [CChar](repeating: 0, count: 128)
            let length = strftime(&buffer, buffer.count, piece, &parts)
            let text = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            return escaped(text)
        }.joined()
    }

    private static func plain(_ pattern: String) -> String {
        pieces(pattern).map { $0 == "%%" ? "%" : $0 }.joined()
    }

    private static func numbered(_ pattern: String, _ number: Int) -> String {
        let digits = String(number)
        let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        return pieces(pattern).map { $0 == "%i" ? padded : $0 == "%%" ? "%" : $0 }.joined()
    }

    private static func inserting(_ text: String, beforeSuffixOf pattern: String) -> String {
        let nameStart = pattern.lastIndex(of: "/").map { pattern.index(after: $0) } ?? pattern.startIndex
        guard let dot = pattern[nameStart...].lastIndex(of: "."), dot != nameStart else {
            return pattern + text
        }
        return String(pattern[..<dot]) + text + String(pattern[dot...])
    }

    /// A counter as it stands in a name: digits alone, and few enough to count on from.
    private static func number(in text: Substring) -> Int? {
        text.utf8.count <= 12 && text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }

    /// The highest number that a file of this pattern has; 0 when there is none.
    private static func highestNumber(matching pattern: String) -> Int {
        let parts = pieces(pattern)
        guard let position = parts.firstIndex(of: "%i") else { return 0 }
        let before = plain(parts[..<position].joined())
        let after = plain(parts[(position + 1)...].joined())
        let directoryEnd = before.lastIndex(of: "/").map { before.index(after: $0) } ?? before.startIndex
        let directory = directoryEnd == before.startIndex ? "." : String(before[..<directoryEnd])
        let prefix = before[directoryEnd...]
        guard !after.contains("/") else { return 0 }
        var highest = 0
        Directory.forEachName(in: directory) { name in
            guard name.hasPrefix(prefix), name.hasSuffix(after),
                name.utf8.count > prefix.utf8.count + after.utf8.count,
                let number = number(in: name.dropFirst(prefix.count).dropLast(after.count))
            else { return }
            highest = max(highest, number)
        }
        return highest
    }
}
