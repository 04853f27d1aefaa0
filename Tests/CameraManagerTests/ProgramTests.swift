import CameraManager
import Testing

/// Behaviour 21: programs written for Apple's systems run as they are, and the examples do what they say.
@Suite(.serialized) struct ProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(
        _ name: String,
        _ arguments: String...,
        environment: [String: String] = [:]
    ) throws -> Program.Result {
        let devices = ["GSTCAM_CAMERA": "test", "GSTCAM_MICROPHONE": "test", "HOME": folder.path]
        let others = ["TMPDIR": folder.path + "/tmp", "DISPLAY": "", "WAYLAND_DISPLAY": ""]
        try FileManager.default.createDirectory(
            atPath: folder.path + "/tmp",
            withIntermediateDirectories: true
        )
        return try Program.run(
            [try Program.built(name)] + arguments,
            environment: devices.merging(others) { $1 }.merging(environment) { $1 },
            in: folder.path
        )
    }

    @Test(.timeLimit(.minutes(15))) func theProgramWithACameraClassRecords() throws {
        let url = URL(fileURLWithPath: folder.path + "/movie.mov")
        let result = try run("CameraClassProgram", url.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines == ["Camera access granted", "Video saved to: \(url)"])
        let probe = try Probe(url.path)
        // Three seconds, less what it takes a busy machine to begin.
        #expect(probe.seconds > 0.3 && probe.seconds < 4 && probe.frames >= 9)
    }

    @Test(.timeLimit(.minutes(15))) func theProgramWithACameraClassIsRefused() throws {
        let result = try run(
            "CameraClassProgram",
            "movie.mov",
            environment: ["GSTCAM_AUTH_VIDEO": "notDetermined:deny"]
        )
        #expect(result.lines == ["Camera access denied"] && result.status == 1)
    }

    @Test(.timeLimit(.minutes(15))) func theProgramWithACameraManagerRecords() throws {
        _ = try folder.write("XDG_VIDEOS_DIR=\"$HOME/My films\"\n", to: ".config/user-dirs.dirs")
        let result = try run("CameraManagerProgram")
        #expect(result.status == 0, "\(result.errors)")
        let asked = ["Camera access granted", "Microphone access granted"]
        for line in asked + ["All permitted: true"] { #expect(result.lines.contains(line), "\(line)") }
        let later = result.lines.drop { !$0.hasPrefix("Recording failed") }
        let saved = try #require(later.first { $0.hasPrefix("Video saved at: file:///") })
        #expect(
            Array(later) == [
                "Recording failed: the recording was thrown away, since the capture session was reset",
                "Button: Stop", "Button: Record", saved, "Granted: true", "Done", "Device: Test camera",
            ]
        )
        let movie = try #require(URL(string: String(saved.dropFirst("Video saved at: ".count))))
        let probe = try Probe(movie.path)
        #expect(probe.seconds > 0.3 && probe.seconds < 4 && probe.frames >= 9 && probe.hasSound)
        let library = folder.path + "/My films/" + movie.lastPathComponent
        #expect(FileManager.default.contentsEqual(atPath: library, andPath: movie.path))
    }

    @Test(.timeLimit(.minutes(15))) func theProgramWithACameraManagerAsksFirst() throws {
        let environment = ["GSTCAM_AUTH_VIDEO": "notDetermined:grant", "GSTCAM_MICROPHONE": "none"]
        let result = try run("CameraManagerProgram", environment: environment)
        #expect(result.status == 0, "\(result.errors)")
        // The preview is in the other view, which is shown after the answers.
        #expect(result.lines.contains("Granted: false"))
        let saved = try #require(result.lines.first { $0.hasPrefix("Video saved at: file:///") })
        let movie = try #require(URL(string: String(saved.dropFirst("Video saved at: ".count))))
        #expect(try !Probe(movie.path).hasSound)
    }

    @Test(.timeLimit(.minutes(15)), arguments: ["AppleStyle", "ModernSwift"])
    func theExampleRecords(name: String) throws {
        let result = try run(name, "clip.mp4", "2")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines.last?.hasPrefix("Saved ") == true)
        let probe = try Probe(folder.path + "/clip.mp4")
        #expect(abs(probe.seconds - 2) < 1 && probe.hasSound)
        // It refuses to overwrite, and says so.
        let again = try run(name, "clip.mp4", "2")
        #expect(again.status == 1)
        #expect(again.errors.contains("exists already"), "\(again.errors)")
    }

    @Test(.timeLimit(.minutes(15)), arguments: ["AppleStyle", "ModernSwift"])
    func theExampleSaysHowItIsUsed(name: String) throws {
        let result = try run(name)
        #expect(result.status == 1)
        #expect(result.errors == "\(name): usage: \(name) FILE [SECONDS]\n")
    }

    @Test func theExamplesAreShort() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/Examples").standardizedFileURL
        for name in ["AppleStyle", "ModernSwift"] {
            let file = root.appendingPathComponent("\(name)/\(name).swift")
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            #expect(lines.count < 80, "\(name)")
        }
    }
}
