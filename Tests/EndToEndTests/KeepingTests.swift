import Foundation
import Testing

/// What becomes of files: the next one, the ones that are kept, and what is written about them.
@Suite struct KeepingTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test(.timeLimit(.minutes(15))) func aSignalBeginsTheNextFileWithoutALostOrDoubledFrame() throws {
        let child = try workspace.start(
            "record",
            "-d",
            "test",
            "-s",
            "320x240",
            "-D",
            "6s",
            "--json",
            "a.mp4"
        )
        for part in 1...2 {
            try child.waitFor("\"event\":\"started\"", times: part)
            usleep(1_500_000)
            child.signal(SIGUSR1)
        }
        let result = child.wait()
        #expect(result.status == 0, "\(result.errors)")
        let names = ["a.mp4", "a-001.mp4", "a-002.mp4"]
        #expect(result.events("finished").compactMap { $0["file"] as? String } == names)
        #expect(result.events("finished").allSatisfy { $0["playable"] as? Bool == true })
        let numbers = try names.flatMap { try Probe.frameNumbers($0, in: workspace) }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 }, "\(numbers)")
        // All together are as long as was asked for.
        #expect(abs(numbers.count - 180) <= 2, "\(numbers.count)")
    }

    /// Coded pictures can begin a file at a key frame only: the file before has all pictures up to that.
    @Test(.timeLimit(.minutes(15))) func aCodedCamerasNextFileBeginsWithItsNextKeyFrame() throws {
        workspace.write(CodedCamera.template(keyframeDistance: 90), to: "coded.pipeline")
        let words = ["record", "-d", "test", "-t", "./coded.pipeline", "-s", "320x240", "-D", "9s", "--json"]
        let child = try Child([Workspace.command] + words + ["a.mp4"], in: workspace.path)
        try child.waitFor("\"duration\":3")
        usleep(500_000)
        child.signal(SIGUSR1)
        let result = child.wait()
        #expect(result.status == 0, "\(result.errors)")
        let numbers = try ["a.mp4", "a-001.mp4"].map { try Probe.frameNumbers($0, in: workspace) }
        let all = numbers.flatMap(\.self)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 + 1 == $1 }, "\(all)")
        #expect(numbers[1].first.map { $0 % 90 } == 0, "\(numbers[1])")
        #expect(abs(all.count - 270) <= 3, "\(all.count)")
    }

    /// The sound goes on as well, and in both files it stays with the pictures.
    @Test(.timeLimit(.minutes(15))) func aCodedCamerasSoundGoesOnUntilTheNextFile() throws {
        workspace.write(CodedCamera.template(keyframeDistance: 150), to: "coded.pipeline")
        let words = ["record", "-d", "test", "-t", "./coded.pipeline", "-s", "320x240", "-D", "8s", "--json"]
        let child = try Child([Workspace.command] + words + ["a.mkv"], in: workspace.path)
        try child.waitFor("\"event\":\"progress\"")
        usleep(500_000)
        child.signal(SIGUSR1)
        let result = child.wait()
        #expect(result.status == 0, "\(result.errors)")
        let finished = result.events("finished")
        #expect(finished.count == 2 && finished.allSatisfy { $0["silence"] == nil }, "\(finished)")
        for name in ["a.mkv", "a-001.mkv"] {
            let offsets = try Synchrony.offsets(name, in: workspace)
            #expect(offsets.count >= 2 && offsets.allSatisfy { abs($0) < 0.02 }, "\(name): \(offsets)")
        }
    }

    /// Without key frames nothing else can begin: the file goes on, and somebody is told.
    @Test(.timeLimit(.minutes(15))) func aCameraWithoutKeyFramesKeepsItsFile() throws {
        workspace.write(CodedCamera.template(keyframeDistance: 900), to: "coded.pipeline")
        let words = [
            "record", "-d", "test", "-t", "./coded.pipeline", "-s", "320x240", "-D", "12s", "--json",
        ]
        let child = try Child([Workspace.command] + words + ["a.mkv"], in: workspace.path)
        try child.waitFor("\"event\":\"progress\"")
        child.signal(SIGUSR1)
        let result = child.wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.events("warning").map { $0["code"] as? String } == ["no-next-file"])
        #expect(workspace.files == ["a.mkv", "coded.pipeline"])
        #expect(try Probe.frameNumbers("a.mkv", in: workspace) == Array(0..<360))
    }

    /// What is asked for holds for all files together, also while one hands over to the other.
    @Test(.timeLimit(.minutes(15))) func aSizeIsNotExceededByTwoFiles() throws {
        workspace.write(CodedCamera.template(keyframeDistance: 90), to: "coded.pipeline")
        let words = [
            "record", "-d", "test", "-t", "./coded.pipeline", "-s", "320x240", "--max-size", "800k", "--json",
        ]
        let child = try Child([Workspace.command] + words + ["a.mp4"], in: workspace.path)
        try child.waitFor("\"event\":\"progress\"")
        child.signal(SIGUSR1)
        let result = child.wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.events("finished").last?["reason"] as? String == "size")
        let bytes = ["a.mp4", "a-001.mp4"].map { workspace.data($0).count }
        #expect(bytes.allSatisfy { $0 > 50_000 } && bytes.reduce(0, +) <= 800_000, "\(bytes)")
    }

    @Test(.timeLimit(.minutes(15))) func aStopBeforeTheNextFileBeginsEndsTheOneBefore() throws {
        workspace.write(CodedCamera.template(keyframeDistance: 240), to: "coded.pipeline")
        let words = ["record", "-d", "test", "-t", "./coded.pipeline", "-s", "320x240", "--json", "a.mp4"]
        let child = try Child([Workspace.command] + words, in: workspace.path)
        try child.waitFor("\"event\":\"progress\"")
        child.signal(SIGUSR1)
        usleep(1_000_000)
        let before = Date()
        child.signal(SIGINT)
        let result = child.wait()
        #expect(Date().timeIntervalSince(before) < 5)
        #expect(result.status == 0, "\(result.errors)")
        #expect(workspace.files == ["a.mp4", "coded.pipeline"])
        let frames = try Probe("a.mp4", in: workspace).video.frames
        #expect(result.events("finished").map { $0["frames"] as? Int } == [frames])
        #expect(frames >= 55, "\(frames)")
    }

    @Test(.timeLimit(.minutes(15))) func onlyTheNewestFilesAreKeptAlsoOfEarlierRuns() throws {
        for name in ["cam-001.mp4", "cam-002.mp4"] { workspace.write(Data("old".utf8), to: name) }
        workspace.write(Data("mine".utf8), to: "cam-notes.mp4")
        let result = try workspace.gstcam(
            "record",
            "-d",
            "test",
            "-s",
            "320x240",
            "-D",
            "4s",
            "--segment",
            "1s",
            "--keep-files",
            "2",
            "--json",
            "cam.mp4"
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(workspace.files == ["cam-005.mp4", "cam-006.mp4", "cam-notes.mp4"])
        let removed = result.events("removed").compactMap { $0["file"] as? String }
        #expect(removed == ["cam-001.mp4", "cam-002.mp4", "cam-003.mp4", "cam-004.mp4"])
        #expect(try Probe("cam-006.mp4", in: workspace).video.frames == 30)
    }

    @Test(.timeLimit(.minutes(15))) func aReceiptTellsWhatTheFilesAre() throws {
        let before = Date()
        let result = try workspace.gstcam(
            "record",
            "-d",
            "test",
            "-s",
            "320x240",
            "-D",
            "3s",
            "--segment",
            "1s",
            "--receipt",
            "r-%i.mp4"
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(workspace.files == ["r-001.mp4", "r-001.mp4.json", "r-002.mp4", "r-003.mp4"])
        let object = try JSONSerialization.jsonObject(with: workspace.data("r-001.mp4.json"))
        let receipt = try #require(object as? [String: Any])
        #expect(receipt["frames"] as? Int == 90)
        #expect(receipt["dropped"] as? Int == 0)
        #expect(receipt["lost"] as? Int == 0)
        #expect(receipt["reason"] as? String == "duration")
        let start = try #require(receipt["start"] as? [String: Any])
        let wall = try Date(
            try #require(start["wall"] as? String),
            strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        )
        #expect(wall >= before.addingTimeInterval(-1) && wall <= Date())
        let segments = try #require(receipt["segments"] as? [[String: Any]])
        #expect(segments.compactMap { $0["file"] as? String } == ["r-001.mp4", "r-002.mp4", "r-003.mp4"])
        for segment in segments {
            let name = try #require(segment["file"] as? String)
            let digest = try workspace.tool("sha256sum", name).output.prefix { $0 != " " }
            #expect(segment["sha256"] as? String == String(digest))
            #expect(segment["bytes"] as? Int == workspace.data(name).count)
            #expect(segment["frames"] as? Int == 30)
            #expect(abs((segment["framerate"] as? Double ?? 0) - 30) < 1)
            #expect((segment["missing"] as? [Any])?.isEmpty == true)
        }
    }
}
