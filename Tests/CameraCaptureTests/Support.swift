import CameraCapture
import Foundation
import Synchronization
import Testing

/// A directory that goes away with its last user.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("gstcam-tests-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

/// The judges from outside.
enum FFmpeg {
    static func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "ffmpeg \(arguments.joined(separator: " "))")
    }
}

/// The pictures of a file, as grey values.
struct GreyPictures {
    let width: Int
    let height: Int
    private let bytes: [UInt8]

    init(of path: String, width: Int, height: Int) throws {
        let raw = path + ".grey"
        defer { try? FileManager.default.removeItem(atPath: raw) }
        try FFmpeg.run(["-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "gray", raw])
        bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
        (self.width, self.height) = (width, height)
    }

    var count: Int { bytes.count / (width * height) }

    func value(picture: Int, x: Int, y: Int) -> UInt8 { bytes[(picture * height + y) * width + x] }

    /// The test camera's number: 32 squares in two rows in the lowest eighth, the highest bit first.
    func number(of picture: Int) -> Int {
        (0..<32).reduce(0) { number, bit in
            let x = width * (2 * (bit % 16) + 1) / 32
            let y = height - height / 8 + height / 8 * (2 * (bit / 16) + 1) / 4
            return number * 2 + (value(picture: picture, x: x, y: y) > 128 ? 1 : 0)
        }
    }

    var numbers: [Int] { (0..<count).map { number(of: $0) } }
}

/// Keeps the events of one recording and waits for its end.
final class EventLog: Sendable {
    private let events = Mutex<[RecordingEvent]>([])
    private let stream: AsyncStream<RecordingResult>
    private let continuation: AsyncStream<RecordingResult>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func add(_ event: RecordingEvent) {
        events.withLock { $0.append(event) }
        if case .finished(let result) = event { continuation.yield(result) }
    }

    /// The recording's end; a test's time limit ends the wait for one that never comes.
    func result() async throws -> RecordingResult {
        var iterator = stream.makeAsyncIterator()
        return try #require(await iterator.next())
    }

    var finishes: Int {
        events.withLock { $0.count { if case .finished = $0 { true } else { false } } }
    }

    var reports: [FileReport] {
        events.withLock { $0.compactMap { if case .fileFinished(let report) = $0 { report } else { nil } } }
    }

    var starts: Int {
        events.withLock { $0.count { if case .started = $0 { true } else { false } } }
    }
}

/// What ffprobe says about a file.
enum FFprobe {
    static func run(_ arguments: [String]) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["ffprobe", "-v", "error"] + arguments
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    static func pictureTimes(of path: String) throws -> [Double] {
        try run(["-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path])
            .split(separator: "\n").compactMap { Double($0.filter { $0 != "," }) }.sorted()
    }

    static func tag(_ name: String, of path: String) throws -> String {
        try run(["-show_entries", "format_tags=\(name)", "-of", "default=nw=1:nk=1", path])
    }
}

/// The left channel of a file's sound, decoded.
struct Sound {
    static let rate = 48_000.0
    let samples: [Int16]

    init(of path: String) throws {
        let raw = path + ".s16"
        defer { try? FileManager.default.removeItem(atPath: raw) }
        try FFmpeg.run(["-i", path, "-vn", "-af", "pan=mono|c0=c0", "-f", "s16le", raw])
        samples = try Data(contentsOf: URL(fileURLWithPath: raw)).withUnsafeBytes {
            Array($0.bindMemory(to: Int16.self))
        }
    }

    var seconds: Double { Double(samples.count) / Sound.rate }

    /// Where the test microphone's ticks begin, in seconds.
    var ticks: [Double] {
        var ticks: [Double] = []
        for (index, sample) in samples.enumerated() where abs(Int(sample)) > 2000 {
            let time = Double(index) / Sound.rate
            if time - (ticks.last ?? -1) > 0.2 { ticks.append(time) }
        }
        return ticks
    }
}
