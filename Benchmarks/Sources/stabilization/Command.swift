import Foundation

/// Runs programs and adds up the processor time they take.
struct Command {
    let arguments: [String]
    var input: URL?
    var output: URL?

    /// Whether a program can be found.
    static func exists(_ name: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
        }
    }

    /// Runs the program to its end.
    ///
    /// - Returns: Processor seconds it took.
    @discardableResult
    func run() throws -> Double {
        let before = Command.childrenTime()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let errors = Pipe()
        process.standardError = errors
        process.standardInput = try input.map(FileHandle.init(forReadingFrom:)) ?? FileHandle.nullDevice
        if let output {
            try Data().write(to: output)
            process.standardOutput = try FileHandle(forWritingTo: output)
        } else {
            process.standardOutput = FileHandle.nullDevice
        }
        try process.run()
        let text = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let last = String(decoding: text.suffix(600), as: UTF8.self)
            throw BenchmarkError(description: "\(arguments.joined(separator: " ")) failed: \(last)")
        }
        return Command.childrenTime() - before
    }

    /// Processor seconds of all programs that have ended.
    private static func childrenTime() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}
