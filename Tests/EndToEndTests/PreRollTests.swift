import Foundation
import Testing

/// Recordings that begin before somebody asked for them.
@Suite(.serialized) struct PreRollTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func start(_ file: String, _ options: String...) throws -> Child {
        let words = [Workspace.command, "record", "-d", "test", "-s", "320x240", "--json"]
        return try Child(words + options + [file], in: workspace.path)
    }

    /// Writes a template whose encoder takes so many microseconds for each picture.
    private func writeEncoder(thatTakes microseconds: Int, to name: String) {
        let template = """
            [template]
            summary = a slow encoder
            extends = test

            [video.encoder]
            identity sleep-time=\(microseconds) ! videoconvert
            ! x264enc tune=zerolatency speed-preset=ultrafast bframes=0 key-int-max=15
            ! video/x-h264, profile=constrained-baseline ! h264parse config-interval=-1
            """
        workspace.write(Data(template.utf8), to: name)
    }

    private func isUnbroken(_ numbers: [Int]) -> Bool {
        zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 }
    }

    @Test(.timeLimit(.minutes(15)), arguments: ["mp4", "mov", "mkv", "webm", "ts"])
    func aRecordingBeginsBeforeItsTrigger(suffix: String) throws {
        let child = try start("a.\(suffix)", "--pre-roll", "2s", "-D", "4s")
        try child.waitFor("\"event\":\"armed\"")
        usleep(4_000_000)
        #expect(workspace.files.isEmpty)
        child.signal(SIGUSR1)
        try child.waitFor("\"event\":\"armed\"", times: 2)
        child.signal(SIGINT)
        let result = child.wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.events("armed").map { $0["pre_roll"] as? Double } == [2, 2])
        #expect(workspace.files == ["a-001.\(suffix)"])
        let numbers = try Probe.frameNumbers("a-001.\(suffix)", in: workspace)
        #expect(numbers.count == 120 && isUnbroken(numbers), "\(numbers)")
        // Whoever starts with the trigger has the picture of that moment; this one has those of two seconds before.
        #expect(numbers[0] >= 30 && numbers[0] % 15 == 0, "\(numbers[0])")
        try Probe.expectSound("a-001.\(suffix)", in: workspace)
        let offsets = try Synchrony.offsets("a-001.\(suffix)", in: workspace)
        #expect(offsets.count >= 3)
        #expect(offsets.allSatisfy { abs($0) < 0.02 }, "\(offsets)")
    }

    @Test(.timeLimit(.minutes(15))) func theTimeBeforeTheTriggerIsWhatWasAskedFor() throws {
        let child = try start("a.mp4", "--pre-roll", "3s", "--no-audio")
        try child.waitFor("\"event\":\"armed\"")
        usleep(5_000_000)
        child.signal(SIGUSR1)
        let trigger = Date()
        try child.waitFor("\"event\":\"started\"")
        usleep(1_000_000)
        let recorded = Date().timeIntervalSince(trigger)
        child.signal(SIGINT)
        let result = child.wait()
        #expect(result.status == 0, "\(result.errors)")
        let length = Double(try Probe.frameNumbers("a-001.mp4", in: workspace).count) / 30
        // Up to a group of pictures more than was asked for, and what a busy machine takes to deliver signals.
        let before = length - recorded
        #expect(before > 2.8 && before < 4.2, "\(before)")
    }

    @Test(.timeLimit(.minutes(15))) func whatIsSavedIsNotInTheNextFileAgain() throws {
        let child = try start("a.mp4", "--pre-roll", "3s", "-D", "4s", "--no-audio")
        try child.waitFor("\"event\":\"armed\"")
        usleep(4_000_000)
        child.signal(SIGUSR1)
        try child.waitFor("\"event\":\"armed\"", times: 2)
        child.signal(SIGUSR1)
        // While it records, the same signal begins the next file.
        try child.waitFor("\"event\":\"started\"", times: 2)
        usleep(1_000_000)
        child.signal(SIGUSR1)
        try child.waitFor("\"event\":\"finished\"", times: 3)
        child.signal(SIGINT)
        let result = child.wait()
        #expect(result.status == 0, "\(result.errors)")
        let files = ["a-001.mp4", "a-002.mp4", "a-003.mp4"]
        #expect(workspace.files == files)
        let numbers = try files.map { try Probe.frameNumbers($0, in: workspace) }
        #expect(numbers.allSatisfy { isUnbroken($0) })
        let (end, next) = (try #require(numbers[0].last), try #require(numbers[1].first))
        #expect(next > end && next <= end + 15, "\(end), \(next)")
        #expect(isUnbroken(numbers[1] + numbers[2]), "\(numbers[1].last ?? 0), \(numbers[2].first ?? 0)")
    }

    @Test(.timeLimit(.minutes(15))) func whatCouldNotBeSavedIsKept() throws {
        let folder = workspace.path + "/clips"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let child = try start("clips/a.mp4", "--pre-roll", "5s", "--no-audio")
        try child.waitFor("\"event\":\"armed\"")
        try FileManager.default.removeItem(atPath: folder)
        usleep(4_000_000)
        child.signal(SIGUSR1)
        try child.waitFor("\"event\":\"armed\"", times: 2)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        child.signal(SIGUSR1)
        try child.waitFor("\"event\":\"started\"")
        child.signal(SIGINT)
        let result = child.wait()
        // The failed one is not forgotten either.
        #expect(result.status == 73, "\(result.errors)")
        let warning = try #require(result.events("warning").first?["message"] as? String)
        #expect(warning.contains("clips"), "\(warning)")
        let numbers = try Probe.frameNumbers("clips/a-001.mp4", in: workspace)
        #expect(numbers.count > 100 && isUnbroken(numbers), "\(numbers)")
    }

    @Test(.timeLimit(.minutes(15))) func aFullDiskIsToldAtOnceAndNothingIsSavedTwice() throws {
        let child = try start("a.mp4", "--pre-roll", "3s", "--min-free", "100TB", "--no-audio")
        try child.waitFor("\"event\":\"armed\"")
        usleep(3_000_000)
        for number in 1...2 {
            child.signal(SIGUSR1)
            try child.waitFor("\"event\":\"armed\"", times: number + 1)
        }
        child.signal(SIGINT)
        let result = child.wait()
        #expect(result.status == 74, "\(result.errors)")
        let told = result.events("warning").compactMap { $0["message"] as? String }
        #expect(told.count == 2 && told.allSatisfy { $0.contains("are free") }, "\(told)")
        let files = try ["a-001.mp4", "a-002.mp4"].map { try Probe.frameNumbers($0, in: workspace) }
        #expect(Set(files[0]).isDisjoint(with: files[1]), "\(files[0].last ?? 0) \(files[1].first ?? 0)")
    }

    /// Each of them is so long as was asked for, and nothing is in two files.
    @Test(.timeLimit(.minutes(15))) func aTriggerDuringARecordingMakesAnotherOne() throws {
        let child = try start("a.mp4", "--pre-roll", "1s", "-D", "3s", "--no-audio")
        try child.waitFor("\"event\":\"armed\"")
        usleep(1_500_000)
        child.signal(SIGUSR1)
        try child.waitFor("\"event\":\"progress\"")
        child.signal(SIGUSR1)
        try child.waitFor("\"event\":\"armed\"", times: 2)
        child.signal(SIGINT)
        let result = child.wait()
        #expect(result.status == 0, "\(result.errors)")
        let files = try ["a-001.mp4", "a-002.mp4"].map { try Probe.frameNumbers($0, in: workspace) }
        #expect(files.allSatisfy { $0.count == 90 && isUnbroken($0) })
        let (end, next) = (try #require(files[0].last), try #require(files[1].first))
        #expect(next > end && next <= end + 15, "\(end), \(next)")
    }

    @Test(.timeLimit(.minutes(15))) func aStopRightBehindTheTriggerSavesWhatWasKept() throws {
        for round in 1...4 {
            let child = try start("r\(round).mp4", "--pre-roll", "1s", "--no-audio")
            try child.waitFor("\"event\":\"armed\"")
            usleep(1_500_000)
            child.signal(SIGUSR1)
            child.signal(SIGINT)
            let result = child.wait()
            #expect(result.status == 0, "\(result.errors)")
            // The two signals may be seen in either order.
            guard let finished = result.events("finished").first else { continue }
            #expect((finished["frames"] as? Int ?? 0) >= 30, "\(finished)")
        }
    }

    @Test(.timeLimit(.minutes(15))) func whatASlowEncoderLeftOutBeforeTheTriggerIsTold() throws {
        writeEncoder(thatTakes: 45_000, to: "slow.pipeline")
        let child = try start("a.mp4", "-t", "./slow.pipeline", "--pre-roll", "6s", "-D", "9s", "--no-audio")
        try child.waitFor("\"event\":\"armed\"")
        usleep(14_000_000)
        child.signal(SIGUSR1)
        try child.waitFor("\"event\":\"finished\"", seconds: 60)
        child.signal(SIGINT)
        let result = child.wait()
        let finished = try #require(result.events("finished").first)
        let dropped = finished["dropped"] as? Int ?? 0
        let numbers = try Probe.frameNumbers("a-001.mp4", in: workspace)
        let missing = (numbers.last ?? 0) - (numbers.first ?? 0) + 1 - numbers.count
        #expect(missing > 30, "\(numbers)")
        #expect(abs(dropped - missing) <= 2, "\(dropped) told, \(missing) missing")
        #expect(result.events("warning").contains { $0["code"] as? String == "frames-dropped" })
    }

    @Test(.timeLimit(.minutes(15))) func anEncoderThatIsStuckEndsTheRecording() throws {
        // It holds the second picture for a minute.
        writeEncoder(thatTakes: 60_000_000, to: "stuck.pipeline")
        let child = try start("a.mp4", "-t", "./stuck.pipeline", "--pre-roll", "2s", "--no-audio")
        try child.waitFor("\"event\":\"armed\"")
        let result = child.wait(seconds: 40)
        #expect(result.status != 0)
        #expect(result.errors.contains("encoder"), "\(result.errors)")
    }

    /// Key frames that lie far apart do not use up the duration before the trigger.
    @Test(.timeLimit(.minutes(15))) func theTriggersMomentIsRecordedWithRareKeyFrames() throws {
        workspace.write(CodedCamera.template(keyframeDistance: 240), to: "coded.pipeline")
        let child = try start("a.mp4", "-t", "./coded.pipeline", "--pre-roll", "1s", "-D", "3s", "--no-audio")
        try child.waitFor("\"event\":\"armed\"")
        usleep(5_000_000)
        child.signal(SIGUSR1)
        try child.waitFor("\"event\":\"finished\"")
        child.signal(SIGINT)
        #expect(child.wait().status == 0)
        let numbers = try Probe.frameNumbers("a-001.mp4", in: workspace)
        // From the key frame to two seconds behind the trigger.
        #expect(numbers.first == 0 && isUnbroken(numbers))
        #expect(numbers.count >= 190 && numbers.count <= 240, "\(numbers.count)")
    }

    /// What is still in the stabilizer and in the encoder when a played file ends belongs to the recording.
    @Test(.timeLimit(.minutes(15))) func theEndOfAPlayedFileIsRecorded() throws {
        let source = try workspace.gstcam(
            "record",
            "-d",
            "test",
            "-s",
            "320x240",
            "--no-audio",
            "-D",
            "5s",
            "s.mkv"
        )
        #expect(source.status == 0, "\(source.errors)")
        let words = [
            "record", "-d", "file:s.mkv", "--stabilize", "cinematic", "--pre-roll", "10s", "--json", "a.mkv",
        ]
        let child = try Child([Workspace.command] + words, in: workspace.path)
        try child.waitFor("\"event\":\"armed\"")
        usleep(2_000_000)
        child.signal(SIGUSR1)
        let result = child.wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(try Probe("a-001.mkv", in: workspace).video.frames == 150)
    }

    @Test(.timeLimit(.minutes(15))) func aDirectoryThatIsNotThereIsToldBeforeTheTrigger() throws {
        let result = try workspace.gstcam("record", "-d", "test", "--pre-roll", "2s", "nowhere/a.mp4")
        #expect(result.status == 73, "\(result.errors)")
        #expect(result.errors.contains("nowhere"))
    }

    @Test(.timeLimit(.minutes(15))) func aCameraThatCodesItsPicturesIsKeptAsItIs() throws {
        workspace.write(CodedCamera.template(keyframeDistance: 30), to: "coded.pipeline")
        let child = try start("a.mp4", "-t", "./coded.pipeline", "--pre-roll", "2s", "-D", "5s", "--no-audio")
        try child.waitFor("\"event\":\"armed\"")
        usleep(4_500_000)
        child.signal(SIGUSR1)
        let trigger = Date()
        try child.waitFor("\"event\":\"finished\"")
        let took = Date().timeIntervalSince(trigger)
        child.signal(SIGTERM)
        let result = child.wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(try Probe("a-001.mp4", in: workspace).video.frames == 150)
        // Two seconds and up to a group of pictures came from before.
        #expect(took < 4.5, "\(took)")
    }

    @Test(.timeLimit(.minutes(15))) func nothingIsLeftWhenNobodyPullsTheTrigger() throws {
        let child = try start("a.mp4", "--pre-roll", "2s")
        try child.waitFor("\"event\":\"armed\"")
        usleep(500_000)
        child.signal(SIGINT)
        let result = child.wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(workspace.files.isEmpty && result.events("finished").isEmpty)
    }
}
