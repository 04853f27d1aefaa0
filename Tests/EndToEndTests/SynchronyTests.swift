import Foundation
import Testing

@Suite struct SynchronyTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// The test camera flashes when the test microphone ticks: both must be found at the same time in the file.
    @Test(.timeLimit(.minutes(15)), arguments: ["mp4", "mkv", "ts"])
    func flashAndTickLieTogether(suffix: String) throws {
        let result = try workspace.gstcam("record", "-d", "test", "-s", "320x240", "-D", "5s", "a.\(suffix)")
        #expect(result.status == 0, "\(result.errors)")
        let offsets = try Synchrony.offsets("a.\(suffix)", in: workspace)
        #expect(offsets.count >= 4)
        #expect(offsets.allSatisfy { abs($0) < 0.005 }, "\(offsets)")
    }

    /// A played file with flashes and ticks: what the stabilizer holds back, it delays in the file by nothing.
    @Test(.timeLimit(.minutes(15)), arguments: ["lowlatency", "standard", "cinematic", "auto"])
    func aSteadyPictureStaysWithItsSound(mode: String) throws {
        let source = try workspace.gstcam("record", "-d", "test", "-s", "320x240", "-D", "5s", "a.mkv")
        #expect(source.status == 0, "\(source.errors)")
        let words = ["record", "-d", "file:a.mkv", "--stabilize", mode, "--json", "b.mp4"]
        let result = try Child.run([Workspace.command] + words, in: workspace.path)
        #expect(result.status == 0, "\(result.errors)")
        let end = try #require(result.events("finished").first)
        let frames = (end["frames"] as? Int ?? 0) + (end["dropped"] as? Int ?? 0)
        #expect(frames == (try Probe("a.mkv", in: workspace)).video.frames)
        let offsets = try Synchrony.offsets("b.mp4", in: workspace)
        #expect(offsets.count >= 4)
        #expect(offsets.allSatisfy { abs($0) < 0.01 }, "\(offsets)")
    }
}
