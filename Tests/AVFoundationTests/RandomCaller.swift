import Synchronization

@testable import AVFoundation

/// A small generator whose numbers are the same on every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// True once in so many times.
    mutating func oneIn(_ number: Int) -> Bool { Int.random(in: 0..<number, using: &self) == 0 }
}

/// Two sessions and everything that can be put into them, for calls from any thread.
final class Playground: Sendable {
    let directory: TemporaryDirectory
    let sessions = [AVCaptureSession(), AVCaptureSession()]
    private let sharedInputs: Shared<[AVCaptureDeviceInput]>
    private let sharedOutputs = Shared([AVCaptureMovieFileOutput(), AVCaptureMovieFileOutput()])
    private let silent = Shared(SilentOutput())
    /// Connections that somebody held on to.
    private let connections = Mutex<[AVCaptureConnection]>([])
    private let state = Mutex((names: 0, left: 0))
    /// Where delegates are called, one and several at a time.
    let queues = [
        DispatchQueue(label: "random.1"), DispatchQueue(label: "random.2", attributes: .concurrent),
    ]

    /// - Parameter recordings: How many starts may succeed; all others are refused in one way or another.
    /// - Throws: When there are no test devices.
    init(recordings: Int) throws {
        directory = try TemporaryDirectory()
        let devices = try ["test", "test-microphone", "test", "test-microphone"].compactMap {
            try AVCaptureDevice(uniqueID: $0).map { try AVCaptureDeviceInput(device: $0) }
        }
        sharedInputs = Shared(devices)
        state.withLock { $0.left = recordings }
        putInOrder()
    }

    /// Gives each session what belongs to it, where something is missing, and starts it.
    func putInOrder() {
        for (number, session) in sessions.enumerated() {
            let (own, output) = (inputs[2 * number...2 * number + 1], outputs[number])
            session.beginConfiguration()
            session.sessionPreset = .qvga320x240
            if output.session !== session || output.activeConnection(with: .video) == nil {
                for session in sessions {
                    for input in own { session.removeInput(input) }
                    session.removeOutput(output)
                }
                for input in session.inputs { session.removeInput(input) }
                for other in session.outputs { session.removeOutput(other) }
                for input in own { session.addInput(input) }
                session.addOutput(output)
                for connection in output.connections { connection.isEnabled = true }
            }
            session.commitConfiguration()
            session.startRunning()
        }
    }

    var inputs: [AVCaptureDeviceInput] { sharedInputs.value }
    var outputs: [AVCaptureMovieFileOutput] { sharedOutputs.value }
    var allOutputs: [AVCaptureOutput] { outputs + [silent.value] }

    /// A new name, of a kind that a start accepts, or one that it refuses.
    /// - Parameters:
    ///   - isRunning: Whether the start would succeed, and counts.
    ///   - random: What decides.
    /// - Returns: The name.
    func url(_ isRunning: Bool, _ random: inout SeededRandom) -> URL {
        let kind = Int.random(in: 0..<10, using: &random)
        let (number, mayRecord) = state.withLock { state in
            state.names += 1
            if kind < 8, state.left > 0 || !isRunning {
                state.left -= isRunning ? 1 : 0
                return (state.names, true)
            }
            return (state.names, false)
        }
        guard !mayRecord else { return directory.url("\(number).\(["mov", "mp4", "mkv", ""][kind % 4])") }
        switch kind % 3 {
        case 0: return directory.url("nowhere/\(number).mov")
        case 1: return URL(string: "https://example.org/\(number).mov") ?? directory.url("\(number)/no.mov")
        default:
            let url = directory.url("there-\(number).mov")
            _ = FileManager.default.createFile(atPath: url.path, contents: Data("mine".utf8))
            return url
        }
    }

    func keep(_ connection: AVCaptureConnection) {
        connections.withLock { connections in
            connections.append(connection)
            if connections.count > 8 { connections.removeFirst() }
        }
    }

    func connection(_ random: inout SeededRandom) -> AVCaptureConnection? {
        connections.withLock { $0 }.randomElement(using: &random)
    }
}
