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
        #expect(result.errors.contains("a.mp4 is not an MP4, MOV, MKV, WebM or TS file"))
        #expect(result.errors.contains("missing.mp4 cannot be opened: No such file or directory"))
        #expect(workspace.data("a.mp4") == text)
    }

    /// A file-size limit refuses the index as a full disk does; the trap keeps its signal from ending the command.
    @Test(.timeLimit(.minutes(15)), arguments: ["mp4", "mkv"])
    func aFullDiskLeavesTheFileAsItWas(suffix: String) throws {
        let name = try killed(suffix)
        let before = workspace.data(name)
        // A little may be written, so that the index is begun and does not fit; and nothing, so that a copy does not.
        for (blocks, options) in [(before.count / 1024, []), (before.count / 2048, ["--keep"])] {
            let command = "trap '' XFSZ; ulimit -f \(blocks); exec \"$@\""
            let words = ["bash", "-c", command, "bash", Workspace.command, "recover"] + options + [name]
            let result = try Child.run(words, in: workspace.path)
            #expect(result.status == 74)
            #expect(result.errors.contains("cannot be written"), "\(result.errors)")
            #expect(workspace.data(name) == before)
            #expect(workspace.files == [name])
        }
        #expect(try workspace.gstcam("recover", name).status == 0)
    }

    @Test(.timeLimit(.minutes(15))) func theOriginalIsKeptAndNothingOverwritten() throws {
        let name = try killed("mkv")
        let before = workspace.data(name)
        workspace.write(Data("mine".utf8), to: name + ".interrupted")
        let refused = try workspace.gstcam("recover", "--keep", name)
        #expect(refused.status == 73)
        #expect(refused.errors.contains("a.mkv.interrupted exists already"), "\(refused.errors)")
        #expect(workspace.data(name) == before)
        #expect(workspace.data(name + ".interrupted") == Data("mine".utf8))
        try FileManager.default.removeItem(atPath: workspace.path + "/\(name).interrupted")

        let result = try workspace.gstcam("recover", "--keep", "--json", name)
        let line = try #require(result.events.first)
        #expect(result.status == 0)
        #expect(line["recovered"] as? Bool == true)
        #expect(line["original"] as? String == name + ".interrupted")
        #expect(workspace.data(name + ".interrupted") == before)
        #expect(try Probe(name, in: workspace).video.frames == line["frames"] as? Int)
        // A sound file is not changed, so there is nothing to keep.
        let again = try workspace.gstcam("recover", "--keep", "--json", name)
        #expect(again.events.first?["recovered"] as? Bool == false)
        #expect(again.events.first?["original"] == nil)
    }

    @Test(.timeLimit(.minutes(15)), arguments: ["mp4", "mkv", "ts"])
    func aFileThatIsBeingWrittenIsRefused(suffix: String) throws {
        let name = "a.\(suffix)"
        let child = try workspace.start("record", "-d", "test", "-s", "320x240", "-q", name)
        while workspace.data(name).count < 50_000 { usleep(10_000) }
        let result = try workspace.gstcam("recover", name)
        #expect(result.status == 75)
        #expect(result.errors.contains("\(name) is still being written; stop the recording first"))
        child.signal(SIGINT)
        #expect(child.wait().status == 0)
        #expect(try workspace.gstcam("recover", name).output.contains("sound already"))
        try Probe.expectSound(name, in: workspace)
    }

    private func killed(_ suffix: String) throws -> String {
        let child = try workspace.start("record", "-d", "test", "-s", "320x240", "-q", "a.\(suffix)")
        usleep(3_000_000)
        child.signal(SIGKILL)
        _ = child.wait(seconds: 10)
        return "a.\(suffix)"
    }
}
