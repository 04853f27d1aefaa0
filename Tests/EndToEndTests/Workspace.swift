import Foundation
import Testing

/// A directory for one test, gone afterwards, and the command in it.
final class Workspace {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/gstcam-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The release command: `GSTCAM_BINARY`, else the one that was built beside the tests.
    static let command: String = {
        if let given = ProcessInfo.processInfo.environment["GSTCAM_BINARY"] { return given }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.appendingPathComponent(".build/debug/gstcam").path
    }()

    func start(_ arguments: String...) throws -> Child {
        try Child([Workspace.command] + arguments, in: path)
    }

    func gstcam(_ arguments: String...) throws -> Child.Result {
        try Child.run([Workspace.command] + arguments, in: path)
    }

    /// Runs another program in the directory and returns what it prints; its failure is the test's.
    func tool(_ words: String...) throws -> Child.Result {
        let result = try Child.run(words, in: path)
        try #require(result.status == 0, "\(words[0]): \(result.errors)")
        return result
    }

    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func data(_ name: String) -> Data { FileManager.default.contents(atPath: path + "/" + name) ?? Data() }

    func write(_ data: Data, to name: String) {
        _ = FileManager.default.createFile(atPath: path + "/" + name, contents: data)
    }
}
