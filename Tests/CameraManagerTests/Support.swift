import CameraManager
import Synchronization
import Testing

/// A directory that goes away with its last user.
final class TemporaryFolder: Sendable {
    let path: String

    init(in parent: String = NSTemporaryDirectory()) throws {
        path = URL(fileURLWithPath: parent).appendingPathComponent("gstcam-tests-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

    /// The names in the directory and in those in it.
    var names: [String] { (FileManager.default.subpaths(atPath: path) ?? []).sorted() }

    func write(_ text: String, to name: String) throws -> URL {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        return file
    }

    func text(_ name: String) -> String? {
        try? String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
    }
}

/// How one recording ended.
struct End: Sendable {
    let url: URL?
    let error: AVError?
    let isOnQueue: Bool
}

/// Hears of the ends of recordings.
final class Ends: RecordingDelegate, Sendable {
    let queue = DispatchQueue(label: "ends")
    private let mark = DispatchSpecificKey<Bool>()
    private let ends = Mutex<[End]>([])
    private let stream: AsyncStream<End>
    private let continuation: AsyncStream<End>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
        queue.setSpecific(key: mark, value: true)
    }

    func finishRecording(_ videoURL: URL?, _ err: (any Error)?) {
        let end = End(
            url: videoURL,
            error: err as? AVError,
            isOnQueue: DispatchQueue.getSpecific(key: mark) == true
        )
        ends.withLock { $0.append(end) }
        #expect((videoURL == nil) != (err == nil), "exactly one of the two tells something")
        continuation.yield(end)
    }

    var count: Int { ends.withLock { $0.count } }

    /// The next end; a test's time limit ends the wait for one that never comes.
    func next() async throws -> End {
        var iterator = stream.makeAsyncIterator()
        return try #require(await iterator.next())
    }
}

/// A manager with the test devices, and what hears of it.
struct Bench {
    let folder: TemporaryFolder
    let ends = Ends()
    let manager: CameraManager

    init(_ adjust: (inout CameraManager.Configuration) throws -> Void = { _ in }) throws {
        folder = try TemporaryFolder()
        var configuration = CameraManager.Configuration()
        configuration.preset = .vga640x480
        configuration.device = AVCaptureDevice(uniqueID: "test")
        configuration.microphoneDevice = AVCaptureDevice(uniqueID: "test-microphone")
        configuration.temporaryDirectory = folder.url
        configuration.libraryDirectory = folder.url.appendingPathComponent("library")
        try adjust(&configuration)
        manager = CameraManager(configuration: configuration)
        manager.callbackQueue = ends.queue
        manager.delegate = ends
    }

    var output: AVCaptureMovieFileOutput? {
        manager.captureSession?.outputs.lazy.compactMap { $0 as? AVCaptureMovieFileOutput }.first
    }

    /// Waits until something is so; a test's time limit ends the wait for what never comes.
    func until(_ condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// Waits until so much is recorded; a recording that ends before is the test's failure.
    func recorded(_ seconds: Double) async throws {
        let before = ends.count
        try await until { ends.count > before || (output?.recordedDuration.seconds ?? 0) >= seconds }
        try #require(ends.count == before, "\(String(describing: manager.lastStopReason))")
    }

    /// Waits until everything that was asked of the manager before is done: its answers come in order.
    func stopAndSettle() async throws {
        manager.stopRecording()
        try await until { !(manager.captureSession?.isRunning ?? false) }
    }
}

/// What ffprobe finds in a file: an opinion that is not ours.
struct Probe {
    let seconds: Double
    let frames: Int
    let hasSound: Bool

    init(_ path: String) throws {
        let result = try Program.run([
            "ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json", path,
        ])
        try #require(result.status == 0, "\(path): \(result.errors)")
        struct Stream: Decodable {
            let codec_type: String
            let duration: String?
            let nb_read_frames: String?
        }
        struct Output: Decodable { let streams: [Stream] }
        let streams = try JSONDecoder().decode(Output.self, from: Data(result.output.utf8)).streams
        let video = try #require(streams.first { $0.codec_type == "video" })
        seconds = video.duration.flatMap { Double($0) } ?? .nan
        frames = video.nb_read_frames.flatMap { Int($0) } ?? 0
        hasSound = streams.contains { $0.codec_type == "audio" }
    }
}

/// Another program, with what it says.
enum Program {
    struct Result {
        let status: Int32
        let output: String
        let errors: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// Runs a program that is found on the path to its end, which a time limit brings about if need be.
    static func run(
        _ words: [String],
        environment: [String: String] = [:],
        in directory: String? = nil
    ) throws -> Result {
        let process = Process()
        let folder = try TemporaryFolder()
        let (output, errors) = (
            folder.url.appendingPathComponent("out"), folder.url.appendingPathComponent("err")
        )
        for file in [output, errors] { try Data().write(to: file) }
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["timeout", "300"] + words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus,
            output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8)
        )
    }

    /// The path of a program that was built with these tests, beside them.
    static func built(_ name: String) throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name).path
    }
}
