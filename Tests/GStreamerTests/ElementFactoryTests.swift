import GStreamer
import Testing

/// What is known about an element without making one.
struct ElementFactoryTests {
    init() throws { try Gst.initialize() }

    @Test func anElementThatIsNotInstalledHasNoFactory() {
        #expect(ElementFactory(named: "nonsense") == nil)
        #expect(ElementFactory(named: "") == nil)
    }

    @Test func aFactoryKnowsItsKindAndFormats() throws {
        let encoder = try #require(ElementFactory(named: "x264enc"))
        #expect(encoder.name == "x264enc")
        #expect(encoder.isA("Encoder") && encoder.isA("Video") && !encoder.isA("Enc"))
        #expect(encoder.formats(.source)?.structures.map(\.name) == ["video/x-h264"])
        #expect(encoder.formats(.sink)?.structures.first?.name == "video/x-raw")
        let source = try #require(ElementFactory(named: "videotestsrc"))
        #expect(source.formats(.sink) == nil)
        #expect(try #require(ElementFactory(named: "queue")).formats(.sink)?.isAny == true)
        #expect(ElementFactory.installedNames.contains("x264enc"))
    }

    @Test func propertiesHaveTheirKinds() throws {
        let properties = try #require(ElementFactory(named: "x264enc")?.properties)
        let kinds = Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.kind) })
        #expect(kinds["bitrate"] == .number(range: "1 to 2048000"))
        #expect(kinds["byte-stream"] == .boolean)
        #expect(kinds["option-string"] == .text)
        guard case .choice(let presets) = kinds["speed-preset"] else {
            Issue.record("speed-preset is no choice")
            return
        }
        #expect(presets.contains("superfast"))
        guard case .flags(let tunes) = kinds["tune"] else {
            Issue.record("tune is no set of flags")
            return
        }
        #expect(tunes.contains("zerolatency"))
        #expect(properties.first { $0.name == "bitrate" }?.summary.contains("kbit") == true)
        let identity = try #require(ElementFactory(named: "identity")?.properties)
        #expect(identity.first { $0.name == "stats" }?.isWritable == false)
        #expect(ElementFactory(named: "capsfilter")?.properties?.first { $0.name == "caps" }?.kind == .caps)
    }

    @Test(
        arguments: [
            ("x264enc", "bitrate", "4000", .fits), ("x264enc", "bitrate", "0", .outOfRange),
            ("x264enc", "bitrate", "3000000", .outOfRange), ("x264enc", "bitrate", "4M", .wrongType),
            ("x264enc", "speed-preset", "fast", .fits), ("x264enc", "speed-preset", "6", .fits),
            ("x264enc", "speed-preset", "fats", .wrongType),
            ("x264enc", "tune", "zerolatency+stillimage", .fits),
            ("x264enc", "tune", "nothing", .wrongType), ("x264enc", "byte-stream", "yes", .fits),
            ("x264enc", "byte-stream", "maybe", .wrongType), ("x264enc", "colour", "red", nil),
            ("audiotestsrc", "freq", "440.5", .fits), ("audiotestsrc", "freq", "-1", .outOfRange),
            ("filesrc", "location", "/a b", .fits), ("capsfilter", "caps", "video/x-raw, width=3", .fits),
            ("capsfilter", "caps", "640x480", .wrongType),
            ("queue", "max-size-time", "18446744073709551615", .fits),
        ] as [(String, String, String, PropertyAnswer?)]
    )
    func aPropertyAnswersToAValue(
        element: String,
        property: String,
        value: String,
        answer: PropertyAnswer?
    ) throws {
        #expect(try #require(ElementFactory(named: element)).answer(of: property, to: value) == answer)
    }

    @Test func parsersAreFoundByFormat() throws {
        let h264 = ElementFactory.parsers(for: try Caps(parsing: "video/x-h264"))
        #expect(h264.first?.name == "h264parse")
        #expect(ElementFactory.parsers(for: try Caps(parsing: "video/x-vp8")).isEmpty)
    }

    @Test(
        arguments: [
            (
                "video/x-raw, format=YUY2", "video/x-raw, format={ I420, NV12 }", "format", "YUY2",
                "{ I420, NV12 }"
            ),
            ("video/x-raw, width=640", "video/x-raw, width=[ 1, 320 ]", "width", "640", "[ 1, 320 ]"),
            ("video/x-bayer", "video/x-raw", nil, "video/x-bayer", "video/x-raw"),
            ("image/jpeg; video/x-h264", "video/x-raw", nil, "image/jpeg, video/x-h264", "video/x-raw"),
            (
                "video/x-raw(memory:DMABuf)", "video/x-raw", "memory", "memory:DMABuf", "memory:SystemMemory"
            ),
        ] as [(String, String, String?, String, String)]
    )
    func theFieldThatDiffersIsNamed(
        first: String,
        second: String,
        field: String?,
        firstText: String,
        secondText: String
    ) throws {
        let difference = try #require(
            try Caps(parsing: first).difference(from: try Caps(parsing: second))
        )
        #expect(difference.field == field)
        #expect(difference.first == firstText)
        #expect(difference.second == secondText)
    }

    @Test func formatsWithSomethingInCommonDoNotDiffer() throws {
        let first = try Caps(parsing: "video/x-raw, format=YUY2; image/jpeg")
        #expect(first.difference(from: try Caps(parsing: "image/jpeg, width=3")) == nil)
        #expect(first.canIntersect(try Caps(parsing: "video/x-raw")))
    }
}
