import Foundation
import Testing

/// The packets that ffmpeg finds in files: for each, by kind of stream, their sizes and checksums in order.
enum Packets {
    /// Files that one command reads, since most of its time goes into starting.
    private static let groupSize = 25

    /// Reads many files; one that cannot be opened has no packets.
    static func list(_ paths: [String]) throws -> [[String: [String]]] {
        try groups(paths).flatMap { group in
            let lists = group.map { $0 + ".packets" }
            let inputs = group.flatMap { ["-i", $0] }
            let outputs = zip(group.indices, lists).flatMap { index, list in
                ["-map", "\(index - group.startIndex)", "-c", "copy", "-f", "framecrc", "-y", list]
            }
            let result = try run(["ffmpeg", "-v", "quiet", "-nostdin"] + inputs + outputs)
            if result.status != 0, group.count > 1 { return try halves(group).flatMap(list) }
            return lists.map { parse((try? String(contentsOfFile: $0, encoding: .utf8)) ?? "") }
        }
    }

    /// The files that do not decode without a complaint, with the first lines of that.
    static func undecodable(_ paths: [String]) throws -> [String] {
        try groups(paths).flatMap { group -> [String] in
            let inputs = group.flatMap { ["-i", $0] }
            let maps = group.indices.flatMap { ["-map", "\($0 - group.startIndex)"] }
            let words = ["ffmpeg", "-v", "error", "-xerror", "-nostdin", "-threads", "1"] + inputs + maps
            let result = try run(words + ["-f", "null", "-"])
            if result.status == 0, result.output.isEmpty { return [] }
            guard group.count == 1, let path = group.first else {
                return try halves(group).flatMap(undecodable)
            }
            return ["\(path): status \(result.status), \(result.output.prefix(300))"]
        }
    }

    private static func groups(_ paths: [String]) -> [ArraySlice<String>] {
        stride(from: 0, to: paths.count, by: groupSize).map { paths[$0..<min($0 + groupSize, paths.count)] }
    }

    /// A command that fails does not say for which file.
    private static func halves(_ group: ArraySlice<String>) -> [[String]] {
        let half = group.startIndex + group.count / 2
        return [Array(group[..<half]), Array(group[half...])]
    }

    /// Lines such as `0, 0, 0, 512, 5907, 0x1234abcd`: stream, times, size, checksum.
    private static func parse(_ text: String) -> [String: [String]] {
        var kinds: [Substring: String] = [:]
        var packets: [String: [String]] = [:]
        for line in text.split(separator: "\n") {
            if line.hasPrefix("#media_type ") {
                let words = line.dropFirst("#media_type ".count).split(separator: ":")
                kinds[words[0]] = String(words[1].drop { $0 == " " })
            } else if line.first != "#" {
                let fields = line.split(separator: ",").map { $0.drop { $0 == " " } }
                guard fields.count >= 6, let kind = kinds[fields[0]] else { continue }
                packets[kind, default: []].append("\(fields[4]) \(fields[5])")
            }
        }
        return packets
    }
}
