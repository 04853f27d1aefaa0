import Foundation
import Testing

/// Cameras, microphones and encoders that do not do what they should, each one a template of its own.
@Suite struct SourceFaultTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func record(_ stage: String, _ text: String, _ options: String..., seconds: Int) throws
        -> Child.Result
    {
        let template = "[template]\nsummary = a fault\nextends = test\n\n[\(stage)]\n\(text)\n"
        workspace.write(Data(template.utf8), to: "fault.pipeline")
        let words = ["record", "-d", "test", "-s", "320x240", "-t", "./fault.pipeline", "--json"]
        return try Child.run(
            [Workspace.command] + words + ["-D", "\(seconds)s"] + options + ["a.mp4"],
            in: workspace.path
        )
    }

    private func count(_ finished: [String: Any], _ key: String) -> Int { finished[key] as? Int ?? 0 }

    /// A played stream whose pictures become larger in the middle.
    @Test(.timeLimit(.minutes(15)), .fault("the camera changes its format", "0 frames, one size"))
    func aCameraThatChangesItsFormatIsRecordedOn() throws {
        for (name, size, start) in [("a.ts", "320x240", "0"), ("b.ts", "640x360", "3")] {
            _ = try workspace.tool(
                "ffmpeg",
                "-v",
                "error",
                "-f",
                "lavfi",
                "-i",
                "testsrc=size=\(size):rate=25:duration=3",
                "-c:v",
                "libx264",
                "-pix_fmt",
                "yuv420p",
                "-bf",
                "0",
                "-output_ts_offset",
                start,
                name
            )
        }
        workspace.write(workspace.data("a.ts") + workspace.data("b.ts"), to: "both.ts")
        let result = try workspace.gstcam("record", "-d", "file:both.ts", "--json", "a.mp4")
        #expect(result.status == 0, "\(result.errors)")
        let finished = try #require(result.events("finished").first)
        #expect(finished["playable"] as? Bool == true)
        let probe = try Probe("a.mp4", in: workspace)
        #expect(probe.video.width == 320)
        #expect(probe.video.height == 240)
        #expect(probe.video.frames == count(finished, "frames"))
        #expect(probe.video.frames == 150)
        try Probe.expectSound("a.mp4", in: workspace)
        Fault.tell(lost: "\(150 - probe.video.frames) frames")
    }

    @Test(.timeLimit(.minutes(15)), .fault("encoder slower than real time", "all told, sound whole"))
    func aSlowEncoderDropsAndTells() throws {
        let start = Date()
        let result = try record(
            "video.encoder",
            """
            identity sleep-time=100000 ! videoconvert
            ! x264enc tune=zerolatency speed-preset=ultrafast bframes=0 key-int-max=15
            ! video/x-h264, profile=constrained-baseline ! h264parse config-interval=-1
            """,
            seconds: 6
        )
        let time = Date().timeIntervalSince(start) - 6
        #expect(time < 12, "\(time)")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.events("warning").contains { $0["code"] as? String == "frames-dropped" })
        let finished = try #require(result.events("finished").first)
        let (frames, dropped) = (count(finished, "frames"), count(finished, "dropped"))
        #expect(dropped > 60)
        #expect(frames + dropped == 180, "\(finished)")
        let probe = try Probe("a.mp4", in: workspace)
        #expect(probe.video.frames == frames)
        #expect(abs((probe.audio?.length ?? 0) - 6) < 0.1)
        try Probe.expectSound("a.mp4", in: workspace)
        Fault.tell(lost: "\(dropped) frames, told", seconds: time)
    }

    @Test(.timeLimit(.minutes(15)), .fault("5 fps camera", "0 frames, sound whole"))
    func aSlowCameraKeepsItsSound() throws {
        let result = try workspace.gstcam(
            "record",
            "-d",
            "test",
            "-s",
            "320x240",
            "-r",
            "5",
            "-D",
            "6s",
            "--segment",
            "2s",
            "--json",
            "s-%i.mp4"
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(workspace.files == ["s-001.mp4", "s-002.mp4", "s-003.mp4"])
        var frames = 0
        for name in workspace.files {
            let probe = try Probe(name, in: workspace)
            frames += probe.video.frames
            #expect(probe.video.frames == 10)
            #expect(abs((probe.audio?.length ?? 0) - 2) < 0.1, "\(name)")
            try Probe.expectSound(name, in: workspace)
        }
        Fault.tell(lost: "\(30 - frames) frames")
    }

    @Test(.timeLimit(.minutes(15)), .fault("microphone never delivers", "told, 0 frames"))
    func aDeadMicrophoneIsToldAndThePicturesAreRecorded() throws {
        let result = try record(
            "audio.source",
            """
            audiotestsrc name=microphone is-live=true ! identity drop-probability=1
            ! audio/x-raw, rate=${audio-rate}, channels=${audio-channels}
            """,
            seconds: 8
        )
        let codes = result.events("warning").compactMap { $0["code"] as? String }
        #expect(codes.contains("no-audio") || codes.contains("microphone-failed"), "\(codes)")
        let finished = try #require(result.events("finished").first)
        #expect(finished["playable"] as? Bool == true, "\(finished)")
        #expect(finished["audio"] as? Bool == false)
        #expect(try Probe("a.mp4", in: workspace).video.frames == 240)
        Fault.tell(lost: "\(240 - count(finished, "frames")) frames")
    }

    @Test(.timeLimit(.minutes(15)), .fault("microphone stops, and returns", "silence told, 0 frames"))
    func aMicrophoneThatReturnsIsHeardAgain() throws {
        // It falls silent after two seconds each time it is opened.
        let result = try record(
            "audio.source",
            """
            audiotestsrc name=microphone is-live=true samplesperbuffer=480 num-buffers=200
            ! audio/x-raw, rate=${audio-rate}, channels=${audio-channels} ! both.
            audiotestsrc is-live=true ! audio/x-raw, rate=${audio-rate}, channels=${audio-channels}
            ! identity drop-probability=1 ! both.
            concat name=both
            """,
            seconds: 10
        )
        #expect(result.status == 0, "\(result.errors)")
        let codes = result.events("warning").compactMap { $0["code"] as? String }
        #expect(codes.prefix(2) == ["microphone-failed", "microphone-returned"])
        let finished = try #require(result.events("finished").first)
        #expect(finished["playable"] as? Bool == true)
        let probe = try Probe("a.mp4", in: workspace)
        #expect(probe.video.frames == 300)
        #expect(abs((probe.audio?.length ?? 0) - 10) < 0.1)
        let silence = try #require(finished["silence"] as? Double)
        #expect((2...7).contains(silence), "\(silence)")
        Fault.tell(lost: String(format: "%d frames, %.1f s of sound", 300 - probe.video.frames, silence))
    }

    /// The microphone takes so many samples in a second, and says that it takes 48,000.
    @Test(
        .timeLimit(.minutes(15)),
        .fault("microphone slow or fast, in the command", "within 40 ms, ppm within 10 %"),
        arguments: Fault.isComplete ? [47_520, 47_952, 48_048, 48_480] : [48_480]
    )
    func aMicrophoneThatIsWrongStaysWithThePictures(rate: Int) throws {
        let seconds = Fault.isComplete ? 30 : 20
        let result = try record(
            "audio.source",
            """
            audiotestsrc name=microphone is-live=true wave=ticks samplesperbuffer=48
            ! audio/x-raw, rate=\(rate), channels=2 ! capssetter caps="audio/x-raw, rate=48000"
            """,
            seconds: seconds
        )
        #expect(result.status == 0, "\(result.errors)")
        let finished = try #require(result.events("finished").first)
        let told = try #require(finished["drift"] as? Double)
        let drift = (Double(rate) / 48_000 - 1) * 1e6
        #expect(abs(told - drift) < abs(drift) * 0.1, "\(told)")
        #expect(abs(try #require(finished["audio_offset"] as? Double)) < 0.04)
        let offsets = try Synchrony.offsets("a.mp4", in: workspace)
        #expect(offsets.count >= seconds - 1)
        let worst = try #require(offsets.map(abs).max())
        #expect(worst < 0.04, "\(offsets)")
        Fault.tell(
            String(format: "%+.1f %% for %d s", drift / 10_000, seconds),
            lost: String(format: "worst %.1f ms, told %+.0f ppm", worst * 1000, told)
        )
    }
}
