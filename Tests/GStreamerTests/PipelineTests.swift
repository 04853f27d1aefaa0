import GStreamer
import Testing

/// Running pipelines: messages, states, and what is released.
struct PipelineTests {
    init() throws { try Gst.initialize() }

    @Test func theEndOfAStreamIsToldOnce() async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline("fakesrc num-buffers=3 ! fakesink sync=false")
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        try pipeline.element.setState(.null)
        let ends = messages.all.filter { if case .endOfStream = $0 { true } else { false } }
        #expect(ends.count == 1)
    }

    @Test func aMissingFileIsAnErrorOfItsElement() async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline("filesrc name=reader ! fakesink")
        try pipeline.child(named: "reader")?.setProperty("location", to: "/nonexistent/%s.mp4")
        let refusal = try #require(throws: GStreamerError.self) {
            try pipeline.element.setState(.playing)
        }
        #expect(refusal.code == .stateChange)
        #expect(await messages.waitForEnd() == false)
        let report = try #require(messages.errors.first)
        #expect(report.element == "reader")
        #expect(report.factory == "filesrc")
        #expect(report.domain == .resource)
        #expect(report.code == 3, "GST_RESOURCE_ERROR_NOT_FOUND")
        #expect(!report.message.isEmpty)
        #expect(!report.message.hasSuffix("."))
        #expect(report.debug.contains("No such file"))
    }

    @Test func aStreamErrorHasItsOwnDomain() async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline("fakesrc sizetype=fixed sizemax=64 ! qtdemux ! fakesink")
        try pipeline.element.setState(.playing)
        _ = await messages.waitForEnd()
        let report = try #require(messages.errors.first)
        #expect(report.domain == .stream)
        #expect(["qtdemux", "fakesrc"].contains(report.factory))
    }

    @Test func anElementMessageCarriesItsStructure() async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline(
            "audiotestsrc num-buffers=20 ! level name=meter interval=50000000 ! fakesink sync=false"
        )
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        let found = messages.all.compactMap { message -> CapsStructure? in
            guard case .element(let structure, let source) = message, source == "meter" else { return nil }
            return structure
        }
        #expect(found.first?.name == "level")
        #expect(found.first?["duration"] == .integer(50_000_000))
    }

    @Test func statesAreReachedAndWaitedFor() async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline("videotestsrc is-live=true ! fakesink")
        #expect(pipeline.runningTime == nil)
        pipeline.useSystemClock()
        for state in [ElementState.ready, .paused, .playing] {
            try pipeline.element.setState(state)
            #expect(pipeline.element.waitForState(timeout: .seconds(10)))
        }
        let time = try #require(pipeline.runningTime)
        #expect(time >= .zero)
        pipeline.recalculateLatency()
        try pipeline.element.setState(.null)
    }

    @Test func twoPipelinesShareOneTime() async throws {
        let messages = Collected<BusMessage>()
        let first = try messages.pipeline("videotestsrc is-live=true ! fakesink")
        first.useSystemClock()
        try first.element.setState(.playing)
        #expect(first.element.waitForState(timeout: .seconds(10)))
        try await Task.sleep(nanoseconds: 200_000_000)

        let second = try messages.pipeline("videotestsrc is-live=true ! fakesink")
        second.useSystemClock()
        second.useTime(since: first.baseTime)
        try second.element.setState(.playing)
        #expect(second.element.waitForState(timeout: .seconds(10)))
        let before = try #require(first.runningTime)
        let time = try #require(second.runningTime)
        let after = try #require(first.runningTime)
        #expect(before <= time && time <= after)
    }

    @Test func aPipelineThatIsForgottenReleasesItsHandlers() async throws {
        weak var busBox: Box?
        weak var probeBox: Box?
        weak var sampleBox: Box?
        for _ in 0..<3 {
            let boxes = (bus: Box(), probe: Box(), sample: Box())
            (busBox, probeBox, sampleBox) = (boxes.bus, boxes.probe, boxes.sample)
            let ends = Collected<Bool>()
            let pipeline = try Pipeline(
                parsing: "videotestsrc num-buffers=5 ! video/x-raw, width=64, height=64 ! appsink name=out"
            ) { [bus = boxes.bus] _ in bus.touch() }
            let sink = try #require(pipeline.child(named: "out"))
            sink.pad(named: "sink")?.addBufferProbe { [probe = boxes.probe] _ in
                probe.touch()
                return .pass
            }
            AppSink(sink)?.setHandlers(
                endOfStream: { ends.add(true) },
                sample: { [sample = boxes.sample] _, _ in sample.touch() }
            )
            try pipeline.element.setState(.playing)
            #expect(await ends.wait { !$0.isEmpty })
        }
        #expect(busBox == nil, "the bus handler lives on, so the pipeline does")
        #expect(probeBox == nil, "the probe lives on, so its pad does")
        #expect(sampleBox == nil, "the sample handler lives on, so its element does")
    }

    @Test func aPipelineIsTakenDownWhenItIsForgotten() async throws {
        let pictures = Collected<Int>()
        do {
            let pipeline = try Pipeline(parsing: "videotestsrc ! fakesink name=out sync=false") { _ in }
            pipeline.child(named: "out")?.pad(named: "sink")?.addBufferProbe {
                pictures.add($0.size)
                return .pass
            }
            try pipeline.element.setState(.playing)
            #expect(await pictures.wait { !$0.isEmpty })
        }
        let count = pictures.all.count
        try await Task.sleep(nanoseconds: 100_000_000)
        #expect(pictures.all.count == count)
    }
}

/// Something a closure holds.
private final class Box: Sendable {
    func touch() {}
}
