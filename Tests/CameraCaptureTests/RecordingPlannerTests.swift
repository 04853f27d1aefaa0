import GStreamer
import PipelineTemplates
import Testing

@testable import CameraCapture
@testable import CameraDevices
@testable import Recording

/// A wish that cannot be recorded is refused before anything is written.
@Suite struct RecordingPlannerTests {
    init() throws { try Gst.initialize() }

    private func selection(values: [String: String] = [:]) throws -> CaptureSelection {
        var options = CaptureOptions()
        options.camera = "test"
        options.size = (322, 182)
        options.values = values
        return try CaptureSelection(options: options)
    }

    private func error(
        _ pattern: String,
        values: [String: String] = [:],
        _ change: (inout RecordingOptions) -> Void = { _ in }
    ) throws -> CaptureError {
        var options = RecordingOptions(pattern: pattern)
        change(&options)
        let selection = try selection(values: values)
        return try #require(throws: CaptureError.self) { _ = try selection.plan(options) }
    }

    @Test func aCodecMustFitItsContainer() throws {
        let error = try error("a.webm") { $0.videoCodec = "h264" }
        #expect(error.code == .usage)
        #expect(
            error.description
                == "webm files cannot hold h264. Use one of: vp9, vp8, av1, or another container."
        )
    }

    @Test func aCodecThatNoEncoderWritesIsNamed() throws {
        let error = try error("a.webm") { $0.videoCodec = "H264" }
        #expect(error.code == .usage)
        #expect(
            error.description
                == "no encoder writes \"H264\". Use one of: vp9, vp8, av1; gstcam encoders lists them all."
        )
    }

    @Test func theContainerMustBeKnown() throws {
        let known = "Use one of: mp4, mkv, mov, webm, ts."
        let suffix = try error("a/b.c/file.avi")
        #expect(suffix.code == .usage)
        #expect(
            suffix.description
                == "the name a/b.c/file.avi does not say which container is wanted. \(known)"
        )
        let none = try error("a.mp4/file")
        #expect(none.description == "the name a.mp4/file does not say which container is wanted. \(known)")
        let named = try error("a.mp4") { $0.container = "avi" }
        #expect(named.description == "there is no container \"avi\". \(known)")
    }

    @Test(
        arguments: [
            ("a.mp4", nil, "mp4"), ("a.M4V", nil, "mp4"), ("a.mov", nil, "mov"), ("a.qt", nil, "mov"),
            ("a.mkv", nil, "mkv"), ("a.mts", nil, "ts"), ("%Y.%i.mkv", nil, "mkv"), ("a", "mov", "mov"),
            ("a.mp4", "mkv", "mkv"), ("a.xyz", "m2ts", "ts"),
        ] as [(String, String?, String)]
    )
    func theSuffixOrTheWishChoosesTheContainer(pattern: String, wish: String?, container: String) throws {
        var options = RecordingOptions(pattern: pattern)
        options.container = wish
        let planned = try selection().plan(options)
        #expect(planned.container == container)
        #expect(planned.plan.finishesInPlace == ["mp4", "mov"].contains(container))
    }

    @Test func thePlanHoldsWhatWasAskedFor() throws {
        var options = RecordingOptions(pattern: "a.mkv")
        options.videoCodec = "vp8"
        options.videoBitrate = 900_000
        options.duration = .seconds(5)
        options.maximumSize = 1_000_000
        options.segment = .seconds(2)
        options.minimumFree = 7
        let planned = try selection().plan(options)
        #expect(planned.videoEncoder == "vp8enc")
        #expect(planned.audioEncoder != nil)
        #expect(planned.attempts.last?.problem == nil)
        let plan = planned.plan
        #expect(plan.limits.duration == .seconds(5))
        #expect(plan.limits.size == 1_000_000)
        #expect(plan.limits.minimumFree == 7)
        #expect(plan.naming.pattern == "a-%i.mkv")
        #expect(plan.frameDuration == ClockTime(nanoseconds: 33_333_333))
        #expect(plan.audio == AudioFormat(rate: 48_000, channels: 2))
        #expect(plan.deviceName == "Test camera")
        #expect(plan.fragments.videoEncoder?.contains("target-bitrate=900000") == true)
        #expect(plan.fragments.videoFilter?.contains("width=322, height=182") == true)
        #expect(plan.fragments.sink.contains("max-size-time=2000000000"))
        #expect(plan.fragments.muxer.hasPrefix("matroskamux"))
    }

    @Test func theStabilizerIsTheOneAskedForOrTheTemplates() throws {
        var options = RecordingOptions(pattern: "a.mkv")
        #expect(try selection().plan(options).plan.fragments.videoStabilizer == nil)
        #expect(try selection().plan(options).crop == 0)
        for mode in VideoStabilization.allCases {
            options.stabilization = mode
            let planned = try selection().plan(options)
            let fragment = planned.plan.fragments.videoStabilizer
            #expect((fragment == nil) == (mode == .off))
            #expect(fragment?.contains("videostab name=stabilizer mode=\(mode.rawValue) crop=0.1") ?? true)
            #expect(planned.crop == (mode == .off ? 0 : 0.1))
        }
        let directory = try TemporaryDirectory()
        try directory.write(
            "[template]\nsummary = own\nextends = test\n\n[video.stabilizer]\nidentity\n",
            to: "own.pipeline"
        )
        var capture = CaptureOptions()
        capture.camera = "test"
        capture.template = "\(directory.path)/own.pipeline"
        let own = try CaptureSelection(options: capture)
        options.stabilization = nil
        #expect(try own.plan(options).plan.fragments.videoStabilizer == "identity")
        options.stabilization = .off
        #expect(try own.plan(options).plan.fragments.videoStabilizer == nil)
    }

    @Test func whatTheCameraSteadiesItselfIsLeftAlone() throws {
        var (options, source) = (RecordingOptions(pattern: "a.mkv"), try selection().source)
        source.isSteadied = true
        options.stabilization = .auto
        #expect(try source.plan(options).stabilization == .off)
        options.stabilization = .standard
        #expect(try source.plan(options).stabilization == .standard)
    }

    @Test func whatHasNoUsualSizeCannotBeSteadied() throws {
        var capture = CaptureOptions()
        capture.camera = "test"
        capture.size = (2200, 2200)
        var options = RecordingOptions(pattern: "a.mkv")
        let selection = try CaptureSelection(options: capture)
        options.stabilization = .auto
        #expect(try selection.plan(options).stabilization == nil)
        options.stabilization = .standard
        let error = try #require(throws: CaptureError.self) { _ = try selection.plan(options) }
        #expect(
            error.description
                == "pictures of 2200x2200 cannot be steadied. "
                + "Choose a size from 160x90 to 3840x2160, or do without stabilization."
        )
    }

    @Test func withoutAMicrophoneThereIsNoSound() throws {
        var options = CaptureOptions()
        options.camera = "test"
        options.size = (320, 180)
        options.microphone = .none
        let selection = try CaptureSelection(options: options)
        let planned = try selection.plan(RecordingOptions(pattern: "a.mp4"))
        #expect(planned.audioEncoder == nil)
        #expect(planned.plan.audio == nil)
        #expect(planned.plan.fragments.audioEncoder == nil)
    }

    @Test func aValueForTheTemplateIsTaken() throws {
        let selection = try selection(values: ["pattern": "ball"])
        let planned = try selection.plan(RecordingOptions(pattern: "a.mkv"))
        #expect(try planned.template.text(.videoSource)?.contains("pattern=ball") == true)
    }

    @Test func aValueForTheEncoderIsTaken() throws {
        let selection = try selection(values: ["speed": "veryfast"])
        let planned = try selection.plan(RecordingOptions(pattern: "a.mkv"))
        #expect(planned.plan.fragments.videoEncoder?.contains("speed-preset=veryfast") == true)
    }

    @Test func anUnknownParameterNamesTheClosest() throws {
        let error = try error("a.mp4", values: ["patern": "ball"])
        #expect(error.code == .badTemplate)
        #expect(error.what == "--set: test has no parameter \"patern\". Did you mean \"pattern\"?")
        #expect(error.description == error.what)
    }

    @Test func aWrongValueIsNamed() throws {
        let error = try error("a.mp4", values: ["pattern": "bal"])
        #expect(error.code == .badTemplate)
        #expect(error.description.contains("Did you mean \"ball\"?"))
    }
}
