import GStreamer
import Testing

/// What a program does with the sink of a pipeline: look at its formats, exchange it, give it a window.
struct SinkTests {
    init() throws { try Gst.initialize() }

    private func raw(_ width: Int) -> String {
        "video/x-raw, format=GRAY8, width=\(width), height=8, framerate=30/1"
    }

    @Test func eachFormatIsSeenOnce() async throws {
        let messages = Collected<BusMessage>()
        let formats = Collected<Caps>()
        let pipeline = try messages.pipeline(
            "videotestsrc num-buffers=3 ! capsfilter caps=\"\(raw(8))\" ! fakesink name=sink sync=false"
        )
        pipeline.child(named: "sink")?.pad(named: "sink")?.addCapsProbe { formats.add($0) }
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        try pipeline.element.setState(.null)
        #expect(formats.all.map { $0.structures.first?["width"] } == [.integer(8)])
    }

    @Test func aSinkTakesThePlaceOfAnother() async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline("videotestsrc num-buffers=3 ! fakesink name=old sync=false")
        let new = try Element(factory: "fakesink", name: "new")
        try new.setProperty("sync", to: false)
        try pipeline.replace(try #require(pipeline.child(named: "old")), with: new)
        #expect(pipeline.child(named: "old") == nil)
        #expect(pipeline.child(named: "new") == new)
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        try pipeline.element.setState(.null)
        // It can be used again when it was taken out, and not before.
        let second = try messages.pipeline("videotestsrc ! fakesink name=old")
        let old = try #require(second.child(named: "old"))
        let third = try messages.pipeline("videotestsrc ! fakesink name=old")
        #expect(throws: GStreamerError.self) { try second.replace(old, with: new) }
        pipeline.remove(new)
        try third.replace(try #require(third.child(named: "old")), with: new)
        #expect(third.child(named: "new") == new)
    }

    @Test func whatDoesNotFitIsRefused() throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline("audiotestsrc ! audio/x-raw ! fakesink name=old")
        let old = try #require(pipeline.child(named: "old"))
        let encoder = try Element(factory: "videoflip")
        let error = #expect(throws: GStreamerError.self) { try pipeline.replace(old, with: encoder) }
        #expect(error?.code == .link)
    }

    @Test func aFormatGetsAField() throws {
        let caps = try Caps(parsing: raw(8))
        let marked = caps.setting("mark", to: 7)
        #expect(marked.structures.first?["mark"] == .integer(7))
        #expect(marked.structures.first?["width"] == .integer(8))
        #expect(caps.structures.first?["mark"] == nil)
        #expect(!marked.isEqual(to: caps))
    }

    @Test func anElementWithoutAWindowDoesNotMind() throws {
        let sink = try Element(factory: "fakesink")
        sink.setWindowHandle(7)
        sink.redraw()
        let bin = try Element(parsing: "identity ! fakesink")
        bin.redraw()
    }
}
