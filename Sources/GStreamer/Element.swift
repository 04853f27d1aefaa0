internal import CGStreamer

/// A GStreamer element or bin.
///
/// A value that holds one reference: copies mean the same C object, and equality is identity. Any thread may use it.
public struct Element: Sendable, Hashable {
    let reference: ObjectReference

    var pointer: UnsafeMutablePointer<GstElement> { reference.cast(to: GstElement.self) }

    init(reference: ObjectReference) { self.reference = reference }

    /// Makes one element.
    ///
    /// The corresponding C function is `gst_element_factory_make`.
    /// - Throws: `GStreamerError` with code `.noSuchElement` when it is not installed.
    public init(factory: String, name: String? = nil) throws(GStreamerError) {
        guard let element = gst_element_factory_make(factory, name) else {
            throw GStreamerError(.noSuchElement, "the element \(factory) is not installed")
        }
        reference = ObjectReference(sinking: element)
    }

    /// Makes the element or pipeline that a description in gst-launch syntax stands for.
    ///
    /// The corresponding C function is `gst_parse_launch_full`, told to treat every complaint as a failure.
    /// - Throws: `GStreamerError` with code `.noSuchElement` or `.parse`.
    public init(parsing description: String) throws(GStreamerError) {
        var error: UnsafeMutablePointer<GError>?
        let context = gst_parse_context_new()
        defer { gst_parse_context_free(context) }
        let element = gst_parse_launch_full(description, context, GST_PARSE_FLAG_FATAL_ERRORS, &error)
        if let error {
            if let element { gst_object_unref(element) }
            let missing = error.pointee.code == Int32(GST_PARSE_ERROR_NO_SUCH_ELEMENT.rawValue)
            throw GStreamerError(taking: error, code: missing ? .noSuchElement : .parse, otherwise: "")
        }
        guard let element else {
            throw GStreamerError(.parse, "the pipeline description is empty")
        }
        reference = ObjectReference(sinking: element)
    }

    /// The element's name, unique in its bin.
    ///
    /// The corresponding C function is `gst_object_get_name`.
    public var name: String { Element.objectName(reference.pointer) ?? "" }

    /// The name of the factory that made the element, such as `v4l2src`; nil for an anonymous bin.
    ///
    /// The corresponding C function is `gst_element_get_factory`.
    public var factoryName: String? {
        guard let factory = gst_element_get_factory(pointer) else { return nil }
        return Element.objectName(UnsafeMutableRawPointer(factory))
    }

    private static func objectName(_ object: UnsafeMutableRawPointer) -> String? {
        guard let text = gst_object_get_name(object.assumingMemoryBound(to: GstObject.self)) else {
            return nil
        }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// The element of this name inside a bin, at any depth; nil when there is none.
    ///
    /// The corresponding C function is `gst_bin_get_by_name`.
    public func child(named name: String) -> Element? {
        guard gst_shim_is_bin(pointer) != 0,
            let child = gst_bin_get_by_name(reference.cast(to: GstBin.self), name)
        else { return nil }
        return Element(reference: ObjectReference(owning: child))
    }

    /// The pad of this name that is there already; nil when there is none.
    ///
    /// The corresponding C function is `gst_element_get_static_pad`.
    public func pad(named name: String) -> Pad? {
        guard let pad = gst_element_get_static_pad(pointer, name) else { return nil }
        return Pad(reference: ObjectReference(owning: pad))
    }

    /// Asks for a new state; returns at once when the change goes on in the background.
    ///
    /// The corresponding C function is `gst_element_set_state`. It can block while an element is stuck in a system
    /// call, so a caller with a deadline uses a thread of its own.
    /// - Throws: `GStreamerError` with code `.stateChange` when an element refuses at once.
    public func setState(_ state: ElementState) throws(GStreamerError) {
        guard gst_element_set_state(pointer, state.cValue) != GST_STATE_CHANGE_FAILURE else {
            throw GStreamerError(.stateChange, "\(name) could not go to state \(state)")
        }
    }

    /// Waits until a state change has ended; false when it failed or did not end in time.
    ///
    /// The corresponding C function is `gst_element_get_state`.
    public func waitForState(timeout: ClockTime) -> Bool {
        let result = gst_element_get_state(pointer, nil, nil, timeout.unsigned)
        return result == GST_STATE_CHANGE_SUCCESS || result == GST_STATE_CHANGE_NO_PREROLL
    }
}

/// The states an element can be in.
public enum ElementState: Sendable, Hashable {
    /// Nothing is held.
    case null
    /// Devices are open.
    case ready
    /// Data flows up to the sinks.
    case paused
    /// The clock runs.
    case playing

    var cValue: GstState {
        switch self {
        case .null: GST_STATE_NULL
        case .ready: GST_STATE_READY
        case .paused: GST_STATE_PAUSED
        case .playing: GST_STATE_PLAYING
        }
    }
}
