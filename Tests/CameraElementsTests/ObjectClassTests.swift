import CGStreamer
import GStreamer
import Synchronization
import Testing

@testable import CameraElements

/// An element that hands buffers on and has one of everything.
final class Specimen: ElementImplementation {
    static let finalized = Mutex(0)

    static let definition = ElementDefinition(
        typeName: "GstcamSpecimen",
        factory: "gstcamspecimen",
        longName: "Specimen",
        classification: "Generic",
        summary: "Has one of everything.",
        documentation: "For tests.",
        example: "gst-launch-1.0 fakesrc ! gstcamspecimen ! fakesink",
        pads: [
            PadDefinition(name: "sink", direction: .sink, caps: "ANY"),
            PadDefinition(name: "src", direction: .source, caps: "ANY"),
            PadDefinition(name: "extra_%u", direction: .sink, presence: .onRequest, caps: "ANY"),
        ],
        properties: [
            PropertyDefinition(name: "flag", kind: .boolean(true), blurb: "A flag"),
            PropertyDefinition(name: "number", kind: .integer(5, in: -1...30), blurb: "A number"),
            PropertyDefinition(name: "share", kind: .real(0.5, in: 0...1), blurb: "A share"),
            PropertyDefinition(name: "time", kind: .long(7, in: 0...UInt64(Int64.max)), blurb: "A time"),
            PropertyDefinition(name: "word", kind: .text("a"), access: .writable, blurb: "A word"),
            PropertyDefinition(
                name: "kind",
                kind: .choice(
                    Choice(
                        typeName: "GstcamSpecimenKind",
                        values: [
                            Choice.Value(number: 0, nick: "none", text: "Nothing"),
                            Choice.Value(number: 3, nick: "all", text: "Everything"),
                        ]
                    ),
                    0
                ),
                blurb: "A kind"
            ),
            PropertyDefinition(name: "stats", kind: .structure, access: .readOnly, blurb: "Counts"),
        ],
        signals: [
            SignalDefinition(name: "add", isAction: true, arguments: [.integer, .text], result: .integer),
            SignalDefinition(name: "told", isAction: false, arguments: [.text]),
        ]
    )

    private let element: ElementAddress
    private let source: PadAddress
    private let values = Mutex<[String: PropertyContent]>([:])
    private let transitions = Mutex<[UInt32]>([])

    init(element: ElementAddress) {
        self.element = element
        _ = element.addPad("sink")
        source = element.addPad("src")
        for property in Self.definition.properties {
            values.withLock {
                switch property.kind {
                case .boolean(let value): $0[property.name] = .boolean(value)
                case .integer(let value, in: _): $0[property.name] = .integer(Int64(value))
                case .long(let value, in: _): $0[property.name] = .unsigned(value)
                case .real(let value, in: _): $0[property.name] = .real(value)
                case .text(let value): $0[property.name] = .text(value)
                case .choice(_, let value): $0[property.name] = .choice(value)
                default: break
                }
            }
        }
    }

    deinit { Self.finalized.withLock { $0 += 1 } }

    func setProperty(_ name: String, to value: PropertyContent) { values.withLock { $0[name] = value } }

    func property(_ name: String) -> PropertyContent {
        guard name == "stats" else { return values.withLock { $0[name] ?? .none } }
        return .structure(
            "specimen-stats",
            ["buffers": .unsigned(3), "mean": .real(1.5), "kind": .text("x")]
        )
    }

    func perform(action: String, arguments: [PropertyContent]) -> PropertyContent {
        guard action == "add", case .integer(let number) = arguments[0] else { return .none }
        element.emit("told", arguments[1])
        return .integer(number + 1)
    }

    func changeState(
        _ transition: GstStateChange,
        parent: (GstStateChange) -> GstStateChangeReturn
    ) -> GstStateChangeReturn {
        transitions.withLock { $0.append(transition.rawValue) }
        return parent(transition)
    }

    func chain(_ pad: UnsafeMutablePointer<GstPad>, _ buffer: UnsafeMutablePointer<GstBuffer>)
        -> GstFlowReturn
    {
        guard isExtra(pad) else { return gst_pad_push(source.pointer, buffer) }
        gst_buffer_unref(buffer)
        return GST_FLOW_OK
    }

    func event(_ pad: UnsafeMutablePointer<GstPad>, _ event: UnsafeMutablePointer<GstEvent>) -> Bool {
        guard isExtra(pad) else { return gst_pad_event_default(pad, pad.pointee.object.parent, event) != 0 }
        gst_event_unref(event)
        return true
    }

    private func isExtra(_ pad: UnsafeMutablePointer<GstPad>) -> Bool {
        String(cString: pad.pointee.object.name).hasPrefix("extra")
    }

    func requestPad(
        from template: UnsafeMutablePointer<GstPadTemplate>,
        name: String?,
        caps: UnsafePointer<GstCaps>?
    ) -> UnsafeMutablePointer<GstPad>? {
        element.addPad("extra_%u", named: name ?? "extra_0").pointer
    }

    func releasePad(_ pad: UnsafeMutablePointer<GstPad>) { gst_element_remove_pad(element.pointer, pad) }
}

/// A bin that lets only messages of elements through to its own parent.
final class BinSpecimen: ElementImplementation {
    static let definition = ElementDefinition(
        typeName: "GstcamBinSpecimen",
        factory: "gstcambinspecimen",
        parent: .bin,
        longName: "Specimen",
        classification: "Generic/Bin",
        summary: "Is a bin.",
        documentation: "For tests.",
        example: "gst-launch-1.0 fakesrc ! gstcambinspecimen",
        pads: [PadDefinition(name: "sink", direction: .sink, caps: "ANY")]
    )

