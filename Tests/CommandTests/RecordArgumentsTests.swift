import CameraCapture
import GStreamer
import PipelineTemplates
import Testing

@testable import gstcam

/// Every option of `gstcam record` arrives with its value, in every form it can be written in.
@Suite struct RecordArgumentsTests {
    private typealias Choice = CaptureOptions.MicrophoneChoice

    @Test func nothingGivenLeavesEverythingToBeChosen() throws {
        let arguments = try RecordArguments([])
        #expect(arguments.capture.camera == nil)
        #expect(arguments.capture.microphone == Choice.automatic)
        #expect(arguments.capture.template == nil)
        #expect(arguments.capture.values == [:])
        #expect(arguments.capture.size == nil)
        #expect(arguments.capture.framerate == nil)
        #expect(arguments.recording.pattern == "gstcam-%Y%m%d-%H%M%S.mp4")
        #expect(arguments.recording.container == nil)
        #expect(arguments.recording.videoCodec == nil)
        #expect(arguments.recording.videoBitrate == nil)
        #expect(arguments.recording.stabilization == nil)
        #expect(arguments.recording.duration == nil)
        #expect(arguments.recording.maximumSize == nil)
        #expect(arguments.recording.segment == nil)
        #expect(arguments.recording.minimumFree == 16 * 1024 * 1024)
        #expect(!arguments.requiresAudio)
        #expect(!arguments.json)
        #expect(!arguments.explain)
        #expect(!arguments.quiet)
        #expect(!arguments.verbose)
    }

    @Test func whatIsWaitedForArrives() throws {
        let none = try RecordArguments([])
        #expect(none.preRoll == nil && none.patience == nil && !none.recording.isOneOfSeveral)
        let arguments = try RecordArguments([
            "--pre-roll", "10s", "--wait-device", "1m", "-D", "11s", "a.mp4",
        ])
        #expect(arguments.preRoll == .milliseconds(10_000))
        #expect(arguments.patience == .milliseconds(60_000))
        #expect(arguments.recording.isOneOfSeveral)
        for words in [["--pre-roll", "0s"], ["--pre-roll", "11m"], ["--pre-roll", "10s", "-D", "10s"]] {
            #expect(throws: CommandError.self) { _ = try RecordArguments(words) }
        }
    }

    @Test func everyLongOptionArrives() throws {
        let arguments = try RecordArguments([
            "--device", "video0", "--audio", "Webcam", "--require-audio", "--template", "mine",
            "--set", "speed=fast", "--set", "pattern=a=b", "--set", "empty=", "--size", "640x480",
            "--framerate", "29.97", "--video-codec", "h265", "--video-bitrate", "2.5M", "--container", "mkv",
            "--stabilize", "cinematic", "--duration", "5m", "--max-size", "200MB", "--min-free", "4GiB",
            "--segment", "500ms",
            "--json", "--explain", "--quiet", "--verbose", "out.mkv",
        ])
        #expect(arguments.capture.camera == "video0")
        #expect(arguments.capture.microphone == Choice.named("Webcam"))
        #expect(arguments.requiresAudio)
        #expect(arguments.capture.template == "mine")
        #expect(arguments.capture.values == ["speed": "fast", "pattern": "a=b", "empty": ""])
        #expect(arguments.capture.size?.width == 640)
        #expect(arguments.capture.size?.height == 480)
        #expect(arguments.capture.framerate == Fraction(numerator: 30000, denominator: 1001))
        #expect(arguments.recording.videoCodec == "h265")
        #expect(arguments.recording.videoBitrate == 2_500_000)
        #expect(arguments.recording.container == "mkv")
        #expect(arguments.recording.stabilization == .cinematic)
        #expect(arguments.recording.duration == ClockTime(nanoseconds: 300_000_000_000))
        #expect(arguments.recording.maximumSize == 200_000_000)
        #expect(arguments.recording.minimumFree == 4 << 30)
        #expect(arguments.recording.segment == ClockTime(nanoseconds: 500_000_000))
        #expect(arguments.json)
        #expect(arguments.explain)
        #expect(arguments.quiet)
        #expect(arguments.verbose)
        #expect(arguments.recording.pattern == "out.mkv")
    }

    @Test func everyShortOptionArrives() throws {
        let arguments = try RecordArguments([
            "-d", "test", "-a", "hw:CARD=Webcam,DEV=0", "-t", "base", "-p", "speed=fast", "-s", "1280X720",
            "-r", "30", "-D", "90", "-q", "-v", "out.mp4",
        ])
        #expect(arguments.capture.camera == "test")
        #expect(arguments.capture.microphone == Choice.named("hw:CARD=Webcam,DEV=0"))
        #expect(arguments.capture.template == "base")
        #expect(arguments.capture.values == ["speed": "fast"])
        #expect(arguments.capture.size?.width == 1280)
        #expect(arguments.capture.size?.height == 720)
        #expect(arguments.capture.framerate == Fraction(30))
        #expect(arguments.recording.duration == ClockTime(nanoseconds: 90_000_000_000))
        #expect(arguments.quiet)
        #expect(arguments.verbose)
        #expect(!arguments.json)
        #expect(arguments.recording.pattern == "out.mp4")
    }

