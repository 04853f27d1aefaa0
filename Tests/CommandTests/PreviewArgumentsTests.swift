import CameraCapture
import Testing

@testable import gstcam

/// What `gstcam preview` understands.
@Suite struct PreviewArgumentsTests {
    @Test func nothingMeansTheFirstCameraAsItIs() throws {
        let arguments = try PreviewArguments([])
        #expect(arguments.capture.camera == nil)
        #expect(arguments.capture.microphone == .none)
        #expect(arguments.gravity == .fit)
        #expect(!arguments.mirror)
        #expect(arguments.stabilization == .off)
        #expect(!arguments.quiet)
        #expect(!arguments.verbose)
    }

    @Test func theCameraIsChosenAsForARecording() throws {
        let words = ["-d", "test", "-t", "mine", "-s", "640x360", "-r", "15", "-p", "pattern=ball"]
        let preview = try PreviewArguments(words + ["--mirror"])
        let record = try RecordArguments(words + ["--no-audio", "--preview"])
        #expect(preview.mirror)
        #expect(record.preview)
        for options in [preview.capture, record.capture] {
            #expect(options.camera == "test")
            #expect(options.template == "mine")
            #expect(options.size?.width == 640)
            #expect(options.size?.height == 360)
            #expect(options.framerate?.value == 15)
            #expect(options.values == ["pattern": "ball"])
            #expect(options.microphone == .none)
        }
        #expect(try !RecordArguments([]).preview)
    }

    @Test(arguments: VideoStabilization.allCases)
    func everyWayToStabilizeIsTaken(mode: VideoStabilization) throws {
        #expect(try PreviewArguments(["--stabilize", mode.rawValue]).stabilization == mode)
        #expect(try RecordArguments(["--stabilize", mode.rawValue]).recording.stabilization == mode)
    }

    @Test(arguments: [("fit", Preview.Gravity.fit), ("fill", .fill), ("stretch", .stretch)])
    func everyGravityOfTheHelpIsTaken(name: String, gravity: Preview.Gravity) throws {
        #expect(try PreviewArguments(["--gravity", name]).gravity == gravity)
    }

    @Test(
        arguments: [
            (["--gravity", "zoom"], "\"zoom\" is no gravity. Use one of: fit, fill, stretch."),
            (
                ["--stabilize", "much"],
                "\"much\" is no way to stabilize. Use one of: off, lowlatency, standard, cinematic, auto."
            ),
            (["a.mp4"], "preview takes no \"a.mp4\". Use gstcam record to make a file."),
            (["--duration", "5s"], "preview has no option --duration. See gstcam help preview."),
            (["-s", "big"], "\"big\" is no size. Write WIDTHxHEIGHT in pixels, such as 1280x720."),
        ] as [([String], String)]
    )
    func theSentenceSaysWhatAndWhatToDo(words: [String], sentence: String) throws {
        let error = try #require(throws: CommandError.self) { _ = try PreviewArguments(words) }
        #expect(error.description == sentence)
        #expect(error.exitCode == .usage)
    }

    @Test(
        arguments: [
            ((640, 360), (640, 360)), ((1280, 720), (1280, 720)), ((1920, 1080), (960, 540)),
            ((3840, 2160), (1280, 720)), ((720, 1280), (360, 640)), ((1281, 3), (640, 1)),
        ] as [((Int, Int), (Int, Int))]
    )
    func windowsFitMostScreens(picture: (Int, Int), window: (Int, Int)) {
        #expect(PreviewWindow.size(for: (width: picture.0, height: picture.1)) == window)
    }
}
