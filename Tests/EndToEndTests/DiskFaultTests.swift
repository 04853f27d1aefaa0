import Foundation
import Testing

/// Disks that are full, stop answering or take nothing any more while a recording writes to them.
@Suite struct DiskFaultTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private static let mayMount = ConditionTrait.enabled(
        if: Disk.canBeMade && Disk.canBeJournalled,
        "only root can mount a file system, and a journalled one needs a loop device"
    )

    /// The file is sound and holds consecutive pictures from the first on.
    /// - Returns: How many of the pictures that were told before are not in it.
    private func missing(_ name: String, of result: Child.Result) throws -> Int {
        let finished = try #require(result.events("finished").last)
        #expect(result.events("finished").count == 1)
        #expect(finished["playable"] as? Bool == true, "\(finished)")
        let numbers = try Probe.frameNumbers(name, in: workspace)
        #expect(numbers.count == finished["frames"] as? Int)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 }, "\(numbers)")
        let told = try #require(result.events("progress").last?["frames"] as? Int)
        return max(0, told - numbers.count)
    }

    private func expectTheNextWorks(at name: String) throws {
        let next = try workspace.gstcam("record", "-d", "test", "-s", "320x240", "-D", "1s", name)
        #expect(next.status == 0, "the next recording: \(next.errors)")
    }

    @Test(
        .timeLimit(.minutes(15)),
        mayMount,
        .fault("disk full on a tmpfs", "exit 74, at most 1.5 s"),
        arguments: Fault.isComplete ? [4, 64] : [4]
    )
    func aFullDiskEndsTheRecordingAndKeepsItsFile(megabytes: Int) throws {
        let disk = try Disk(.memory(megabytes: megabytes), at: "disk", in: workspace)
        defer { disk.remove() }
        let bitrate = megabytes > 4 ? "30M" : "10M"
        let child = try workspace.start(
            "record",
            "-d",
            "test",
            "-s",
            "640x360",
            "-p",
            "pattern=snow",
            "--video-bitrate",
            bitrate,
            "--min-free",
            "0",
            "--json",
            "disk/a.mp4"
        )
        let result = child.wait()
        #expect(result.status == 74, "\(result.errors)")
        #expect(result.events("finished").last?["reason"] as? String == "disk-full")
        let size = try #require(result.events("finished").last?["bytes"] as? Int)
        #expect(size > megabytes << 20 - megabytes << 18)
        let lost = try missing("disk/a.mp4", of: result)
        #expect(lost <= 45)
        unlink(workspace.path + "/disk/a.mp4")
        try workspace.gstcam("record", "-d", "test", "-D", "1s", "--min-free", "0", "disk/b.mp4")
            .expectSuccess()
        Fault.tell("\(megabytes) MiB", lost: String(format: "%.2f s", Double(lost) / 30))
    }

    @Test(
        .timeLimit(.minutes(15)),
        mayMount,
        .fault("a disk that is nearly full, 64 MiB", "stops before, 0 frames")
    )
    func aRecordingStopsBeforeTheDiskIsFull() throws {
        let disk = try Disk(.memory(megabytes: 64), at: "disk", in: workspace)
        defer { disk.remove() }
        workspace.write(Data(count: 46 << 20), to: "disk/others")
        let result = try workspace.gstcam(
            "record",
            "-d",
            "test",
            "-s",
            "640x360",
            "-p",
            "pattern=snow",
            "--video-bitrate",
            "8M",
            "--json",
            "disk/a.mp4"
        )
        #expect(result.status == 74, "\(result.errors)")
        #expect(result.errors.contains("less than 16 MiB are free"))
        let lost = try missing("disk/a.mp4", of: result)
        #expect(lost == 0)
        Fault.tell(lost: "\(lost) frames")
    }

    @Test(
        .timeLimit(.minutes(15)),
        mayMount,
        .fault("the disk stalls for 10 s", "alive, 0 frames")
    )
    func aDiskThatAnswersAgainCostsNothing() throws {
        let disk = try Disk(.journalled, at: "disk", in: workspace)
        defer { disk.remove() }
        let child = try workspace.start(
            "record",
            "-d",
            "test",
            "-s",
            "320x240",
            "-D",
            "15s",
            "--json",
            "disk/a.mp4"
        )
        try child.waitFor("\"event\":\"progress\"")
        try disk.freeze()
        usleep(10_000_000)
        try disk.thaw()
        let thawed = Date()
        let result = child.wait()
        let time = Date().timeIntervalSince(thawed)
        #expect(result.status == 0, "\(result.errors)")
        _ = try missing("disk/a.mp4", of: result)
        let probe = try Probe("disk/a.mp4", in: workspace)
        #expect(probe.video.frames == 450)
        #expect(abs((probe.audio?.length ?? 0) - 15) < 0.05)
        Fault.tell(lost: "\(450 - probe.video.frames) frames", seconds: time)
    }

    @Test(
        .timeLimit(.minutes(15)),
        mayMount,
        .fault("a stop while the disk does not answer", "told within 6 s")
    )
    func aStopIsBoundedThoughTheDiskHangs() throws {
        let disk = try Disk(.journalled, at: "disk", in: workspace)
        defer { disk.remove() }
        let child = try workspace.start("record", "-d", "test", "-s", "320x240", "--json", "disk/a.mp4")
        try child.waitFor("\"duration\":2")
        try disk.freeze()
        usleep(1_000_000)
        child.signal(SIGINT)
        let stopped = Date()
        let told = Result { try child.waitFor("\"event\":\"finished\"", seconds: 20) }
        let time = Date().timeIntervalSince(stopped)
        try disk.thaw()
        try told.get()
        // The kernel lets no process end that waits for a write.
        let result = child.wait(seconds: 20)
        #expect(time < 7, "\(time)")
        #expect(result.events("finished").count == 1)
        #expect(result.status == 74, "\(result.errors)")
        #expect(result.errors.contains("disk"), "\(result.errors)")
        let recovered = try workspace.gstcam("recover", "--json", "disk/a.mp4")
        let frames = try #require(recovered.events.first?["frames"] as? Int, "\(recovered.errors)")
        let told2 = try #require(result.events("progress").last?["frames"] as? Int)
        // What was recorded while nothing could be written is lost: a second, and the one before it.
        #expect(frames >= told2 - 75, "\(frames) of \(told2)")
        try Probe.expectSound("disk/a.mp4", in: workspace)
        try expectTheNextWorks(at: "disk/b.mp4")
        Fault.tell(lost: String(format: "%.2f s", Double(told2 - frames) / 30), seconds: time)
    }

    /// The kernel takes what is written and tells later that the disk did not, once.
    @Test(
        .timeLimit(.minutes(15)),
        mayMount,
        .fault("a disk that loses what it took", "exit 74, told within 10 s")
    )
    func aDiskThatLosesWhatItTookEndsTheRecording() throws {
        let disk = try Disk(.failing(megabytes: 6), at: "disk", in: workspace)
        defer { disk.remove() }
        let start = Date()
        let result = try Child(
            [Workspace.command, "record", "-d", "test", "-p", "pattern=snow", "-s", "640x360", "--json"]
                + ["--video-bitrate", "8M", "-D", "60s", "disk/a.mp4"],
            in: workspace.path
        ).wait()
        #expect(result.status == 74, "\(result.errors)")
        let finished = try #require(result.events("finished").last)
        // The loop device hands on what the memory behind it says: no room.
        #expect(finished["reason"] as? String == "disk-full", "\(finished)")
        #expect(
            result.errors.contains("the disk lost a part of what was written to disk/a.mp4: No space left")
        )
        // Six megabytes take six seconds at this rate, and half a second goes by between two looks.
        #expect(Date().timeIntervalSince(start) < 40)
        Fault.tell(lost: "told after \(result.events("progress").last?["duration"] as? Double ?? 0) s of 60")
    }

    @Test(
        .timeLimit(.minutes(15)),
        mayMount,
        .fault("remounted read-only by the kernel", "exit 74, at most 1.5 s, also after a restart")
    )
    func aDiskThatBecomesReadOnlyEndsTheRecording() throws {
        let disk = try Disk(.journalled, at: "disk", in: workspace)
        defer { disk.remove() }
        let child = try workspace.start("record", "-d", "test", "-s", "320x240", "--json", "disk/a.mp4")
        try child.waitFor("\"duration\":4")
        try disk.abort()
        let aborted = Date()
        let result = child.wait()
        let time = Date().timeIntervalSince(aborted)
        #expect(time < 5, "\(time)")
        #expect(result.status == 74, "\(result.errors)")
        #expect(result.events("finished").last?["reason"] as? String == "write-failed")
        let kept = try missing("disk/a.mp4", of: result)
        #expect(kept <= 45)
        try disk.repair()
        let recovered = try workspace.gstcam("recover", "--json", "disk/a.mp4")
        let frames = try #require(recovered.events.first?["frames"] as? Int, "\(recovered.errors)")
        try Probe.expectSound("disk/a.mp4", in: workspace)
        let told = try #require(result.events("progress").last?["frames"] as? Int)
        #expect(frames >= told - 45, "\(frames) of \(told)")
        try expectTheNextWorks(at: "disk/b.mp4")
        Fault.tell(lost: String(format: "%.2f s", Double(max(0, told - frames)) / 30), seconds: time)
    }
}