    @Test func valuesMayBeAttached() throws {
        let arguments = try RecordArguments([
            "-dtest", "-s640x480", "-r25", "-D10s", "--device=file:/a b.mp4", "--set=name=a=b",
            "--video-bitrate=800k", "--segment=1h", "--template=", "x.mp4",
        ])
        #expect(arguments.capture.camera == "file:/a b.mp4")
        #expect(arguments.capture.size?.width == 640)
        #expect(arguments.capture.framerate == Fraction(25))
        #expect(arguments.recording.duration == ClockTime(nanoseconds: 10_000_000_000))
        #expect(arguments.capture.values == ["name": "a=b"])
        #expect(arguments.recording.videoBitrate == 800_000)
        #expect(arguments.recording.segment == ClockTime(nanoseconds: 3_600_000_000_000))
        #expect(arguments.capture.template == "")
        #expect(arguments.recording.pattern == "x.mp4")
    }

    @Test func theLastOfSeveralValuesCounts() throws {
        let arguments = try RecordArguments([
            "-D", "1s", "--duration=2s", "-d", "a", "-db", "-p", "x=1", "-p", "x=2",
        ])
        #expect(arguments.recording.duration == ClockTime(nanoseconds: 2_000_000_000))
        #expect(arguments.capture.camera == "b")
        #expect(arguments.capture.values == ["x": "2"])
    }

    @Test func noAudioMeansNoMicrophone() throws {
        #expect(try RecordArguments(["--no-audio"]).capture.microphone == Choice.none)
        #expect(try RecordArguments(["-a", "test"]).capture.microphone == Choice.named("test"))
        #expect(try RecordArguments(["--require-audio"]).capture.microphone == Choice.automatic)
    }

    @Test func aContainerWithoutAFileNamesTheDefaultFile() throws {
        let arguments = try RecordArguments(["--container", "webm"])
        #expect(arguments.recording.pattern == "gstcam-%Y%m%d-%H%M%S.webm")
        #expect(try RecordArguments(["--container", "mkv", "a.xyz"]).recording.pattern == "a.xyz")
    }

    @Test func aFileMayLookLikeAnOptionBehindTwoDashes() throws {
        #expect(try RecordArguments(["-q", "--", "-D"]).recording.pattern == "-D")
        #expect(try RecordArguments(["--", "--json"]).json == false)
        #expect(try RecordArguments(["%Y/%i-100%%.mp4"]).recording.pattern == "%Y/%i-100%%.mp4")
    }

    @Test(
        arguments: [
            ("500ms", 500_000_000), ("10s", 10_000_000_000), ("5m", 300_000_000_000),
            ("2min", 120_000_000_000),
            ("1h", 3_600_000_000_000), ("90", 90_000_000_000), ("1.5s", 1_500_000_000),
            ("1 s", 1_000_000_000),
            ("1S", 1_000_000_000), ("1us", 1_000), ("1ns", 1),
        ] as [(String, Int64)]
    )
    func durationsTakeTheirUnit(text: String, nanoseconds: Int64) throws {
        let arguments = try RecordArguments(["-D", text, "--segment", text])
        #expect(arguments.recording.duration == ClockTime(nanoseconds: nanoseconds))
        #expect(arguments.recording.segment == ClockTime(nanoseconds: nanoseconds))
    }

    @Test(
        arguments: [
            ("200MB", 200_000_000), ("200mb", 200_000_000), ("4GiB", 4_294_967_296), ("100k", 100_000),
            ("100KiB", 102_400), ("1.5M", 1_500_000), ("1000000", 1_000_000), ("1T", 1_000_000_000_000),
        ] as [(String, Int64)]
    )
    func sizesTakeTheirUnit(text: String, bytes: Int64) throws {
        let arguments = try RecordArguments(["--max-size", text, "--min-free", text])
        #expect(arguments.recording.maximumSize == bytes)
        #expect(arguments.recording.minimumFree == bytes)
    }

    @Test func freeSpaceMayBeNoConcern() throws {
        #expect(try RecordArguments(["--min-free", "0"]).recording.minimumFree == 0)
    }

    @Test(
        arguments: [
            ("800k", 800_000), ("4M", 4_000_000), ("2.5M", 2_500_000), ("128000", 128_000),
            ("4Mbit/s", 4_000_000),
        ] as [(String, Int)]
    )
    func bitratesTakeTheirUnit(text: String, bits: Int) throws {
        #expect(try RecordArguments(["--video-bitrate", text]).recording.videoBitrate == bits)
    }

    @Test(
        arguments: [
            ("30", 30, 1), ("12.5", 25, 2), ("29.97", 30000, 1001), ("23.976", 24000, 1001),
            ("30000/1001", 30000, 1001),
            ("25/1", 25, 1),
        ] as [(String, Int, Int)]
    )
    func frameratesMayBeFractions(text: String, numerator: Int, denominator: Int) throws {
        let framerate = try RecordArguments(["-r", text]).capture.framerate
        #expect(framerate == Fraction(numerator: numerator, denominator: denominator))
    }

    @Test(arguments: ["h264", "h265", "vp8", "vp9", "av1"])
    func everyCodecOfTheHelpIsTaken(codec: String) throws {
        #expect(try RecordArguments(["--video-codec", codec]).recording.videoCodec == codec)
    }
}
