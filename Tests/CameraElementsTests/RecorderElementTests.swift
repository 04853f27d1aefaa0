import CGStreamer
import CameraDevices
import PipelineTemplates
import Testing

@testable import CameraElements
@testable import GStreamer

/// `gstcamrecorder` and `gstcamsrc` in pipelines of this process.
@Suite(.serialized) struct RecorderElementTests {
    private let folder: TemporaryFolder

    init() throws {
        try Gst.initialize()
        #expect(registerElements())
        folder = try TemporaryFolder()
    }

    private static let source =
        "videotestsrc is-live=true ! video/x-raw, width=160, height=120, framerate=30/1"

    private func finished(_ messages: [BusMessage]) -> [CapsStructure] {
        messages.compactMap {
            if case .element(let structure, _) = $0, structure.name == "recording-finished" {
                structure
            } else {
                nil
            }
        }
    }

    /// A recorder outside of any pipeline.
    private func withRecorder(_ body: (ElementAddress) throws -> Void) throws {
        let pointer = try #require(gst_element_factory_make("gstcamrecorder", nil))
        gst_object_ref_sink(pointer)
        defer { gst_object_unref(pointer) }
        try body(ElementAddress(pointer))
    }

    // MARK: - Pads

    @Test func thereIsOnePadForEitherStream() throws {
        try withRecorder { recorder in
            for name in ["video_%u", "audio_%u"] {
                let pad = try #require(gst_element_request_pad_simple(recorder.pointer, name))
                #expect(gst_element_request_pad_simple(recorder.pointer, name) == nil)
                gst_element_release_request_pad(recorder.pointer, pad)
                gst_object_unref(pad)
                let again = try #require(gst_element_request_pad_simple(recorder.pointer, name))
                gst_object_unref(again)
            }
        }
    }

    @Test func padsTakeTheirFormatsOnly() throws {
        try withRecorder { recorder in
            let pad = try #require(gst_element_request_pad_simple(recorder.pointer, "video_%u"))
            defer { gst_object_unref(pad) }
            for (text, isTaken) in [
                ("video/x-raw, format=I420, width=16, height=16, framerate=30/1", true),
                ("video/x-h264, stream-format=avc, alignment=au, width=16, height=16", true),
                ("audio/x-raw, format=S16LE, rate=48000, channels=2, layout=interleaved", false),
                ("image/jpeg", false),
            ] {
                let caps = gst_caps_from_string(text)
                defer { gst_caps_unref(caps) }
                #expect((gst_pad_query_accept_caps(pad, caps) != 0) == isTaken, "\(text)")
            }
        }
    }

    // MARK: - States

