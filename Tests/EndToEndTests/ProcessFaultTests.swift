import Foundation
import Testing

/// What happens to the process that records.
@Suite struct ProcessFaultTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// The test camera makes up for the time when nobody asked it; what does not fit is told as dropped.
    @Test(.timeLimit(.minutes(15)), .fault("SIGSTOP for 10 s, then SIGCONT", "alive, all told, in sync"))
    func aRecordingThatWasStoppedGoesOn() throws {
        let child = try workspace.start(
            "record",
            "-d",
            "test",
            "-s",
            "320x240",
            "-D",
            "18s",
            "--json",
            "a.mp4"
        )
        try child.waitFor("\"duration\":2")
        child.signal(SIGSTOP)
        usleep(10_000_000)
        child.signal(SIGCONT)
        let start = Date()
        let result = child.wait()
        #expect(result.status == 0 || result.status == 72, "\(result.errors)")
        let finished = try #require(result.events("finished").first)
        #expect(result.events("finished").count == 1)
        #expect(finished["reason"] as? String == "duration")
        #expect(finished["playable"] as? Bool == true)
        let (frames, untold) = try accounted(finished, of: 540)
        // Five still pictures stand for each second of a gap, if the computer was so busy that there was one.
        let stills = Int((finished["gap"] as? Double ?? 0) * 5)
        #expect((-2 - stills...2).contains(untold), "\(finished)")
        try Probe.expectSound("a.mp4", in: workspace)
        let probe = try Probe("a.mp4", in: workspace)
        #expect(abs(probe.video.length - 18) < 0.1)
        #expect(abs((probe.audio?.length ?? 0) - 18) < 0.1)
        // Whatever is missing, what is there is where it was.
        // In the gap a flash may have no tick.
        let offsets = try Synchrony.offsets("a.mp4", in: workspace)
        #expect(offsets.allSatisfy { abs($0) < 0.04 || abs($0) > 0.5 }, "\(offsets)")
        #expect(offsets.count > 6)
        #expect(offsets.suffix(4).allSatisfy { abs($0) < 0.04 }, "\(offsets)")
        Fault.tell(
            lost: "\(540 - frames) frames, told",
            seconds: max(0, Date().timeIntervalSince(start) - 6)
        )
    }

    /// How many pictures the file has, and how many are missing without a word.
    private func accounted(_ finished: [String: Any], of all: Int) throws -> (frames: Int, untold: Int) {
        let frames = try #require(finished["frames"] as? Int)
        let (dropped, lost) = (finished["dropped"] as? Int ?? 0, finished["lost"] as? Int ?? 0)
        return (frames, all - frames - dropped - lost)
    }

    /// Standard output is a pipe that is full already, and nobody reads.
    @Test(
        .timeLimit(.minutes(15)),
        .fault("a reader that does not read", "0 frames, ends in time"),
        arguments: ["-D 3s", "-D 60s"]
    )
    func aReaderThatDoesNotReadHoldsUpNothing(length: String) throws {
        let script = """
            mkfifo pipe; exec 9<>pipe
            timeout 1 dd if=/dev/zero of=pipe bs=4096 status=none 9>&-
            "$@" >pipe 2>&1 9>&- & recorder=$!
            sleep 4; kill -INT $recorder 2>/dev/null; SECONDS=0
            wait $recorder; echo "$? $SECONDS"
            """
        let words =
            ["record", "-d", "test", "-s", "320x240", "--json"]
            + length.split(separator: " ").map(String.init)
        let result = try Child.run(
            ["bash", "-c", script, "bash", Workspace.command] + words + ["a.mp4"],
            in: workspace.path
        )
        let told = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(told.count == 2, "\(result)")
        #expect(told[0] == 0)
        #expect(told[1] <= 6, "the file is finished, and a second is waited for the reader")
        try Probe.expectSound("a.mp4", in: workspace)
        let frames = try Probe("a.mp4", in: workspace).video.frames
        #expect(length == "-D 3s" ? frames == 90 : frames > 60)
        #expect(!Probe.boxes("a.mp4", in: workspace).contains("moof"))
        Fault.tell("a reader that does not read, \(length)", lost: "0 frames", seconds: Double(told[1]))
    }

    @Test(.timeLimit(.minutes(15)), .fault("8 commands at once", "0 frames"))
    func eightCommandsAtOnceAllRecord() throws {
        let names = (0..<8).map { "\($0).mp4" }
        let children = try names.map {
            try workspace.start("record", "-d", "test", "-s", "320x240", "-D", "4s", "--json", $0)
        }
        var missing = 0
        for (name, child) in zip(names, children) {
            let result = child.wait()
            #expect(result.status == 0, "\(result.errors)")
            let finished = try #require(result.events("finished").first)
            let (frames, untold) = try accounted(finished, of: 120)
            #expect(untold == 0)
            #expect(finished["playable"] as? Bool == true)
            try Probe.expectSound(name, in: workspace)
            #expect(try Probe(name, in: workspace).video.frames == frames)
            missing += 120 - frames
        }
        #expect(missing == 0)
        Fault.tell(lost: "\(missing) frames")
    }

    /// All segments are read in one go, as one film: no picture is missing at a joint or in two files.
    @Test(.timeLimit(.minutes(15)), .fault("2,000 segments of 100 ms", "0 frames lost or doubled"))
    func aSegmentForEachTenthOfASecondLosesNothing() throws {
        let count = Fault.isComplete ? 2000 : 100
        let result = try Child(
            [Workspace.command, "record", "-d", "test", "-s", "320x240", "--json"]
                + ["--segment", "100ms", "-D", "\(count * 100)ms", "s-%i.mp4"],
            in: workspace.path
        ).wait(seconds: 400)
        #expect(result.status == 0, "\(result.errors)")
        let names = (1...count).map { String(format: "s-%03d.mp4", $0) }
        #expect(workspace.files == names.sorted())
        let finished = result.events("finished")
        #expect(finished.compactMap { $0["file"] as? String } == names)
        #expect(finished.allSatisfy { $0["playable"] as? Bool == true && $0["frames"] as? Int == 3 })
        #expect(finished.allSatisfy { $0["dropped"] as? Int == 0 })
        let list = "ffconcat version 1.0\n" + names.map { "file \($0)\n" }.joined()
        workspace.write(Data(list.utf8), to: "all.ffconcat")
        let numbers = try Probe.frameNumbers("all.ffconcat", in: workspace)
        let doubled = zip(numbers, numbers.dropFirst()).count { $1 <= $0 }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 })
        #expect(numbers.count == 3 * count)
        Fault.tell("\(count) segments", lost: "\(3 * count - numbers.count) frames, \(doubled) doubled")
    }
}
