import Foundation
import Testing

/// The elements in programs of other people.
@Suite(.serialized) struct PluginTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    // MARK: - What GStreamer sees

    @Test(arguments: ["gstcamrecorder", "gstcamsrc", "videostab"]) func elementsTellAllAboutThemselves(
        _ element: String
    )
        throws
    {
        #expect(Plugin.has(element))
        let text = try workspace.run(["gst-inspect-1.0", element]).output
        for line in [
            "Long-name ", "Klass ", "Description ", "Author                   The gstcam project",
            "Documentation ",
            "Example                  gst-launch-1.0 ", "License                  MIT/X11", "Pad Templates:",
        ] {
            #expect(text.contains(line), "\(element) does not tell \(line)")
        }
    }

    @Test func propertiesHaveTheirRanges() throws {
        let text = try workspace.run(["gst-inspect-1.0", "gstcamrecorder"]).output
        for property in [
            "location", "template", "encoder", "bitrate", "stabilize", "segment-time", "fragment-interval",
            "max-duration",
            "min-free", "recording", "stats",
        ] {
            #expect(text.contains("\n  \(property) "), "\(property) is missing")
        }
        #expect(text.contains("Unsigned Integer. Range: 0 - 2000000000 Default: 0"))
        #expect(text.contains("Unsigned Integer64. Range: 0 - 9223372036854775807 Default: 16777216"))
        for signal in ["start", "stop", "split-now", "recording-started", "recording-finished"] {
            #expect(text.contains("\"\(signal)\""), "\(signal) is missing")
        }
    }

    @Test func theFileIsSelfContained() throws {
        let libraries = try workspace.tool("ldd", Plugin.path).output
        #expect(!libraries.contains("swift") && !libraries.contains("dispatch"))
        let names = try workspace.tool("nm", "-D", "--defined-only", Plugin.path).output
            .split(separator: "\n").filter { $0.contains(" T ") }
        #expect(names.count == 1 && names[0].hasSuffix(" gst_plugin_camelements_get_desc"))
    }

    // MARK: - gst-launch-1.0

    @Test(.timeLimit(.minutes(15))) func aLaunchLineRecordsPictures() throws {
        let result = try workspace.launch(
            "videotestsrc is-live=true num-buffers=150 ! gstcamrecorder location=a.mp4"
        )
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(result.messages("recording-started").count == 1)
        let finished = result.messages("recording-finished")
        #expect(finished.count == 1)
        #expect(finished.first?.contains("frames=(gint64)150") == true)
        #expect(finished.first?.contains("playable=(boolean)true") == true)
        let file = try Probe("a.mp4", in: workspace)
        #expect(file.video.frames == 150 && file.audio == nil)
        #expect(file.video.start == 0 && abs(file.video.seconds - 5) < 0.001)
        try Probe.expectSound("a.mp4", in: workspace)
    }

    @Test(.timeLimit(.minutes(15))) func soundIsRecordedWithThePictures() throws {
        let result = try workspace.launch(
            "videotestsrc is-live=true num-buffers=90 ! gstcamrecorder name=r location=a.mp4 "
                + "audiotestsrc is-live=true num-buffers=140 ! r."
        )
        #expect(result.messages("recording-finished").count == 1)
        let file = try Probe("a.mp4", in: workspace)
        #expect(file.video.frames == 90)
        let audio = try #require(file.audio)
        #expect(audio.codec_name == "aac" && abs(audio.seconds - file.video.seconds) < 0.05)
        #expect(abs(audio.start - file.video.start) < 0.001)
        try Probe.expectSound("a.mp4", in: workspace)
    }

    @Test(.timeLimit(.minutes(15))) func segmentsFollowEachOther() throws {
        let result = try workspace.launch(
            "videotestsrc is-live=true num-buffers=150 ! gstcamrecorder location=a.mp4 segment-time=2000000000"
        )
        #expect(result.messages("recording-finished").count == 3)
        let frames = try ["a-001.mp4", "a-002.mp4", "a-003.mp4"].map {
            try Probe($0, in: workspace).video.frames
        }
        #expect(frames == [60, 60, 30])
    }

    @Test(.timeLimit(.minutes(15))) func codedPicturesAreRecordedAsTheyAre() throws {
        let result = try workspace.launch(
            "videotestsrc is-live=true num-buffers=60 ! x264enc tune=zerolatency ! gstcamrecorder location=a.mp4"
        )
        #expect(result.messages("recording-started").first?.contains("video_encoder") == false)
        #expect(try Probe("a.mp4", in: workspace).video.frames == 60)
    }

    @Test(.timeLimit(.minutes(15))) func aFailedRecordingLeavesThePipelineAlone() throws {
        workspace.write(Data("mine".utf8), to: "a.mp4")
        let result = try workspace.launch(
            "videotestsrc is-live=true num-buffers=30 ! gstcamrecorder location=a.mp4"
        )
        #expect(result.status == 0 && result.messages("recording-started").isEmpty)
        let finished = result.messages("recording-finished")
        #expect(finished.count == 1 && finished[0].contains("exists"))
        #expect(finished[0].contains("playable=(boolean)false"))
        #expect(workspace.data("a.mp4") == Data("mine".utf8))
    }

    @Test(.timeLimit(.minutes(15))) func nothingLeaks() throws {
        _ = try workspace.launch(
            "videotestsrc is-live=true num-buffers=30 ! gstcamrecorder name=r location=a.mp4 "
                + "audiotestsrc is-live=true num-buffers=45 ! r."
        )
        let result = try workspace.launch(
            "gstcamsrc name=c device=file:a.mp4 ! videoconvert ! videostab ! gstcamrecorder name=r location=b.mp4 "
                + "c.audio ! queue ! r.audio_0",
            environment: ["GST_TRACERS": "leaks", "GST_DEBUG": "GST_TRACER:7"]
        )
        #expect(result.status == 0 && result.messages("recording-finished").count == 1)
        #expect(!result.errors.contains("object-alive, type-name=(string)G"), "\(result.errors.prefix(2000))")
        #expect(try Probe("b.mp4", in: workspace).video.frames == 30)
    }

    @Test(.timeLimit(.minutes(15))) func aHundredChangesOfStateLeakNothing() throws {
        let program = """
            import gi
            gi.require_version("Gst", "1.0")
            from gi.repository import Gst
            Gst.init(None)
            pipeline = Gst.parse_launch("gstcamsrc device=test microphone=test name=c ! videoconvert ! videostab"
                " ! gstcamrecorder name=r  c.audio ! r.audio_0")
            recorder = pipeline.get_by_name("r")
            for turn in range(100):
                if turn % 10 == 0:
                    recorder.set_property("location", f"{turn}.mp4")
                    recorder.set_property("recording", turn % 20 == 0)
                pipeline.set_state((Gst.State.PLAYING, Gst.State.PAUSED, Gst.State.READY)[turn % 3])
                pipeline.get_state(10 * Gst.SECOND)
                pipeline.set_state((Gst.State.NULL, Gst.State.READY)[turn % 2])
            pipeline.set_state(Gst.State.NULL)
            del pipeline, recorder
            Gst.deinit()
            """
        let result = try workspace.run(
            ["/usr/bin/python3", "-c", program],
            environment: ["GST_TRACERS": "leaks", "GST_DEBUG": "GST_TRACER:7"]
        )
        #expect(result.status == 0, "\(result.errors.suffix(2000))")
        #expect(!result.errors.contains("object-alive, type-name=(string)G"), "\(result.errors.prefix(2000))")
    }

    // MARK: - Examples

    @Test(.timeLimit(.minutes(15))) func fiftyClipsMissNothingBetweenThem() throws {
        let result = try workspace.run([
            "/usr/bin/python3", Plugin.example("record-clips.py"), ".", "50", "0.5",
            "gstcamsrc device=test microphone=none parameters=width=320,height=240,framerate=30",
        ])
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n")
        // The pipeline came to its playing state and did not leave it before the last file was told of.
        let states = lines.prefix { $0 != "stopping" }.filter { $0.hasPrefix("state ") }
        #expect(states == ["state ready", "state paused", "state playing"])
        let finished = lines.filter { $0.hasPrefix("finished ") }.map { $0.split(separator: " ")[1] }
        let names = (1...50).map { String(format: "clip-%03d.mp4", $0) }
        #expect(finished.map { String($0.dropFirst(2)) }.sorted() == names)
        let numbers = try names.flatMap { try Probe.frameNumbers($0, in: workspace) }
        let first = try #require(numbers.first)
        #expect(numbers == Array(first..<first + numbers.count))
    }

    @Test(.timeLimit(.minutes(15)), arguments: ["record-clips", "use-camera"])
    func examplesInPythonAndC(_ name: String) throws {
        let flags = try workspace.tool("pkg-config", "--cflags", "--libs", "gstreamer-1.0").output
            .split(whereSeparator: \.isWhitespace).map(String.init)
        let built = try workspace.run(
            ["gcc", "-Wall", "-Werror", "-o", name, Plugin.example("\(name).c")] + flags
        )
        #expect(built.status == 0, "\(built.errors)")
        for (language, words) in [
            ("c", ["./\(name)"]), ("py", ["/usr/bin/python3", Plugin.example("\(name).py")]),
        ] {
            try FileManager.default.createDirectory(
                atPath: workspace.path + "/" + language,
                withIntermediateDirectories: true
            )
            let result = try workspace.run(words + [language])
            #expect(result.status == 0, "\(result.errors)")
            for clip in ["clip-001.mp4", "clip-002.mp4", "clip-003.mp4"] where name == "record-clips" {
                #expect(try Probe("\(language)/\(clip)", in: workspace).video.frames >= 20)
            }
            if name == "use-camera" {
                #expect(try Probe("\(language)/camera.mkv", in: workspace).video.frames == 60)
            }
        }
    }

    @Test(.enabled(if: Plugin.has("videostab")), .timeLimit(.minutes(15)))
    func examplesSteadyAFile() throws {
        _ = try workspace.tool(
            "ffmpeg",
            "-v",
            "error",
            "-f",
            "lavfi",
            "-i",
            "testsrc2=size=320x240:rate=30:duration=2",
            "shaky.mkv"
        )
        let flags = try workspace.tool("pkg-config", "--cflags", "--libs", "gstreamer-1.0").output
            .split(whereSeparator: \.isWhitespace).map(String.init)
        let built = try workspace.run(
            ["gcc", "-Wall", "-Werror", "-o", "steady", Plugin.example("stabilize-file.c")] + flags
        )
        #expect(built.status == 0, "\(built.errors)")
        for (name, words) in [
            ("c.mkv", ["./steady"]), ("py.mkv", ["/usr/bin/python3", Plugin.example("stabilize-file.py")]),
        ] {
            let result = try workspace.run(words + ["shaky.mkv", name])
            #expect(result.status == 0, "\(result.errors)")
            #expect(try Probe(name, in: workspace).video.frames == 60)
        }
    }
}
