import Foundation
import Testing

@testable import CameraCapture

/// Work for the main queue runs on the main thread, in a program of its own, since tests never have theirs.
@Suite(.serialized) struct MainLoopTests {
    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../..").standardizedFileURL.path
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func run(_ words: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    /// The compiler that belongs to the runtime of these tests; it need not be on the path.
    private func compiler() throws -> String {
        let library = "/lib/swift/linux/libswiftCore.so"
        let maps = try #require(Directory.text(of: "/proc/self/maps"))
        let line = try #require(maps.split(separator: "\n").first { $0.hasSuffix(library) })
        let path = line.drop { $0 != "/" }.dropLast(library.count)
        return "\(path)/bin/swiftc"
    }

    /// Compiles the program against the modules that these tests were built with.
    private func program() throws -> String {
        let tests = try #require(try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let build = URL(fileURLWithPath: tests).deletingLastPathComponent().path
        let list = try String(contentsOfFile: "\(build)/gstcam.product/Objects.LinkFileList", encoding: .utf8)
        let objects = list.split(separator: "\n").map { $0.trimmingCharacters(in: ["'"]) }
            .filter { !$0.contains("/gstcam.build/") }
        let headers = try run(["pkg-config", "--cflags-only-I", "gstreamer-video-1.0"]).output
        let libraries = try run(["pkg-config", "--libs", "gstreamer-video-1.0"]).output
        func words(_ text: String) -> [String] { text.split { $0.isWhitespace }.map(String.init) }
        let path = "\(directory.path)/program"
        let result = try run(
            [
                try compiler(), "-parse-as-library", "-swift-version", "6", "-I", "\(build)/Modules",
                "-Xcc", "-fmodule-map-file=\(root)/Sources/CGStreamer/module.modulemap",
            ] + words(headers).flatMap { ["-Xcc", $0] }
                + ["\(root)/Tests/MainLoopProgram/MainLoopProgram.swift", "-o", path] + objects
                + words(libraries)
        )
        try #require(result.status == 0, "\(result.output)")
        return path
    }

    @Test(.timeLimit(.minutes(15))) func theMainQueueRunsOnTheMainThread() throws {
        let program = try program()
        for way in ["attach", "run"] {
            let result = try run(["timeout", "100", program, way])
            #expect(result.status == 0, "\(way)")
            #expect(
                result.output.split(separator: "\n") == [
                    // Attached, attached before, and on another thread.
                    way == "attach" ? "attached [true, true, false]" : "attached []",
                    "async true", "asyncAfter true", "MainActor true", "MainActor again true", "sync 500500",
                ]
            )
        }
    }
}
