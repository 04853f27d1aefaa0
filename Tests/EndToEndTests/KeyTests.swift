import Foundation
import Testing

/// The keys of somebody who sits at a terminal.
@Suite struct KeyTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// What was to be left out is left out, whatever file it would have been in.
    @Test(.timeLimit(.minutes(15))) func aPauseOutlivesAChangeOfFile() throws {
        let session = try workspace.terminal(
            ["record", "-d", "test", "-s", "320x240", "p-%i.mp4"],
            waitFor: "fps",
            [
                .init(" ", after: 2), .init("n", after: 1), .init(" ", after: 4), .init("q", after: 2),
            ]
        )
        #expect(session.status == 0, "\(session.text)")
        #expect(session.text.components(separatedBy: "Paused.").count == 3, "each file says it")
        #expect(session.text.components(separatedBy: "Recording again.").count == 2)
        #expect(session.isAsBefore)
        #expect(workspace.files == ["p-001.mp4", "p-002.mp4"])
        // One picture from when it began, and two seconds from when it went on; four would be the pause.
        let second = try Probe("p-002.mp4", in: workspace)
        #expect((1.5..<3.5).contains(second.video.length), "\(second.video.length)")
        for name in workspace.files { try Probe.expectSound(name, in: workspace) }
    }

    @Test(.timeLimit(.minutes(15))) func aPictureIsSavedAndTheTerminalIsGivenBack() throws {
        let session = try workspace.terminal(
            ["record", "-d", "test", "-s", "320x240", "a.mp4"],
            waitFor: "fps",
            [.init("s", after: 1), .init("q", after: 2)]
        )
        #expect(session.status == 0, "\(session.text)")
        #expect(session.isAsBefore)
        let pictures = workspace.files.filter { !$0.hasSuffix(".mp4") }
        #expect(pictures.count == 1, "\(workspace.files)")
        let name = try #require(pictures.first)
        #expect(session.text.contains("Saved \(name)"))
        let size = try Probe(name, in: workspace).video
        #expect(size.width == 320 && size.height == 240)
    }
}
