import Foundation
import Testing

/// The real command with a window on an X server of its own.
@Suite(.serialized) struct PreviewTests {
    private let workspace: Workspace
    private let server: XServer

    init() throws {
        workspace = try Workspace()
        server = try XServer()
    }

    private func start(_ arguments: String..., display: String? = nil) throws -> Child {
        try Child(
            [Workspace.command] + arguments,
            in: workspace.path,
            environment: ["DISPLAY": display ?? server.display, "WAYLAND_DISPLAY": ""]
        )
    }

    /// The window of the command, once it shows something.
    private func window() throws -> XClient.Window {
        #expect(try server.waitForScreen(width: 320, height: 180) { $0.bars(0.6).count >= 5 })
        return try #require(try server.xlib().windows.first)
    }

    /// The row is in the lower half, which does not flash, and above the lowest third, which has no bars.
    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            (["--gravity", "fill"], "ycgmr", "ycgmr"),
            (["--gravity", "fit"], "wycgmrb", "k"),
            (["--gravity", "stretch"], "wycgmrb", "wycgmrb"),
            (["--gravity", "stretch", "--mirror"], "brmgcyw", "brmgcyw"),
            (["--gravity", "fill", "--mirror"], "rmgcy", "rmgcy"),
        ]
    )
    func thePictureFollowsTheWindow(options: [String], middle: String, edge: String) throws {
        let child = try Child(
            [Workspace.command, "preview", "-d", "test", "-s", "320x180"] + options,
            in: workspace.path,
            environment: ["DISPLAY": server.display, "WAYLAND_DISPLAY": ""]
        )
        let window = try window()
        let xlib = try server.xlib()
        #expect(xlib.size(of: window) == (320, 180))
        #expect(xlib.title(of: window)?.hasPrefix("Test camera") == true)
        // The picture flashes in its upper half; its middle and the row below are the same in every one.
        xlib.resize(window, width: 240, height: 240)
        let isSquare = try server.waitForScreen(width: 240, height: 240) { screen in
            screen.bars(0.54) == middle && (edge == "k") == (screen.bars(0.02) == "k")
        }
        #expect(isSquare)
        let square = try server.screenshot(width: 240, height: 240)
        if edge == "k" { #expect(square.bars(0.99) == "k") }
        // The bars are where they belong, to the pixel: at the edges of a third, a half and two thirds.
        if options == ["--gravity", "fill"] {
            // 180 of 320 columns are left, 70 are gone at each side; a bar is 320 / 7 wide.
            let edges = (2...5).map { (Double($0) * 320 / 7 - 70) / 180 }
            for (edge, colours) in zip(edges, ["yc", "cg", "gm", "mr"]) {
                #expect(square.row(0.54, at: [edge - 0.02, edge + 0.02]) == colours)
            }
        }
        // Wider than the picture: filling cuts off above and below, fitting puts bars at the sides.
        xlib.resize(window, width: 480, height: 120)
        let whole = options.contains("--mirror") ? "brmgcyw" : "wycgmrb"
        let isWide = try server.waitForScreen(width: 480, height: 120) { screen in
            screen.bars(0.54) == (edge == "k" ? "k" + whole + "k" : whole)
        }
        #expect(isWide)
        child.signal(SIGINT)
        let result = child.wait(seconds: 60)
        #expect(result.status == 0)
        #expect(
            result.errors == "Showing Test camera, 320x180 at 30.00 fps. "
                + "Ctrl-C ends it, and so does closing the window.\n"
        )
        #expect(workspace.files.isEmpty)
    }

    @Test(.timeLimit(.minutes(15))) func closingTheWindowEndsThePreview() throws {
        let child = try start("preview", "-d", "test", "-s", "320x180", "-q")
        let window = try window()
        try server.xlib().close(window)
        let result = child.wait(seconds: 60)
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
    }

    @Test(.timeLimit(.minutes(15)), arguments: ["", ":4242"])
    func withoutADisplayThereIsOneSentence(display: String) throws {
        let result = try start("preview", "-d", "test", display: display).wait(seconds: 60)
        #expect(result.status == 69)
        #expect(result.errors.hasPrefix("gstcam: "))
        #expect(
            result.errors.contains(display.isEmpty ? "neither WAYLAND_DISPLAY nor DISPLAY is set" : display)
        )
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }

    enum Loss: String, CaseIterable, Sendable {
        case closed, destroyed, cutOff, serverDied, serverHangs, none
    }

    @Test(.timeLimit(.minutes(15)), arguments: Loss.allCases)
    func whateverHappensToTheWindowTheRecordingIsWhole(loss: Loss) throws {
        let child = try start(
            "record",
            "-d",
            "test",
            "-s",
            "320x180",
            "-D",
            "8s",
            "--preview",
            "--json",
            "a.mkv",
            display: loss == .none ? "" : nil
        )
        if loss != .none {
            let window = try window()
            switch loss {
            case .closed: try server.xlib().close(window)
            case .destroyed: try server.xlib().destroy(window)
            case .cutOff: try server.xlib().killOwner(of: window)
            case .serverHangs: server.hang()
            default: server.kill()
            }
        }
        let result = child.wait(seconds: 90)
        #expect(result.status == 0, "\(result.errors)")
        let warnings = result.events("warning")
        // A server that hangs may go on, so that is no loss.
        #expect(warnings.count == (loss == .serverHangs ? 0 : 1), "\(warnings)")
        #expect(warnings.allSatisfy { $0["code"] as? String == "preview-ended" })
        let finished = try #require(result.events("finished").first)
        #expect(result.events("finished").count == 1)
        #expect(finished["reason"] as? String == "duration")
        #expect(finished["dropped"] as? Int == 0)
        #expect(finished["frames"] as? Int == 240)
        let numbers = try Probe.frameNumbers("a.mkv", in: workspace)
        let first = try #require(numbers.first)
        #expect(numbers == Array(first..<first + 240))
        server.kill()
    }
}
