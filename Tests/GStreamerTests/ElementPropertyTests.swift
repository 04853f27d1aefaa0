import GStreamer
import Testing

/// Properties of every type, read and written by value, and what is refused.
struct ElementPropertyTests {
    init() throws { try Gst.initialize() }

    @Test func aBooleanIsReadBackAsItWasSet() throws {
        let element = try Element(factory: "fakesink")
        #expect(try element.property("sync", as: Bool.self) == false)
        try element.setProperty("sync", to: true)
        #expect(try element.property("sync", as: Bool.self))
        try element.setProperty("sync", to: false)
        #expect(try element.property("sync", as: Bool.self) == false)
    }

    @Test func wholeNumbersOfEveryWidthAreReadBackAsTheyWereSet() throws {
        let source = try Element(factory: "fakesrc")
        try source.setProperty("num-buffers", to: -1)
        #expect(try source.property("num-buffers", as: Int.self) == -1)
        try source.setProperty("num-buffers", to: 77)
        #expect(try source.property("num-buffers", as: Int.self) == 77)
        try source.setProperty("blocksize", to: 4_000_000_000)
        #expect(try source.property("blocksize", as: Int.self) == 4_000_000_000)

        let queue = try Element(factory: "queue")
        try queue.setProperty("max-size-time", to: 1 << 40)
        #expect(try queue.property("max-size-time", as: Int.self) == 1 << 40)

        let sink = try Element(factory: "fakesink")
        try sink.setProperty("ts-offset", to: -5_000_000_000)
        #expect(try sink.property("ts-offset", as: Int.self) == -5_000_000_000)
    }

    @Test func aFloatingPointNumberIsReadBackAsItWasSet() throws {
        let element = try Element(factory: "audiotestsrc")
        try element.setProperty("freq", to: 1234.5)
        #expect(try element.property("freq", as: Double.self) == 1234.5)
    }

    @Test(arguments: ["/tmp/a file", "%d %s", "a\"b\\c", "äöü", ""])
    func aTextIsReadBackAsItWasSet(text: String) throws {
        let element = try Element(factory: "filesrc")
        try element.setProperty("location", to: text)
        #expect(try element.property("location", as: String.self) == text)
    }

    @Test func aTextThatWasNeverSetIsNoText() throws {
        let element = try Element(factory: "filesrc")
        let error = try #require(throws: GStreamerError.self) {
            try element.property("location", as: String.self)
        }
        #expect(error.code == .wrongType)
    }

    @Test func anEnumerationIsSetFromItsNickName() throws {
        let element = try Element(factory: "videotestsrc")
        try element.setProperty("pattern", parsing: "ball")
        #expect(try element.property("pattern", as: Int.self) == 18)
        try element.setProperty("pattern", parsing: "smpte")
        #expect(try element.property("pattern", as: Int.self) == 0)
    }

    @Test func everyTypeIsSetFromText() throws {
        let element = try Element(factory: "audiotestsrc")
        try element.setProperty("freq", parsing: "100.25")
        try element.setProperty("is-live", parsing: "true")
        try element.setProperty("num-buffers", parsing: "12")
        #expect(try element.property("freq", as: Double.self) == 100.25)
        #expect(try element.property("is-live", as: Bool.self))
        #expect(try element.property("num-buffers", as: Int.self) == 12)
    }

    @Test func aPropertyThatIsNotThereIsRefused() throws {
        let element = try Element(factory: "fakesink", name: "out")
        for action in [
            { try element.setProperty("colour", to: "red") },
            { try element.setProperty("colour", parsing: "red") },
            { _ = try element.property("colour", as: String.self) },
        ] {
            let error = try #require(throws: GStreamerError.self, performing: action)
            #expect(error.code == .noSuchProperty)
            #expect(error.message == "out has no property colour")
        }
    }

    @Test func aValueOfAnotherTypeIsRefusedAndChangesNothing() throws {
        let element = try Element(factory: "fakesrc", name: "in")
        try element.setProperty("num-buffers", to: 5)
        let error = try #require(throws: GStreamerError.self) {
            try element.setProperty("num-buffers", to: "many")
        }
        #expect(error.code == .wrongType)
        #expect(error.message == "the property num-buffers of in does not take many")
        #expect(try element.property("num-buffers", as: Int.self) == 5)
    }

    @Test func aPropertyReadAsAnotherTypeIsRefused() throws {
        let element = try Element(factory: "filesrc", name: "file")
        try element.setProperty("location", to: "/tmp/12")
        let error = try #require(throws: GStreamerError.self) {
            try element.property("location", as: Int.self)
        }
        #expect(error.code == .wrongType)
        #expect(error.message == "the property location of file is no Int")
    }

    @Test func anElementKnowsItsNameAndItsFactory() throws {
        let element = try Element(factory: "identity", name: "middle")
        #expect(element.name == "middle")
        #expect(element.factoryName == "identity")
        #expect(try Element(factory: "identity").name != element.name)
    }

    @Test func equalityIsIdentity() throws {
        let bin = try Element(parsing: "fakesrc name=a ! fakesink name=b")
        let first = try #require(bin.child(named: "a"))
        #expect(bin.child(named: "a") == first)
        #expect(bin.child(named: "b") != first)
        #expect(bin.child(named: "c") == nil)
        #expect(first.child(named: "a") == nil, "an element is no bin")
        #expect(try #require(first.pad(named: "src")).peer == bin.child(named: "b")?.pad(named: "sink"))
        #expect(first.pad(named: "sink") == nil)
    }
}
