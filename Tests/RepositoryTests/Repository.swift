import Foundation
import Testing

/// The files of this repository, as texts.
enum Repository {
    struct File: Sendable {
        /// The path below the root.
        let path: String
        let text: String

        var lines: [String] { text.components(separatedBy: "\n") }
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../..").standardizedFileURL.path

    static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    static func names(in directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(directory)").sorted()
    }

    /// All text files below a directory; links are not followed.
    static func files(below directory: String) throws -> [File] {
        let whole = "\(root)/\(directory)"
        let paths = FileManager.default.enumerator(atPath: whole)?.compactMap { $0 as? String } ?? []
        try #require(!paths.isEmpty, "\(directory) is empty")
        return paths.sorted().compactMap { path in
            guard let text = try? String(contentsOfFile: "\(whole)/\(path)", encoding: .utf8) else {
                return nil
            }
            return File(path: "\(directory)/\(path)", text: text)
        }
    }

    static func swiftFiles(below directory: String) throws -> [File] {
        try files(below: directory).filter { $0.path.hasSuffix(".swift") }
    }
}

/// The parts of a Markdown text that this package's tests look at.
struct Markdown {
    let text: String

    /// The lines of all fenced blocks in a language.
    func code(_ language: String) -> [String] {
        var lines: [String] = []
        var inside = false
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("```") {
                inside = line == "```\(language)"
            } else if inside {
                lines.append(line)
            }
        }
        return lines
    }

    /// The words between single backquotes outside fenced blocks.
    var spans: [String] {
        var found: [String] = []
        var fenced = false
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("```") { fenced.toggle() }
            guard !fenced, !line.hasPrefix("```") else { continue }
            let parts = line.components(separatedBy: "`")
            found += parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        }
        return found
    }

    /// The cells of each table row whose first cell is in backquotes, or is a number.
    var rows: [[String]] {
        text.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }.map { line in
            line.dropFirst().dropLast().components(separatedBy: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
    }
}
