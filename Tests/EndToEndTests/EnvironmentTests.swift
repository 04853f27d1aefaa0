import Foundation
import Testing

/// Devices that the environment names are taken where nobody asks for others.
@Suite struct EnvironmentTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func record(_ arguments: String..., environment: [String: String]) throws -> Child.Result {
        let limits = ["-s", "320x180", "-D", "1s", "--json"]
        return try Child.run(
            [Workspace.command, "record"] + limits + arguments,
            in: workspace.path,
            environment: environment
        )
    }

    @Test(.timeLimit(.minutes(15))) func theNamedCameraIsTaken() throws {
        let result = try record("a.mp4", environment: ["GSTCAM_CAMERA": "test"])
        #expect(result.status == 0, "\(result.errors)")
        let started = try #require(result.events("started").first)
        #expect(started["device"] as? String == "test")
        #expect(started["microphone"] as? String == "test")
        #expect(try Probe("a.mp4", in: workspace).video.frames == 30)
    }

    @Test(.timeLimit(.minutes(15))) func noneIsNoMicrophone() throws {
        let result = try record("-d", "test", "a.mkv", environment: ["GSTCAM_MICROPHONE": "none"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try Probe("a.mkv", in: workspace).audio == nil)
        // What is asked for counts more.
        let environment = ["GSTCAM_MICROPHONE": "none", "GSTCAM_CAMERA": "nonsense"]
        let asked = try record("-d", "test", "-a", "test", "b.mkv", environment: environment)
        #expect(asked.status == 0, "\(asked.errors)")
        #expect(try Probe("b.mkv", in: workspace).audio != nil)
    }

    @Test(.timeLimit(.minutes(15))) func aPlayedFileIsACameraWithItsOwnSound() throws {
        _ = try record("-d", "test", "a.mkv", environment: [:])
        let environment = ["GSTCAM_CAMERA": "file:a.mkv", "GSTCAM_MICROPHONE": "test"]
        let result = try record("b.mkv", environment: environment)
        #expect(result.status == 0, "\(result.errors)")
        let started = try #require(result.events("started").first)
        #expect(started["device"] as? String == "file:a.mkv")
        #expect(started["microphone"] as? String == "file:a.mkv")
    }

    @Test(.timeLimit(.minutes(15))) func whatIsNotThereIsSaidWithItsVariable() throws {
        let camera = try record("a.mp4", environment: ["GSTCAM_CAMERA": "nonsense"])
        #expect(camera.status == 66)
        #expect(camera.errors.hasPrefix("gstcam: GSTCAM_CAMERA: no camera answers to \"nonsense\". There "))
        let microphone = try record("-d", "test", "a.mp4", environment: ["GSTCAM_MICROPHONE": "nonsense"])
        #expect(microphone.status == 66)
        #expect(
            microphone.errors.hasPrefix("gstcam: GSTCAM_MICROPHONE: no microphone answers to \"nonsense\". ")
        )
        #expect(workspace.files.isEmpty)
    }
}
