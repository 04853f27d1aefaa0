import Foundation

/// A folder that is gone when nobody uses it any more.
final class TemporaryFolder: Sendable {
    let path: String

    /// Memory is preferred: thousands of files are made, and each is forced onto the disk.
    init() throws {
        let memory = "/dev/shm"
        let parent = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
        path = parent + "/movie-file-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// A movie file of some bytes.
final class TemporaryFile: Sendable {
    private let folder: TemporaryFolder
    let path: String

    init(_ bytes: [UInt8], name: String = "movie.mp4") throws {
        folder = try TemporaryFolder()
        path = folder.path + "/" + name
        try write(bytes)
    }

    func write(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    var bytes: [UInt8] {
        get throws { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }
    }

    var atoms: Atoms {
        get throws { Atoms(try bytes) }
    }
}

/// What a command printed and how it ended.
struct CommandResult {
    let output: String
    let status: Int32
}

/// Runs a command that is searched in `PATH`.
@discardableResult
func run(_ command: String...) throws -> CommandResult { try run(command) }

/// The same, for words that were put together.
func run(_ command: [String]) throws -> CommandResult {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return CommandResult(output: String(decoding: data, as: UTF8.self), status: process.terminationStatus)
}
