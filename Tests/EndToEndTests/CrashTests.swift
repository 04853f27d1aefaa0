import Foundation
import Testing

@Suite struct CrashTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test(.timeLimit(.minutes(15)), arguments: ["mp4", "mov"])
    func aKilledRecordingLosesLittleAndBecomesOrdinary(suffix: String) throws {
        let child = try workspace.start("record", "-d", "test", "-s", "640x360", "-q", "a.\(suffix)")
        usleep(6_000_000)
        child.signal(SIGKILL)
        _ = child.wait(seconds: 10)
        let killed = try Probe("a.\(suffix)", in: workspace)
        #expect(killed.video.frames >= 135)
        let before = try (
            Probe.digest("a.\(suffix)", "v", in: workspace), Probe.digest("a.\(suffix)", "a", in: workspace)
        )
        let recovered = try workspace.gstcam("recover", "a.\(suffix)")
        #expect(recovered.status == 0, "\(recovered.errors)")
        let after = try (
            Probe.digest("a.\(suffix)", "v", in: workspace), Probe.digest("a.\(suffix)", "a", in: workspace)
        )
        #expect(before == after)
        #expect(try Probe("a.\(suffix)", in: workspace).video.frames == killed.video.frames)
        try Probe.expectSound("a.\(suffix)", in: workspace)
        #expect(!Probe.boxes("a.\(suffix)", in: workspace).contains("moof"))
    }

    @Test(.timeLimit(.minutes(15))) func recoveringASoundFileChangesNothing() throws {
        _ = try workspace.gstcam("record", "-d", "test", "-s", "320x240", "-D", "1s", "a.mp4")
        let before = workspace.data("a.mp4")
        let result = try workspace.gstcam("recover", "a.mp4")
        #expect(result.status == 0)
        #expect(result.output.contains("sound already"))
        #expect(workspace.data("a.mp4") == before)
    }

    @Test(.timeLimit(.minutes(15))) func recoveringWhatIsNoMovieSaysSoAndChangesNothing() throws {
        let text = Data("This is no movie at all, but a text.".utf8)
        workspace.write(text, to: "a.mp4")
        let result = try workspace.gstcam("recover", "a.mp4", "missing.mp4")
        #expect(result.status == 65)
        #expect(result.errors.contains("a.mp4 is not an MP4 or MOV file"))
        #expect(result.errors.contains("missing.mp4 cannot be opened: No such file or directory"))
        #expect(workspace.data("a.mp4") == text)
    }

    /// A file-size limit refuses the index as a full disk does; the trap keeps its signal from ending the command.
    @Test(.timeLimit(.minutes(15))) func aFullDiskLeavesTheFragmentsAsTheyWere() throws {
        let child = try workspace.start("record", "-d", "test", "-s", "320x240", "-q", "a.mp4")
        usleep(3_000_000)
        child.signal(SIGKILL)
        _ = child.wait(seconds: 10)
        let before = workspace.data("a.mp4")
        let blocks = before.count / 1024 + 1
        let result = try Child.run(
            [
                "bash", "-c", "trap '' XFSZ; ulimit -f \(blocks); exec \"$0\" recover a.mp4",
                Workspace.command,
            ],
            in: workspace.path
        )
        #expect(result.status == 65)
        #expect(result.errors.contains("The index of a.mp4 cannot be written"), "\(result.errors)")
        #expect(workspace.data("a.mp4") == before)
        #expect(try workspace.gstcam("recover", "a.mp4").status == 0)
    }
}
