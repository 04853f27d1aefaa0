import Foundation
import Testing

/// What cannot be done is refused in one sentence with its own exit code, and touches nothing.
@Suite struct RefusalTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// A signal while a camera is waited for ends nothing without a word.
    @Test(.timeLimit(.minutes(15))) func waitingForACameraCanBeEnded() throws {
        let child = try workspace.start(
            "record",
            "-d",
            "/dev/video99",
            "--wait-device",
            "1m",
            "--json",
            "a.mp4"
        )
        try child.waitFor("no-camera")
        child.signal(SIGUSR1)
        usleep(500_000)
        let before = Date()
        child.signal(SIGTERM)
        let result = child.wait()
        #expect(Date().timeIntervalSince(before) < 5)
        #expect(result.status == 66, "\(result.errors)")
        #expect(result.events("finished").count == 1)
        #expect(result.events("finished").first?["playable"] as? Bool == false)
        #expect(workspace.files.isEmpty)
    }

    @Test(.timeLimit(.minutes(15))) func anExistingFileIsNeverTouched() throws {
        let precious = Data("precious".utf8)
        workspace.write(precious, to: "a.mp4")
        let result = try workspace.gstcam("record", "-d", "test", "-D", "1s", "--json", "a.mp4")
        #expect(result.status == 73)
        #expect(
            result.errors == "gstcam: a.mp4 exists already and is never overwritten. "
                + "Choose another name, or use %i in it for a counter.\n"
        )
        #expect(workspace.data("a.mp4") == precious)
        #expect(result.events("finished").count == 1)
        #expect(result.events("finished").first?["playable"] as? Bool == false)
    }

    @Test(.timeLimit(.minutes(15))) func aMissingDirectoryIsNamed() throws {
        let result = try workspace.gstcam("record", "-d", "test", "-D", "1s", "no/such/a.mp4")
        #expect(result.status == 73)
        #expect(result.errors.contains("the directory of no/such/a.mp4 does not exist"))
        #expect(workspace.files.isEmpty)
    }

    @Test(.timeLimit(.minutes(15))) func anUnknownDeviceListsWhatThereIs() throws {
        let result = try workspace.gstcam("record", "-d", "nonsense", "-D", "1s", "a.mp4")
        #expect(result.status == 66)
        #expect(result.errors.hasPrefix("gstcam: no camera answers to \"nonsense\". There "))
        #expect(result.errors.contains("test"))
        #expect(workspace.files.isEmpty)
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            (["record", "--sizze", "1x1"], "record has no option --sizze"),
            (
                ["record", "-s", "big", "a.mp4"],
                "\"big\" is no size. Write WIDTHxHEIGHT in pixels, such as 1280x720."
            ),
            (["record", "-D", "soon", "a.mp4"], "--duration"),
            (["record", "-d", "test", "--video-codec", "h264", "a.webm"], "webm files cannot hold h264"),
            (["record", "-d", "test", "a.xyz"], "does not say which container is wanted"),
            (["recrod"], "there is no command \"recrod\". Did you mean record?"),
            (["recover"], "recover needs at least one FILE"),
        ]
    )
    func aBadOptionSaysWhatWasExpected(arguments: [String], sentence: String) throws {
        let result = try Child.run([Workspace.command] + arguments, in: workspace.path)
        #expect(result.status == 64)
        #expect(result.errors.contains(sentence), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(workspace.files.isEmpty)
    }

    @Test(.timeLimit(.minutes(15))) func aWrongParameterNamesTheClosest() throws {
        let result = try workspace.gstcam("record", "-d", "test", "-p", "patern=ball", "-D", "1s", "a.mp4")
        #expect(result.status == 65)
        #expect(result.errors.contains("pattern"), "\(result.errors)")
        #expect(workspace.files.isEmpty)
    }

    @Test(.timeLimit(.minutes(15))) func aModeThatTheCameraLacksIsRefused() throws {
        let result = try workspace.gstcam("record", "-d", "test", "-r", "500", "-D", "1s", "a.mp4")
        #expect(result.status == 64)
        #expect(result.errors.contains("does not offer"), "\(result.errors)")
    }

    @Test(.timeLimit(.minutes(15))) func theCommandIsSelfContained() throws {
        let libraries = try workspace.tool("ldd", Workspace.command).output
        if ProcessInfo.processInfo.environment["GSTCAM_BINARY"] != nil {
            #expect(!libraries.lowercased().contains("swift"))
        }
        #expect(try workspace.gstcam("--version").output.hasPrefix("gstcam "))
    }
}
