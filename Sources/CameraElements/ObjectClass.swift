internal import CGStreamer
internal import GStreamer

/// The Swift half of an element: what its C instance does is done by an object of this kind.
///
/// One object belongs to one instance: it is made while the instance is made, and let go when the instance is
/// finalized. Methods come on any thread, several at a time, so that state lives behind a `Mutex`.
protocol ElementImplementation: AnyObject, Sendable {
    /// What the class is called and has; the same for all instances.
    static var definition: ElementDefinition { get }

    /// Makes the Swift half of an instance and adds its pads; `element` is alive as long as this object is.
    init(element: ElementAddress)

    /// Takes a new value of a property, one that its specification allows.
    func setProperty(_ name: String, to value: PropertyContent)

    /// The value of a property.
    func property(_ name: String) -> PropertyContent

    /// Does what an action signal asks for, and gives the signal's result.
    func perform(action: String, arguments: [PropertyContent]) -> PropertyContent

    /// Changes the state; `parent` does the parent class's part and has to be called.
    func changeState(
        _ transition: GstStateChange,
        parent: (GstStateChange) -> GstStateChangeReturn
    ) -> GstStateChangeReturn

    /// Makes a pad for somebody who asks for one and adds it to the element; nil when that is not possible now.
    func requestPad(
        from template: UnsafeMutablePointer<GstPadTemplate>,
        name: String?,
        caps: UnsafePointer<GstCaps>?
    ) -> UnsafeMutablePointer<GstPad>?

    /// Takes back a pad that was asked for.
    func releasePad(_ pad: UnsafeMutablePointer<GstPad>)

    /// Takes a buffer over that comes to a pad made with `addPad`; the pad's stream lock is held.
    func chain(_ pad: UnsafeMutablePointer<GstPad>, _ buffer: UnsafeMutablePointer<GstBuffer>)
        -> GstFlowReturn

    /// Takes an event over; those that are serialized come with the pad's stream lock held.
    func event(_ pad: UnsafeMutablePointer<GstPad>, _ event: UnsafeMutablePointer<GstEvent>) -> Bool

    /// Answers a query, which stays the caller's.
    func query(_ pad: UnsafeMutablePointer<GstPad>, _ query: UnsafeMutablePointer<GstQuery>) -> Bool

    /// Handles an event that a program sends to the element as a whole; `parent` does what the parent class does.
    func sendEvent(_ event: UnsafeMutablePointer<GstEvent>, parent: (UnsafeMutablePointer<GstEvent>) -> Bool)
        -> Bool

    /// Sees a message of an element inside, for bins; `parent` passes it on, and otherwise it has to be unreffed.
    func handleMessage(
        _ message: UnsafeMutablePointer<GstMessage>,
        parent: (UnsafeMutablePointer<GstMessage>) -> Void
    )
}

extension ElementImplementation {
    func setProperty(_ name: String, to value: PropertyContent) {}

    func property(_ name: String) -> PropertyContent { .none }

    func perform(action: String, arguments: [PropertyContent]) -> PropertyContent { .none }

    func changeState(
        _ transition: GstStateChange,
        parent: (GstStateChange) -> GstStateChangeReturn
    ) -> GstStateChangeReturn { parent(transition) }

    func requestPad(
        from template: UnsafeMutablePointer<GstPadTemplate>,
        name: String?,
        caps: UnsafePointer<GstCaps>?
    ) -> UnsafeMutablePointer<GstPad>? { nil }

    func releasePad(_ pad: UnsafeMutablePointer<GstPad>) {}

    func sendEvent(
        _ event: UnsafeMutablePointer<GstEvent>,
        parent: (UnsafeMutablePointer<GstEvent>) -> Bool
    ) -> Bool { parent(event) }

    func handleMessage(
        _ message: UnsafeMutablePointer<GstMessage>,
        parent: (UnsafeMutablePointer<GstMessage>) -> Void
    ) { parent(message) }
}

/// What a class of elements is called and has.
struct ElementDefinition: Sendable {
    /// The C class that the element derives from.
    enum Parent: Sendable {
        case element, bin
    }

    /// The name of the GObject type, such as `GstcamVideoStab`; unique in the process.
    let typeName: String
    /// The name of the element's factory, such as `videostab`.
    let factory: String
    var parent = Parent.element
    /// What `gst-inspect-1.0` shows: the long name, the class such as `Filter/Effect/Video`, and a sentence.
    let longName: String
    let classification: String
    let summary: String
    /// How the element works, for those who look it up; shown by `gst-inspect-1.0` as well.
    let documentation: String
    /// A command that shows the element at work.
    let example: String
    var pads: [PadDefinition] = []
    var properties: [PropertyDefinition] = []
    var signals: [SignalDefinition] = []
}

/// The address of a C object that somebody else keeps alive.
///
/// Sendable because it is only a number; what it leads to is a GObject, whose functions lock for themselves.
struct ObjectAddress<Object>: Sendable, Hashable {
    private let bits: UInt

    init(_ pointer: UnsafeMutablePointer<Object>) { bits = UInt(bitPattern: pointer) }

    var pointer: UnsafeMutablePointer<Object> {
        guard let pointer = UnsafeMutablePointer<Object>(bitPattern: bits) else {
            preconditionFailure("an object has no address")
        }
        return pointer
    }

    /// The same address as another class of the object's.
    func cast<Other>(to type: Other.Type) -> UnsafeMutablePointer<Other> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type)
    }
}

typealias ElementAddress = ObjectAddress<GstElement>
typealias PadAddress = ObjectAddress<GstPad>

extension ObjectAddress<GstElement> {
    /// The element as the wrapper knows it, with a reference of its own; not to be kept by the element itself.
    var element: Element { Element(foreign: UnsafeMutableRawPointer(pointer)) }

    /// Tells everybody that watches a property that it changed.
    func notify(_ property: String) { g_object_notify(cast(to: GObject.self), property) }
}
