internal import CGStreamer

/// A pad, or a kind of pads, of a class of elements.
struct PadDefinition: Sendable {
    enum Direction: Sendable {
        case source, sink
    }

    /// When there is such a pad.
    enum Presence: Sendable {
        case always
        /// When somebody asks for it.
        case onRequest
        /// When the element finds that it needs it.
        case sometimes
    }

    /// The pad's name; with `%u` in it for several.
    let name: String
    let direction: Direction
    var presence = Presence.always
    /// What can flow through it, in GStreamer's text form.
    let caps: String

    /// The pad's description in C, floating.
    func template() -> UnsafeMutablePointer<GstPadTemplate>? {
        guard let caps = gst_caps_from_string(caps) else { preconditionFailure("\(name) has wrong caps") }
        defer { gst_caps_unref(caps) }
        return gst_pad_template_new(
            name,
            direction == .source ? GST_PAD_SRC : GST_PAD_SINK,
            presence == .always
                ? GST_PAD_ALWAYS : presence == .onRequest ? GST_PAD_REQUEST : GST_PAD_SOMETIMES,
            caps
        )
    }
}

// What becomes of data, events and queries at pads whose element does not care.
extension ElementImplementation {
    func chain(_ pad: UnsafeMutablePointer<GstPad>, _ buffer: UnsafeMutablePointer<GstBuffer>)
        -> GstFlowReturn
    {
        gst_buffer_unref(buffer)
        return GST_FLOW_NOT_SUPPORTED
    }

    func event(_ pad: UnsafeMutablePointer<GstPad>, _ event: UnsafeMutablePointer<GstEvent>) -> Bool {
        gst_pad_event_default(pad, pad.pointee.object.parent, event) != 0
    }

    func query(_ pad: UnsafeMutablePointer<GstPad>, _ query: UnsafeMutablePointer<GstQuery>) -> Bool {
        gst_pad_query_default(pad, pad.pointee.object.parent, query) != 0
    }
}

extension ObjectAddress<GstElement> {
    /// The template of this name of the element's class, which stays the class's.
    func padTemplate(_ name: String) -> UnsafeMutablePointer<GstPadTemplate>? {
        let elementClass = UnsafeMutableRawPointer(pointer).load(
            as: UnsafeMutablePointer<GstElementClass>.self
        )
        return gst_element_class_get_pad_template(elementClass, name)
    }

    /// Makes a pad from the class's template of this name, which leads to the implementation's
    /// `chain`, `event` and `query`, and adds it; a pad on request needs a name of its own.
    func addPad(_ template: String, named name: String? = nil) -> PadAddress {
        guard let description = padTemplate(template),
            let pad = gst_pad_new_from_template(description, name ?? template)
        else { preconditionFailure("there is no pad \(template)") }
        if pad.pointee.direction == GST_PAD_SINK {
            gst_pad_set_chain_function_full(
                pad,
                { pad, parent, buffer in
                    guard let pad, let parent, let buffer, let body = ElementClass.implementation(of: parent)
                    else { return GST_FLOW_FLUSHING }
                    return body.chain(pad, buffer)
                },
                nil,
                nil
            )
        }
        gst_pad_set_event_function_full(
            pad,
            { pad, parent, event in
                guard let pad, let parent, let event, let body = ElementClass.implementation(of: parent)
                else { return 0 }
                return body.event(pad, event) ? 1 : 0
            },
            nil,
            nil
        )
        gst_pad_set_query_function_full(
            pad,
            { pad, parent, query in
                guard let pad, let parent, let query, let body = ElementClass.implementation(of: parent)
                else { return 0 }
                return body.query(pad, query) ? 1 : 0
            },
            nil,
            nil
        )
        gst_element_add_pad(pointer, pad)
        return PadAddress(pad)
    }
}
