import CGStreamer
import Dispatch
import Recording
import Testing

@testable import CameraElements
@testable import GStreamer

/// Starts, stops, seeks and pads of `gstcamrecorder` that come at awkward moments.
@Suite(.serialized, .timeLimit(.minutes(15))) struct RecorderOrderTests {
    private static let pictures = "video/x-raw, width=160, height=120, framerate=30/1"
    private static let live = "videotestsrc is-live=true ! \(pictures)"
    /// Sound that is linked and never comes, so that a start waits for it for a second.
    private static let silence = "audiotestsrc is-live=true ! valve drop=true"

    private let folder: TemporaryFolder

    init() throws {
        try Gst.initialize()
        registerElements()
        folder = try TemporaryFolder()
    }

    /// A pipeline with a recorder `r`, and what it says.
    private final class Bench: Sendable {
        let messages = Collected<BusMessage>()
        let pipeline: Pipeline
        let recorder: ElementAddress

        init(_ description: String) throws {
            pipeline = try messages.pipeline(description)
            recorder = ElementAddress(try #require(pipeline.child(named: "r")).pointer)
        }

        func said(_ name: String) -> [CapsStructure] {
            messages.all.compactMap {
                if case .element(let structure, _) = $0, structure.name == name { structure } else { nil }
            }
        }

        var finished: [CapsStructure] { said("recording-finished") }

        /// Waits until so many recordings have begun or ended.
        func wait(for name: String, count: Int = 1) async -> Bool {
            await messages.wait { [self] _ in said(name).count >= count }
        }

        func set(_ property: String, _ value: String) {
            gst_util_set_object_arg(recorder.cast(to: GObject.self), property, value)
        }

        func act(_ action: String) -> Bool { recorder.emit(action) == .boolean(true) }

        var isRecording: Bool {
            get throws { try pipeline.child(named: "r")?.property("recording", as: Bool.self) ?? false }
        }

        /// Plays from a time to another, in nanoseconds.
        func seek(to start: Int, until stop: Int) -> Bool {
            gst_element_seek(
                pipeline.element.pointer,
                1,
                GST_FORMAT_TIME,
                GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue),
                GST_SEEK_TYPE_SET,
                start,
                GST_SEEK_TYPE_SET,
                stop
            ) != 0
        }
    }

    // MARK: - Listeners

    @Test func aListenerMayStartAgainWhenAStartIsRefused() async throws {
        let bench = try Bench("\(Self.live) ! gstcamrecorder name=r")
        let answers = Collected<Bool>()
        Listener.connect(to: "recording-finished", of: bench.recorder) { [weak bench, path = folder.path] in
            guard answers.all.isEmpty, let bench else { return }
            bench.set("location", path + "/a.mkv")
            answers.add(bench.act("start"))
        }
        try bench.pipeline.element.setState(.playing)
        try await Task.sleep(for: .milliseconds(300))
        // It has no location.
        #expect(!bench.act("start"))
        #expect(await bench.wait(for: "recording-started"))
        #expect(answers.all == [true])
        #expect(bench.act("stop"))
        #expect(await bench.wait(for: "recording-finished", count: 2))
        try bench.pipeline.element.setState(.null)
        #expect(bench.finished.map { $0["playable"] } == [.integer(0), .integer(1)])
        #expect(folder.files == ["a.mkv"])
    }

    @Test func aListenerMaySplitWhenARecordingBegins() async throws {
        let bench = try Bench("\(Self.live) ! gstcamrecorder name=r location=\(folder.path)/a.mkv")
        let answers = Collected<Bool>()
        Listener.connect(to: "notify::recording", of: bench.recorder) { [weak bench] in
            guard answers.all.isEmpty, let bench else { return }
            answers.add(bench.act("split-now"))
        }
        try bench.pipeline.element.setState(.playing)
        // The first one may not have got a picture yet.
        let next = folder.path + "/a-001.mkv"
        let hasSplit = await bench.messages.wait { _ in
            bench.said("recording-started").contains { $0["file"] == .string(next) }
        }
        #expect(hasSplit && answers.all == [true])
        try bench.pipeline.element.setState(.null)
        #expect(bench.finished.count == 2 && bench.finished.last?["file"] == .string(next))
        #expect(bench.finished.last?["playable"] == .integer(1))
    }

    /// What is wished for while the pipeline stops begins when it plays again, and not in between.
    @Test func aListenerMayStartAgainWhileThePipelineStops() async throws {
        let bench = try Bench("\(Self.live) ! gstcamrecorder name=r location=\(folder.path)/%i.mkv")
        let answers = Collected<Bool>()
        Listener.connect(to: "recording-finished", of: bench.recorder) { [weak bench] in
            guard answers.all.isEmpty, let bench else { return }
            answers.add(bench.act("start"))
        }
        try bench.pipeline.element.setState(.playing)
        #expect(await bench.wait(for: "recording-started"))
        try bench.pipeline.element.setState(.ready)
        #expect(answers.all == [true] && bench.finished.count == 1 && folder.files.count == 1)
        #expect(try bench.isRecording)
        try bench.pipeline.element.setState(.playing)
        #expect(await bench.wait(for: "recording-started", count: 2))
        try bench.pipeline.element.setState(.null)
        #expect(bench.finished.map { $0["playable"] } == [.integer(1), .integer(1)])
        #expect(folder.files.count == 2)
    }

    @Test func nothingIsHandedOnBehindTheEnd() {
        let queue = DispatchQueue(label: "events")
        let heard = Collected<String>()
        let handler = RecorderElement.untilTheEnd(on: queue) { event in
            switch event {
            case .warning(let code, _): heard.add(code)
            case .finished: heard.add("finished")
            default: heard.add("other")
            }
        }
        queue.sync {
            handler(.warning(code: "early", message: ""))
            handler(.finished(RecordingResult(reason: .stopped, error: nil, files: [])))
            handler(.warning(code: "late", message: ""))
            handler(.paused)
            handler(.finished(RecordingResult(reason: .stopped, error: nil, files: [])))
        }
        #expect(heard.all == ["early", "finished"])
    }

    // MARK: - Stops

    /// A recorder that waits for its first sound, and what the start will answer.
    private func benchThatPrepares() async throws -> (Bench, Collected<Bool>) {
        let bench = try Bench(
            "\(Self.live) ! gstcamrecorder name=r recording=false \(Self.silence) ! r.audio_0"
        )
        try bench.pipeline.element.setState(.playing)
        try await Task.sleep(for: .milliseconds(300))
        bench.set("location", folder.path + "/a.mkv")
        let answers = Collected<Bool>()
        DispatchQueue.global().async { answers.add(bench.act("start")) }
        try await Task.sleep(for: .milliseconds(300))
        #expect(answers.all.isEmpty)
        return (bench, answers)
    }

    @Test func aStopEndsWhatIsBeingPrepared() async throws {
        let (bench, answers) = try await benchThatPrepares()
        #expect(bench.act("stop"))
        #expect(await answers.wait { $0.count == 1 })
        #expect(answers.all == [false])
        #expect(await bench.wait(for: "recording-finished"))
        // It does not begin later either.
        try await Task.sleep(for: .seconds(2))
        #expect(try !bench.isRecording)
        #expect(folder.files.isEmpty && bench.said("recording-started").isEmpty)
        #expect(bench.finished.map { $0["reason"] } == [.string("stopped")])
        try bench.pipeline.element.setState(.null)
        #expect(bench.finished.count == 1)
    }

    @Test func aStopRightBehindAStartIsNotLost() async throws {
        let bench = try Bench("\(Self.live) ! gstcamrecorder name=r recording=false")
        try bench.pipeline.element.setState(.playing)
        try await Task.sleep(for: .milliseconds(300))
        bench.set("location", folder.path + "/%i.mkv")
        for round in 1...20 {
            #expect(bench.act("start"))
            #expect(bench.act("stop"))
            #expect(await bench.wait(for: "recording-finished", count: round))
        }
        #expect(bench.finished.map { $0["reason"] } == Array(repeating: .string("stopped"), count: 20))
        #expect(try !bench.isRecording)
        try bench.pipeline.element.setState(.null)
    }

    @Test func aPipelineThatStopsEndsWhatIsBeingPrepared() async throws {
        let (bench, answers) = try await benchThatPrepares()
        try bench.pipeline.element.setState(.ready)
        // All is told when the pipeline has stopped.
        #expect(bench.finished.map { $0["reason"] } == [.string("stopped")])
        #expect(await answers.wait { $0 == [false] })
        try await Task.sleep(for: .seconds(2))
        #expect(bench.said("recording-started").isEmpty && folder.files.isEmpty)
        #expect(try !bench.isRecording)
        try bench.pipeline.element.setState(.null)
        #expect(bench.finished.count == 1)
    }

    // MARK: - Seeks

    @Test func aRecordingBehindAnEndAndASeekHasSound() async throws {
        let bench = try Bench(
            "videotestsrc ! \(Self.pictures) ! gstcamrecorder name=r recording=false audiotestsrc ! r.audio_0"
        )
        try bench.pipeline.element.setState(.paused)
        #expect(bench.pipeline.element.waitForState(timeout: .seconds(10)))
        #expect(bench.seek(to: 0, until: 500_000_000))
        try bench.pipeline.element.setState(.playing)
        #expect(await bench.messages.waitForEnd())
        bench.set("location", folder.path + "/a.mkv")
        #expect(bench.seek(to: 0, until: 3_000_000_000))
        #expect(bench.act("start"))
        #expect(await bench.wait(for: "recording-finished"))
        #expect(bench.finished.map { $0["audio"] } == [.integer(1)])
        #expect(bench.finished.map { $0["reason"] } == [.string("source-ended")])
        try bench.pipeline.element.setState(.null)
    }

    @Test func aSeekEndsTheRecordingAndTheNextOneHasAllPictures() async throws {
        let bench = try Bench(
            "videotestsrc ! \(Self.pictures) ! gstcamrecorder name=r location=\(folder.path)/%i.mkv "
                + "audiotestsrc ! r.audio_0"
        )
        try bench.pipeline.element.setState(.playing)
        #expect(await bench.wait(for: "recording-started"))
        try await Task.sleep(for: .seconds(2))
        // Its sinks keep their state over a seek, so that only a pause sets the clock back.
        try bench.pipeline.element.setState(.paused)
        #expect(bench.seek(to: 10_000_000_000, until: 13_000_000_000))
        #expect(try !bench.isRecording)
        try bench.pipeline.element.setState(.playing)
        #expect(bench.act("start"))
        #expect(await bench.wait(for: "recording-finished", count: 2))
        try bench.pipeline.element.setState(.null)
        #expect(bench.finished.map { $0["reason"] } == [.string("source-ended"), .string("source-ended")])
        #expect(bench.finished.map { $0["audio"] } == [.integer(1), .integer(1)])
        // No picture of the other time came to the first one, and the second one did not wait for the old time.
        #expect(bench.finished.map { $0["lost"] } == [.integer(0), .integer(0)])
        guard case .integer(let frames)? = bench.finished.last?["frames"] else {
            Issue.record("no pictures were counted")
            return
        }
        #expect((30...90).contains(frames), "\(frames)")
    }

    // MARK: - Pads

    @Test func aPadOfAFullQueueIsGivenBack() async throws {
        let bench = try Bench("videotestsrc ! \(Self.pictures) ! gstcamrecorder name=r")
        try bench.pipeline.element.setState(.paused)
        let queue = try #require(bench.pipeline.child(named: "waiting"))
        // Three seconds of pictures fit in, give or take one.
        let isFull = await Collected<Int>().wait { _ in
            (try? queue.property("current-level-buffers", as: Int.self)).map { $0 >= 88 } ?? false
        }
        #expect(isFull)
        try await Task.sleep(for: .milliseconds(300))
        let released = Collected<Bool>()
        DispatchQueue.global().async {
            guard let pad = gst_element_get_static_pad(bench.recorder.pointer, "video_0") else { return }
            gst_element_release_request_pad(bench.recorder.pointer, pad)
            gst_object_unref(pad)
            released.add(true)
        }
        #expect(await released.wait { $0 == [true] })
        #expect(bench.recorder.pointer.pointee.numpads == 0)
        try bench.pipeline.element.setState(.null)
    }
}