    private let messages = Mutex(0)
    private let element: ElementAddress

    init(element: ElementAddress) {
        self.element = element
        guard let sink = gst_element_factory_make("fakesink", "inner") else { return }
        gst_bin_add(element.cast(to: GstBin.self), sink)
        let target = gst_element_get_static_pad(sink, "sink")
        gst_element_add_pad(element.pointer, gst_ghost_pad_new("sink", target))
        gst_object_unref(target)
    }

    func handleMessage(
        _ message: UnsafeMutablePointer<GstMessage>,
        parent: (UnsafeMutablePointer<GstMessage>) -> Void
    ) {
        messages.withLock { $0 += 1 }
        parent(message)
    }

    var seen: Int { messages.withLock { $0 } }
}

@Suite(.serialized) struct ObjectClassTests {
    init() throws {
        try Gst.initialize()
        #expect(ObjectClass.register(Specimen.self, plugin: nil))
    }

    @Test func aClassIsRegisteredOnceHoweverOftenItIsAskedFor() {
        let type = g_type_from_name("GstcamSpecimen")
        #expect(type != 0)
        #expect(ObjectClass.register(Specimen.self, plugin: nil))
        #expect(g_type_from_name("GstcamSpecimen") == type)
    }

    @Test func propertiesKeepWhatIsWritten() throws {
        let element = try Element(factory: "gstcamspecimen")
        #expect(try element.property("number", as: Int.self) == 5)
        try element.setProperty("number", to: -1)
        #expect(try element.property("number", as: Int.self) == -1)
        try element.setProperty("flag", to: false)
        #expect(try element.property("flag", as: Bool.self) == false)
        try element.setProperty("share", to: 0.25)
        #expect(try element.property("share", as: Double.self) == 0.25)
        try element.setProperty("time", to: 1 << 40)
        #expect(try element.property("time", as: Int.self) == 1 << 40)
        try element.setProperty("word", to: "ä b")
        #expect(try element.property("word", as: String.self) == "ä b")
        try element.setProperty("kind", parsing: "all")
        #expect(try element.property("kind", as: Int.self) == 3)
    }

    @Test func aStructureIsReadByValue() throws {
        let element = gst_element_factory_make("gstcamspecimen", nil)
        defer { gst_object_unref(element) }
        var value = GValue()
        g_value_init(&value, gst_structure_get_type())
        g_object_get_property(
            UnsafeMutableRawPointer(element!).assumingMemoryBound(to: GObject.self),
            "stats",
            &value
        )
        defer { g_value_unset(&value) }
        #expect(
            PropertyContent(reading: &value)
                == .structure(
                    "specimen-stats",
                    ["buffers": .unsigned(3), "mean": .real(1.5), "kind": .text("x")]
                )
        )
    }

    @Test func anActionRunsAndASignalIsHeard() throws {
        let pointer = try #require(gst_element_factory_make("gstcamspecimen", nil))
        gst_object_ref_sink(pointer)
        defer { gst_object_unref(pointer) }
        let heard = Collected<String>()
        let closure = Unmanaged.passRetained(Callback(heard))
        g_signal_connect_data(
            pointer,
            "told",
            unsafeBitCast(
                { _, text, data in
                    Unmanaged<Callback>.fromOpaque(data!).takeUnretainedValue().heard.add(
                        String(cString: text!)
                    )
                } as @convention(c) (gpointer?, UnsafePointer<CChar>?, gpointer?) -> Void,
                to: GCallback.self
            ),
            closure.toOpaque(),
            { data, _ in Unmanaged<Callback>.fromOpaque(data!).release() },
            GConnectFlags(rawValue: 0)
        )
        #expect(ElementAddress(pointer).emit("add", .integer(41), .text("hello")) == .integer(42))
        #expect(heard.all == ["hello"])
    }

    private final class Callback: Sendable {
        let heard: Collected<String>
        init(_ heard: Collected<String>) { self.heard = heard }
    }

    @Test func theSwiftHalfGoesWithItsInstance() async throws {
        let before = Specimen.finalized.withLock { $0 }
        for _ in 0..<10 { _ = try Element(factory: "gstcamspecimen") }
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline(
            "fakesrc num-buffers=20 ! gstcamspecimen name=s ! fakesink  fakesrc num-buffers=2 ! s.extra_%u"
        )
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        try pipeline.element.setState(.null)
        #expect(Specimen.finalized.withLock { $0 } == before + 10)
        let factory = gst_element_factory_find("gstcamspecimen")
        defer { gst_object_unref(UnsafeMutableRawPointer(factory)) }
        #expect(String(cString: gst_element_factory_get_metadata(factory, "long-name")) == "Specimen")
        #expect(String(cString: gst_element_factory_get_metadata(factory, "documentation")) == "For tests.")
    }

    @Test func registeringAgainLeavesTheFactoryAlone() throws {
        #expect(registerElements())
        let factory = UnsafeMutableRawPointer(try #require(gst_element_factory_find("gstcamsrc")))
        defer { gst_object_unref(factory) }
        let object = factory.assumingMemoryBound(to: GObject.self)
        let before = object.pointee.ref_count
        for _ in 0..<5 { #expect(registerElements()) }
        #expect(object.pointee.ref_count == before)
    }

    @Test func aBinSeesTheMessagesOfWhatIsInside() async throws {
        #expect(ObjectClass.register(BinSpecimen.self, plugin: nil))
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline("fakesrc num-buffers=5 ! gstcambinspecimen name=bin")
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        let bin = try #require(pipeline.child(named: "bin"))
        #expect(bin.child(named: "inner") != nil)
        try pipeline.element.setState(.null)
    }
}
