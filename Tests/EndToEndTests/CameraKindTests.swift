import Foundation
import Testing

/// Cameras of every kind, each through its template with a test picture of that kind in place of the hardware.
@Suite struct CameraKindTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func record(_ template: String, _ more: String...) throws -> Probe {
        let words =
            ["record", "-t", template, "-p", "camera=test", "-a", "test", "-s", "640x360", "-D", "2s"] + more
        let result = try Child.run([Workspace.command] + words + ["a.mp4"], in: workspace.path)
        #expect(result.status == 0, "\(result.errors)")
        return try Probe("a.mp4", in: workspace)
    }

    /// The picture in the middle of the file as bytes of this ffmpeg pixel format.
    private func picture(_ format: String) throws -> [UInt8] {
        _ = try workspace.tool(
            "ffmpeg",
            "-v",
            "error",
            "-y",
            "-ss",
            "1",
            "-i",
            "a.mp4",
            "-frames:v",
            "1",
            "-f",
            "rawvideo",
            "-pix_fmt",
            format,
            "one.raw"
        )
        return [UInt8](workspace.data("one.raw"))
    }

    /// Colours in the middle of the seven bars of the test picture, from left to right.
    private func bars() throws -> [[Int]] {
        let bytes = try picture("rgb24")
        return (0..<7).map { bar in
            let offset = (100 * 640 + (2 * bar + 1) * 640 / 14) * 3
            return bytes[offset..<offset + 3].map { Int($0) }
        }
    }

    /// White, yellow, cyan, green, magenta, red, blue; the first at full strength or at three quarters.
    private func expectBars(_ bars: [[Int]], tolerance: Int) {
        let signs = [[1, 1, 1], [1, 1, 0], [0, 1, 1], [0, 1, 0], [1, 0, 1], [1, 0, 0], [0, 0, 1]]
        for (bar, sign) in zip(bars, signs) {
            for (value, isOn) in zip(bar, sign) {
                let isRight = isOn == 1 ? value > 180 - tolerance : value < 20 + tolerance
                #expect(isRight, "\(bar) should be \(sign)")
            }
        }
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: ["usb-webcam-raw", "usb-webcam", "bayer", "raspberry-pi", "screen", "pipewire"]
    )
    func coloursAndLevelsAreRight(template: String) throws {
        let probe = try record(template, "-r", "30")
        #expect(probe.video.codec_name == "h264")
        #expect(probe.video.pix_fmt == "yuv420p", "full range would be yuvj420p")
        #expect(probe.video.frames == 60)
        #expect(probe.audio?.codec_name == "aac")
        expectBars(try bars(), tolerance: 45)
        // White is 235 and black 16 in video.
        let luma = Array(try picture("gray").prefix(640 * 200))
        #expect(
            (luma.max() ?? 0) >= 250 && (luma.min() ?? 255) <= 40,
            "\(luma.min() ?? 0) \(luma.max() ?? 0)"
        )
    }

    @Test(.timeLimit(.minutes(15)), arguments: ["usb-h264", "jetson"])
    func aCamerasOwnStreamIsRecordedAsItIs(template: String) throws {
        let probe = try record(template)
        #expect(probe.video.codec_name == "h264")
        #expect(probe.video.frames == 60)
        try Probe.expectSound("a.mp4", in: workspace)
        let profile = try workspace.tool(
            "ffprobe",
            "-v",
            "error",
            "-select_streams",
            "v",
            "-show_entries",
            "stream=profile",
            "-of",
            "csv=p=0",
            "a.mp4"
        )
        // What the stand-in coded; the program itself would write High.
        #expect(profile.output.contains("Baseline"))
        expectBars(try bars(), tolerance: 45)
    }

    @Test(.timeLimit(.minutes(15))) func halfPicturesArePutTogetherWithoutCombs() throws {
        let probe = try record("capture-card")
        #expect(probe.video.frames == 60)
        let filter = "idet,metadata=print:key=lavfi.idet.multiple.progressive:file=-"
        let found = try workspace.tool(
            "ffmpeg",
            "-v",
            "error",
            "-i",
            "a.mp4",
            "-vf",
            filter,
            "-f",
            "null",
            "-"
        )
        let last = found.output.split(separator: "=").last.flatMap {
            Double($0.trimmingCharacters(in: .newlines))
        }
        #expect((last ?? 0) > 40, "only \(last ?? 0) of 60 pictures are whole")
    }

    @Test(.timeLimit(.minutes(15))) func anOddSizeIsMadeEven() throws {
        _ = try workspace.tool(
            "ffmpeg",
            "-v",
            "error",
            "-f",
            "lavfi",
            "-i",
            "testsrc2=size=321x181:rate=25",
            "-t",
            "1",
            "-c:v",
            "ffv1",
            "-pix_fmt",
            "yuv444p",
            "odd.mkv"
        )
        let result = try workspace.gstcam("record", "-d", "file:odd.mkv", "a.mp4")
        #expect(result.status == 0, "\(result.errors)")
        let probe = try Probe("a.mp4", in: workspace)
        #expect(probe.video.width == 320)
        #expect(probe.video.height == 180)
        #expect(probe.video.pix_fmt == "yuv420p")
        #expect(probe.video.frames == 25)
    }

    @Test(.timeLimit(.minutes(15))) func aCodedStreamIsNotRecordedWhereItDoesNotFit() throws {
        let result = try workspace.gstcam(
            "record",
            "-t",
            "usb-h264",
            "-p",
            "camera=test",
            "-D",
            "1s",
            "a.webm"
        )
        #expect(result.status == 64)
        #expect(result.errors.contains("webm files cannot hold the h264"), "\(result.errors)")
        #expect(workspace.files.isEmpty)
    }
}
