import Foundation
import Testing

@Suite struct RecordTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            ("mp4", "h264", "aac"), ("mov", "h264", "aac"), ("mkv", "h264", "aac"), ("ts", "h264", "aac"),
            ("webm", "vp9", "opus"),
        ]
    )
    func everyContainerHoldsWhatWasAskedFor(suffix: String, video: String, audio: String) throws {
        let result = try workspace.gstcam(
            "record",
            "-d",
            "test",
            "-s",
            "640x360",
            "-D",
            "2s",
            "--json",
            "a.\(suffix)"
        )
        #expect(result.status == 0, "\(result.errors)")
        let finished = try #require(result.events("finished").first)
        #expect(result.events("finished").count == 1)
        #expect(finished["playable"] as? Bool == true)
        #expect(finished["reason"] as? String == "duration")
        let probe = try Probe("a.\(suffix)", in: workspace)
        #expect(probe.video.codec_name == video)
        #expect(probe.audio?.codec_name == audio)
        #expect(probe.video.pix_fmt == "yuv420p")
        #expect(probe.video.frames == 60)
        #expect(finished["frames"] as? Int == 60)
        try Probe.expectSound("a.\(suffix)", in: workspace)
    }

    @Test(.timeLimit(.minutes(15))) func aCleanStopLeavesAnOrdinaryMovie() throws {
        _ = try workspace.gstcam("record", "-d", "test", "-s", "640x360", "-D", "2s", "a.mp4")
        let boxes = Probe.boxes("a.mp4", in: workspace)
        #expect(boxes.filter { $0 == "moov" }.count == 1)
        #expect(!boxes.contains("moof"))
        #expect(boxes.last == "moov")
        let index = workspace.data("a.mp4").suffix(20_000)
        #expect(index.range(of: Data("mvex".utf8)) == nil)
        let probe = try Probe("a.mp4", in: workspace)
        #expect(probe.video.start == 0)
        #expect(abs(probe.audio?.start ?? 1) < 1.0 / 30)
    }

    @Test(.timeLimit(.minutes(15))) func segmentsFollowEachOtherWithoutALostOrDoubledFrame() throws {
        let result = try workspace.gstcam(
            "record",
            "-d",
            "test",
            "-s",
            "640x360",
            "-D",
            "10s",
            "--segment",
            "2s",
            "--json",
            "out-%i.mp4"
        )
        #expect(result.status == 0)
        #expect(workspace.files == (1...5).map { "out-00\($0).mp4" })
        var numbers: [Int] = []
        for name in (1...5).map({ "out-00\($0).mp4" }) {
            let probe = try Probe(name, in: workspace)
            #expect(probe.video.frames == 60)
            #expect(abs(probe.video.seconds - 2) < 0.001)
            #expect(probe.video.start == 0)
            let first = try workspace.tool(
                "ffprobe",
                "-v",
                "error",
                "-select_streams",
                "v",
                "-read_intervals",
                "%+#1",
                "-show_entries",
                "packet=pts_time,flags",
                "-of",
                "csv=p=0",
                name
            )
            #expect(first.output.hasPrefix("0.000000,K"))
            numbers += try Probe.frameNumbers(name, in: workspace)
        }
        let start = try #require(numbers.first)
        #expect(numbers == Array(start..<start + 300))
        #expect(result.events("finished").count == 5)
        #expect(result.events("segment").count == 4)
        #expect(
            result.events("finished").map { $0["reason"] as? String ?? "" }
                == ["segment", "segment", "segment", "segment", "duration"]
        )
    }

    @Test(.timeLimit(.minutes(15)), arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalFinishesTheFile(number: Int32) throws {
        let child = try workspace.start("record", "-d", "test", "-s", "640x360", "--json", "a.mp4")
        usleep(3_000_000)
        child.signal(number)
        let result = child.wait(seconds: 20)
        #expect(result.status == 0)
        let finished = try #require(result.events("finished").first)
        #expect(finished["reason"] as? String == "stopped")
        #expect(finished["playable"] as? Bool == true)
        let probe = try Probe("a.mp4", in: workspace)
        #expect(probe.video.frames == finished["frames"] as? Int)
        #expect(probe.video.frames > 45)
        try Probe.expectSound("a.mp4", in: workspace)
    }

    @Test(.timeLimit(.minutes(15))) func aFileIsRecordedAsIfItWereACamera() throws {
        _ = try workspace.tool(
            "ffmpeg",
            "-v",
            "error",
            "-f",
            "lavfi",
            "-i",
            "testsrc=size=320x240:rate=25:duration=6",
            "-f",
            "lavfi",
            "-i",
            "sine=frequency=500:duration=6",
            "-c:v",
            "libx264",
            "-c:a",
            "aac",
            "clip.mp4"
        )
        let result = try workspace.gstcam("record", "-d", "file:clip.mp4", "-D", "4s", "--json", "a.mp4")
        #expect(result.status == 0, "\(result.errors)")
        let probe = try Probe("a.mp4", in: workspace)
        #expect(probe.video.frames == 100)
        #expect(probe.video.width == 320)
        #expect(probe.audio != nil)
        // A played file ends by itself before a longer limit.
        let whole = try workspace.gstcam("record", "-d", "file:clip.mp4", "--json", "b.mp4")
        #expect(whole.status == 0, "\(whole.errors)")
        #expect(whole.events("finished").first?["reason"] as? String == "source-ended")
        #expect(try Probe("b.mp4", in: workspace).video.frames == 150)
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [["a.mp4"], ["a.mkv"], ["a.webm"], ["a.ts"], ["--segment", "500ms", "s-%i.mp4"]]
    )
    func theSizeLimitIsNeverExceeded(names: [String]) throws {
        let options = ["record", "-d", "test", "-p", "pattern=snow", "-s", "640x360", "--max-size", "4MB"]
        let result = try Child.run(
            [Workspace.command] + options + ["--video-bitrate", "4M", "--json"] + names,
            in: workspace.path
        )
        #expect(result.status == 0, "\(result.errors)")
        let finished = try #require(result.events("finished").last)
        #expect(finished["reason"] as? String == "size")
        #expect(finished["playable"] as? Bool == true)
        let size = workspace.files.reduce(0) { $0 + workspace.data($1).count }
        #expect(size <= 4_000_000)
        #expect(size > 3_400_000, "\(size)")
    }

    @Test(.timeLimit(.minutes(15))) func bitrateAndKeyFramesAreAsAsked() throws {
        let result = try workspace.gstcam(
            "record",
            "-d",
            "test",
            "-p",
            "pattern=snow",
            "-s",
            "640x360",
            "-D",
            "6s",
            "--video-bitrate",
            "1500k",
            "-p",
            "keyframe-interval=1s",
            "--no-audio",
            "a.mp4"
        )
        #expect(result.status == 0, "\(result.errors)")
        let bits = Double(workspace.data("a.mp4").count) * 8 / 6
        #expect(abs(bits - 1_500_000) < 300_000)
        let packets = try workspace.tool(
            "ffprobe",
            "-v",
            "error",
            "-select_streams",
            "v",
            "-show_entries",
            "packet=flags",
            "-of",
            "csv=p=0",
            "a.mp4"
        )
        let keys = packets.output.split(separator: "\n").enumerated().filter { $1.hasPrefix("K") }.map(
            \.offset
        )
        #expect(keys == [0, 30, 60, 90, 120, 150])
    }
}
