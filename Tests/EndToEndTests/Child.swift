import Foundation
import Glibc
import Testing

/// A program that a test runs, with what it says.
///
/// Foundation's `Process` hands the caller's signal mask down, and threads of Dispatch block SIGINT; the programs
/// under test must be stopped by exactly that signal, so they are spawned with an empty mask.
struct Child {
    struct Result {
        let status: Int32
        let output: String
        let errors: String

        /// The JSON objects on standard output.
        var events: [[String: Any]] {
            output.split(separator: "\n").compactMap {
                try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }

        func events(_ name: String) -> [[String: Any]] { events.filter { $0["event"] as? String == name } }

        func expectSuccess(_ place: SourceLocation = #_sourceLocation) {
            #expect(status == 0, "\(errors)", sourceLocation: place)
        }
    }

    struct Failure: Error { let message: String }

    private let identifier: pid_t
    private let outputPath: String
    private let errorPath: String

    /// Starts a program that is found on the path or given by one.
    init(_ words: [String], in directory: String, environment: [String: String] = [:]) throws {
        let name = UUID().uuidString
        outputPath = NSTemporaryDirectory() + "/\(name).out"
        errorPath = NSTemporaryDirectory() + "/\(name).err"
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
        // env changes the directory and becomes the program, so a signal reaches the right process.
        let command = ["env", "-C", directory] + words
        let arguments = (command.map { strdup($0) } + [nil])
        let environ = (variables.map { strdup($0) } + [nil])
        defer { (arguments + environ).forEach { free($0) } }
        var identifier: pid_t = 0
        let failure = posix_spawnp(&identifier, command[0], &actions, &attributes, arguments, environ)
        guard failure == 0 else {
            throw Failure(message: "\(words[0]): \(String(cString: strerror(failure)))")
        }
        self.identifier = identifier
    }

    func signal(_ number: Int32) { kill(identifier, number) }

    /// What it has printed so far.
    var output: String { text(outputPath) }

    /// Waits until it has printed this.
    func waitFor(_ text: String, times: Int = 1, seconds: Double = 60) throws {
        let deadline = Date().addingTimeInterval(seconds)
        while output.components(separatedBy: text).count <= times {
            guard Date() < deadline else { throw Failure(message: "it did not print \(text): \(output)") }
            usleep(10_000)
        }
    }

    /// Waits for the end; a program that takes longer than two minutes is killed.
    func wait(seconds: Double = 120) -> Result {
        var status: Int32 = 0
        let deadline = Date().addingTimeInterval(seconds)
        while waitpid(identifier, &status, WNOHANG) == 0 {
            if Date() > deadline { kill(identifier, SIGKILL) }
            usleep(10_000)
        }
        defer {
            unlink(outputPath)
            unlink(errorPath)
        }
        let code = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
        return Result(status: code, output: text(outputPath), errors: text(errorPath))
    }

    private func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }

    /// Runs a program to its end.
    static func run(
        _ words: [String],
        in directory: String,
        environment: [String: String] = [:]
    ) throws -> Result {
        try Child(words, in: directory, environment: environment).wait()
    }
}
