import GStreamer
import Testing

/// What is refused before anything runs, and how the errors say it.
struct ParsingTests {
    init() throws { try Gst.initialize() }

    private func error(of description: String) throws -> GStreamerError {
        try #require(throws: GStreamerError.self) {
            _ = try Pipeline(parsing: description) { _ in }
        }
    }

    @Test func aMissingElementHasItsOwnCodeAndIsNamed() throws {
        let found = try error(of: "fakesrc ! nosuchelement ! fakesink")
        #expect(found.code == .noSuchElement)
        #expect(found.message.contains("nosuchelement"))
        let made = try #require(throws: GStreamerError.self) { try Element(factory: "nosuchelement") }
        #expect(made.code == .noSuchElement)
        #expect(made.message == "the element nosuchelement is not installed")
    }

    @Test(arguments: [
        "fakesrc !", "fakesrc ! ! fakesink", "fakesrc colour=red ! fakesink", "", "   ",
        "fakesrc ! video/x-raw, width= ! fakesink", "audiotestsrc ! videoconvert ! fakesink",
    ])
    func aBrokenDescriptionIsRefused(description: String) throws {
        #expect(try error(of: description).code == .parse)
    }

    @Test func oneElementIsAPipelineToo() async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline("fakesrc name=only")
        #expect(pipeline.child(named: "only")?.factoryName == "fakesrc")
        #expect(pipeline.element.factoryName == "pipeline")
    }

    @Test func aBinIsAPipelineToo() throws {
        let pipeline = try Pipeline(parsing: "bin.( name=box fakesrc name=inner ! fakesink )") { _ in }
        #expect(pipeline.element.factoryName == "pipeline")
        #expect(pipeline.child(named: "inner")?.factoryName == "fakesrc")
    }

    @Test func capsThatAreNoneAreRefused() throws {
        for text in ["video/x-raw, width", "video/x-raw, width=(int)abc", "=", "video/x-raw,,"] {
            let error = try #require(throws: GStreamerError.self) { try Caps(parsing: text) }
            #expect(error.code == .parse)
            #expect(error.message == "\"\(text)\" is not a media format")
        }
    }

    @Test func theRegistryKnowsWhatIsInstalled() {
        #expect(Gst.hasElement("fakesink"))
        #expect(!Gst.hasElement("nosuchelement"))
        #expect(Gst.version.split(separator: ".").compactMap { Int($0) }.first == 1)
    }

    @Test func initialisingAgainDoesNothing() throws {
        for _ in 0..<3 { try Gst.initialize() }
    }

    @Test func appElementsAreMadeOfTheirOwnKindOnly() throws {
        let source = try Element(factory: "appsrc")
        let sink = try Element(factory: "appsink")
        let files = try Element(factory: "splitmuxsink")
        #expect(AppSource(source) != nil && AppSource(sink) == nil)
        #expect(AppSink(sink) != nil && AppSink(source) == nil)
        #expect(SplitMuxSink(files) != nil && SplitMuxSink(sink) == nil)
    }
}
