import Foundation
import Testing

/// The command is killed at any moment, and what it recorded is recovered.
@Suite(.serialized) struct KillTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// Prints how much was lost; judged is what the command itself had reported as recorded before.
    @Test(.timeLimit(.minutes(15)), arguments: ["mp4", "mov", "mkv", "webm", "ts"])
    func aKilledRecordingLosesLittle(suffix: String) throws {
        var losses: [Double] = []
        for number in 0..<10 {
            let name = "\(number).\(suffix)"
            let child = try workspace.start("record", "-d", "test", "-s", "320x240", "--json", name)
            while !child.output.contains("\"started\"") { usleep(2000) }
            let start = Date()
            usleep(UInt32.random(in: 1_000_000...3_000_000))
            child.signal(SIGKILL)
            let recorded = Date().timeIntervalSince(start)
            let reported = child.wait(seconds: 10).events("progress").last?["frames"] as? Int ?? 0

            let result = try workspace.gstcam("recover", "--json", name)
            let line = try #require(result.events.first, "\(name): \(result.errors)")
            let frames = line["frames"] as? Int ?? 0
            let length = try #require(line["duration"] as? Double)
            // One and a half seconds of thirty pictures.
            #expect(frames >= reported - 45, "\(name): \(frames) of \(reported)")
            #expect(frames > 0)
            try Probe.expectSound(name, in: workspace)
            let video = try Probe(name, in: workspace).video
            #expect(video.frames == frames)
            #expect(try workspace.gstcam("recover", name).output.contains("sound already"))
            losses.append(recorded - length)
        }
        let figures = losses.sorted().map { String(format: "%.2f", $0) }
        print("\(suffix): killed ten times, lost \(figures.joined(separator: " ")) s")
    }
}
