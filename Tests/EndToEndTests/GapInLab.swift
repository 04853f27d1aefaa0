import Foundation
import Testing

/// Cameras that go away while they are recorded, and come back.
extension LabTests {
    private func recordThroughAGap(_ options: String) throws -> Child.Result {
        try lab(
            """
            ("$GSTCAM_LAB"/fault sleep=8 unplug sleep=3 replug) &
            "$GSTCAM_LAB"/tone 440 -- "$GSTCAM_BINARY" record --json -s 320x180 -r 15 -D 14s \(options) out.mp4
            """
        )
    }

    @Test(.timeLimit(.minutes(15))) func aCameraThatComesBackIsRecordedAgainIntoTheSameFile() throws {
        let result = try recordThroughAGap("")
        #expect(result.status == 72, "\(result.errors)")
        #expect(result.errors.contains("where the picture stands still"))
        let warnings = result.events("warning").compactMap { $0["code"] as? String }
        #expect(warnings.filter { $0.hasPrefix("camera-") } == ["camera-away", "camera-back"])
        #expect(result.events("finished").count == 1)
        let finished = try #require(result.events("finished").first)
        #expect(finished["reason"] as? String == "duration")
        #expect(finished["playable"] as? Bool == true)
        // Unplugged for three seconds, and opened again at once.
        let gap = try #require(finished["gap"] as? Double)
        #expect((3..<6).contains(gap), "\(gap)")
        #expect(abs(Double(try #require(finished["lost"] as? Int)) - gap * 15) < 8)
        let probe = try Probe("out.mp4", in: workspace)
        #expect(abs(probe.video.length - 14) < 0.2)
        #expect(abs((probe.audio?.length ?? 0) - 14) < 0.2)
        // The microphone was never touched: its tone goes on through the gap.
        let silence = try workspace.tool(
            "ffmpeg",
            "-v",
            "info",
            "-nostats",
            "-i",
            "out.mp4",
            "-af",
            "silencedetect=n=-50dB:d=0.1",
            "-f",
            "null",
            "-"
        )
        #expect(!silence.errors.contains("silence_start"), "\(silence.errors.suffix(500))")
        try Probe.expectSound("out.mp4", in: workspace)
    }

    @Test(.timeLimit(.minutes(15))) func aCameraThatComesBackIsRecordedIntoAnotherFile() throws {
        let result = try recordThroughAGap("--on-gap split")
        #expect(result.status == 72, "\(result.errors)")
        let finished = result.events("finished")
        #expect(finished.map { $0["reason"] as? String } == ["device-lost", "duration"])
        #expect(finished.map { $0["file"] as? String } == ["out.mp4", "out-001.mp4"])
        #expect(finished.allSatisfy { $0["playable"] as? Bool == true })
        #expect(result.events("started").count == 2)
        #expect(result.events("segment").isEmpty)
        // Both together are as long as was asked for.
        let length = finished.reduce(0) { $0 + ($1["duration"] as? Double ?? 0) }
        #expect(abs(length - 14) < 0.3, "\(length)")
        for name in ["out.mp4", "out-001.mp4"] {
            try Probe.expectSound(name, in: workspace)
        }
    }

    @Test(.timeLimit(.minutes(15))) func picturesThatTheCameraLosesAreCounted() throws {
        let result = try lab(
            """
            ("$GSTCAM_LAB"/fault sleep=5 drop sleep=3 flow) &
            "$GSTCAM_LAB"/tone 440 -- "$GSTCAM_BINARY" record --json -s 320x180 -r 15 -D 10s out.mp4
            """
        )
        #expect(result.status == 0, "\(result.errors)")
        let finished = try #require(result.events("finished").first)
        let lost = try #require(finished["lost"] as? Int)
        let frames = try #require(finished["frames"] as? Int)
        #expect(lost > 5 && lost < 60, "\(lost)")
        #expect(abs(frames + lost - 150) <= 2, "\(frames) and \(lost)")
        #expect(try Probe("out.mp4", in: workspace).video.frames == frames)
    }
}
