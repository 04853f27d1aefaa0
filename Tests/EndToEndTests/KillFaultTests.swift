import Foundation
import Testing

/// The command is killed at any moment, and what it recorded is recovered.
@Suite(.serialized) struct KillFaultTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private struct Victim {
        let name: String
        let child: Child
        let patience: Double
        var start: Date?
        /// How long it recorded, once it is killed.
        var recorded: Double?
    }

    /// What is lost is measured from the first picture's event to the kill; what the command itself had told as
    /// recorded is judged too.
    @Test(
        .timeLimit(.minutes(15)),
        .fault("kill -9 at 40 random moments", "at most 1.5 s"),
        arguments: ["mp4", "mov", "mkv", "webm", "ts"]
    )
    func aKilledRecordingLosesLittle(suffix: String) throws {
        var random = SeededRandom(seed: UInt64(suffix.utf8.reduce(0) { $0 &* 31 &+ Int($1) }))
        var losses: [Double] = []
        for first in stride(from: 0, to: Fault.isComplete ? 40 : 8, by: 2) {
            var victims = try (first..<first + 2).map { number in
                let name = "\(number).\(suffix)"
                let child = try workspace.start("record", "-d", "test", "-s", "320x240", "--json", name)
                return Victim(name: name, child: child, patience: .random(in: 0.8...2.5, using: &random))
            }
            while victims.contains(where: { $0.recorded == nil }) {
                for index in victims.indices where victims[index].recorded == nil { watch(&victims[index]) }
                usleep(2000)
            }
            for victim in victims { losses.append(try loss(of: victim)) }
        }
        let sorted = losses.sorted()
        let worst = try #require(sorted.last)
        #expect(worst <= 1.5, "\(sorted)")
        Fault.tell(
            suffix,
            lost: String(format: "worst %.2f s, middle %.2f s", worst, sorted[sorted.count / 2])
        )
    }

    private func watch(_ victim: inout Victim) {
        guard let start = victim.start else {
            if victim.child.output.contains("\"started\"") { victim.start = Date() }
            return
        }
        guard Date().timeIntervalSince(start) >= victim.patience else { return }
        victim.child.signal(SIGKILL)
        victim.recorded = Date().timeIntervalSince(start)
    }

    /// The seconds that are missing in what is recovered.
    private func loss(of victim: Victim) throws -> Double {
        let name = victim.name
        let reported = victim.child.wait(seconds: 10).events("progress").last?["frames"] as? Int ?? 0
        let recorded = try #require(victim.recorded)
        workspace.write(workspace.data(name), to: "killed-" + name)
        let result = try workspace.gstcam("recover", "--json", name)
        guard let line = result.events.first, let frames = line["frames"] as? Int,
            let length = line["duration"] as? Double, frames > 0
        else {
            // Killed before anything was written, on a busy computer: all of it is lost.
            #expect(reported <= 45, "\(name): \(result.errors)")
            return recorded
        }
        // One and a half seconds of thirty pictures.
        #expect(frames >= reported - 45, "\(name): \(frames) of \(reported)")
        let before = try Probe("killed-" + name, in: workspace).video.frames
        // A cluster or a packet that is not complete may hold a picture that only looks like one.
        #expect(frames >= before - 1, "\(name): \(frames), and \(before) could be played before")
        try Probe.expectSound(name, in: workspace)
        #expect(try Probe(name, in: workspace).video.frames == frames)
        #expect(try workspace.gstcam("recover", name).output.contains("sound already"))
        return recorded - length
    }
}