    @Test(.timeLimit(.minutes(15))) func statesGoUpAndDownAHundredTimes() async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline(
            "\(Self.source) ! gstcamrecorder name=r audiotestsrc is-live=true ! r.audio_0 "
                + "gstcamsrc device=test microphone=test name=c ! fakesink c.audio ! fakesink"
        )
        for round in 0..<100 {
            try pipeline.element.setState(round % 4 == 0 ? .playing : round % 4 == 1 ? .paused : .ready)
            #expect(pipeline.element.waitForState(timeout: .seconds(10)))
            try pipeline.element.setState(round % 2 == 0 ? .null : .ready)
        }
        try pipeline.element.setState(.null)
        #expect(messages.errors.isEmpty, "\(messages.errors)")
        #expect(finished(messages.all).isEmpty && folder.files.isEmpty)
    }

    @Test(.timeLimit(.minutes(15))) func aPipelineThatStopsHasACompleteFile() async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline("\(Self.source) ! gstcamrecorder location=\(folder.path)/a.mp4")
        for round in 1...3 {
            try pipeline.element.setState(.playing)
            let hasBegun = await messages.wait { [self] messages in
                let isStarted = messages.contains {
                    if case .element(let said, _) = $0 { said.name == "recording-started" } else { false }
                }
                return isStarted && finished(messages).count == round - (round == 1 ? 1 : 0)
            }
            #expect(hasBegun)
            try pipeline.element.setState(.null)
            // The file of the first round is there, so the others are refused.
            #expect(finished(messages.all).count == round)
        }
        let told = finished(messages.all).map { $0["playable"] }
        #expect(told == [.integer(1), .integer(0), .integer(0)])
        #expect(folder.files == ["a.mp4"] && messages.errors.isEmpty)
    }

    /// Bins look for sources and sinks when an element is added, which is before these have anything in them.
    @Test(.timeLimit(.minutes(15))) func theEndGoesThroughBinsAround() async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline(
            "bin.( bin.( gstcamsrc device=test parameters=width=160,height=120,framerate=30 name=c ) ) "
                + "bin.( bin.( gstcamrecorder name=r location=\(folder.path)/a.mp4 ) )  c.video ! r.video_0"
        )
        try pipeline.element.setState(.playing)
        let hasBegun = await messages.wait { messages in
            messages.contains {
                if case .element(let said, _) = $0 { said.name == "recording-started" } else { false }
            }
        }
        #expect(hasBegun)
        gst_element_send_event(pipeline.element.pointer, gst_event_new_eos())
        #expect(await messages.waitForEnd())
        #expect(finished(messages.all).first?["playable"] == .integer(1))
        try pipeline.element.setState(.null)
    }

    // MARK: - Recordings

    @Test(.timeLimit(.minutes(15))) func startStopAndSplitSayWhetherTheyDidSomething() async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline("\(Self.source) ! gstcamrecorder name=r")
        let element = try #require(pipeline.child(named: "r"))
        let recorder = ElementAddress(element.pointer)
        try pipeline.element.setState(.playing)
        #expect(recorder.emit("stop") == .boolean(false))
        #expect(recorder.emit("split-now") == .boolean(false))
        try element.setProperty("location", to: folder.path + "/a.mp4")
        #expect(recorder.emit("start") == .boolean(true))
        #expect(try element.property("recording", as: Bool.self))
        try await Task.sleep(for: .seconds(1))
        #expect(recorder.emit("split-now") == .boolean(true))
        try await Task.sleep(for: .seconds(1))
        #expect(recorder.emit("stop") == .boolean(true))
        let hasEnded = await messages.wait { [self] messages in finished(messages).count == 2 }
        #expect(hasEnded)
        #expect(try !element.property("recording", as: Bool.self))
        #expect(folder.files == ["a-001.mp4", "a.mp4"])
        let playable = finished(messages.all).map { $0["playable"] }
        #expect(playable == [.integer(1), .integer(1)])
        try pipeline.element.setState(.null)
        #expect(messages.errors.isEmpty)
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            ("location=/nowhere/a.mp4", "directory"), ("location=a.unknown", "container"),
            ("location=a.mp4 template=nosuch", "nosuch"), ("location=a.mp4 encoder=nosuch", "nosuch"),
            ("location=a.mp4 template=usb-h264", "raw"),
        ]
    )
    func aStartThatIsRefusedEndsOnceAndHarmsNothing(_ properties: String, _ word: String) async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline(
            "videotestsrc is-live=true num-buffers=20 ! gstcamrecorder \(properties)"
        )
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        let told = finished(messages.all)
        #expect(told.count == 1 && told.first?["playable"] == .integer(0))
        guard case .string(let error)? = told.first?["error"] else {
            Issue.record("no error")
            return
        }
        #expect(error.contains(word), "\(error)")
        try pipeline.element.setState(.null)
    }

    @Test(.timeLimit(.minutes(15))) func aDurationIsKeptToThePicture() async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline(
            "videotestsrc is-live=true num-buffers=60 ! video/x-raw, framerate=30/1 "
                + "! gstcamrecorder location=\(folder.path)/a.mkv max-duration=1000000000"
        )
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        let told = finished(messages.all)
        #expect(told.count == 1)
        #expect(told.first?["frames"] == .integer(30) && told.first?["reason"] == .string("duration"))
        try pipeline.element.setState(.null)
    }

    // MARK: - Cameras

    @Test func aCameraThatIsNotThereIsAnError() async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline("gstcamsrc device=nosuch ! fakesink")
        #expect(throws: GStreamerError.self) { try pipeline.element.setState(.playing) }
        #expect(messages.errors.count == 1 && messages.errors.first?.domain == .resource)
        #expect(messages.errors.first?.message.contains("nosuch") == true)
    }

    @Test func parametersAreReadOrRefused() throws {
        var settings = SourceSettings()
        settings.parameters = "width=640, height=480,framerate=30000/1001,pattern=ball"
        let options = try settings.options()
        #expect(options.size?.width == 640 && options.size?.height == 480)
        #expect(options.framerate?.description == "30000/1001" && options.values == ["pattern": "ball"])
        settings.parameters = "pattern"
        #expect(throws: (any Error).self) { _ = try settings.options() }
    }
}
