internal import CGStreamer

// The functions that GObject and GStreamer call on an instance, led to its Swift half.

extension ElementClass {
    func fillObject(_ objectClass: UnsafeMutablePointer<GObjectClass>) {
        objectClass.pointee.set_property = { object, _, value, specification in
            guard let object, let value, let name = specification?.pointee.name else { return }
            ElementClass.implementation(of: UnsafeMutableRawPointer(object))?
                .setProperty(String(cString: name), to: PropertyContent(reading: value))
        }
        objectClass.pointee.get_property = { object, _, value, specification in
            guard let object, let value, let name = specification?.pointee.name else { return }
            ElementClass.implementation(of: UnsafeMutableRawPointer(object))?
                .property(String(cString: name)).write(into: value)
        }
        objectClass.pointee.finalize = { object in
            guard let object else { return }
            ElementClass.releaseBody(of: UnsafeMutableRawPointer(object))
            gst_shim_parent_class(object).assumingMemoryBound(to: GObjectClass.self).pointee.finalize(object)
        }
    }

    func fillElement(_ elementClass: UnsafeMutablePointer<GstElementClass>) {
        gst_element_class_set_metadata(
            elementClass,
            definition.longName,
            definition.classification,
            definition.summary,
            "The gstcam project"
        )
        gst_element_class_add_metadata(elementClass, "documentation", definition.documentation)
        gst_element_class_add_metadata(elementClass, "example", definition.example)
        for pad in definition.pads { gst_element_class_add_pad_template(elementClass, pad.template()) }
        keepFactory(of: elementClass)

        elementClass.pointee.change_state = { element, transition in
            guard let element, let body = ElementClass.implementation(of: UnsafeMutableRawPointer(element))
            else { return GST_STATE_CHANGE_FAILURE }
            return body.changeState(transition) { transition in
                ElementClass.parent(of: element).change_state(element, transition)
            }
        }
        elementClass.pointee.request_new_pad = { element, template, name, caps in
            guard let element, let template else { return nil }
            return ElementClass.implementation(of: UnsafeMutableRawPointer(element))?
                .requestPad(from: template, name: name.map { String(cString: $0) }, caps: caps)
        }
        elementClass.pointee.release_pad = { element, pad in
            guard let element, let pad else { return }
            ElementClass.implementation(of: UnsafeMutableRawPointer(element))?.releasePad(pad)
        }
        elementClass.pointee.send_event = { element, event in
            guard let element, let event else { return 0 }
            let body = ElementClass.implementation(of: UnsafeMutableRawPointer(element))
            let isHandled = body?.sendEvent(event) { event in
                ElementClass.parent(of: element).send_event(element, event) != 0
            }
            return isHandled == true ? 1 : 0
        }
    }

    /// Has the class own its factory, which GStreamer 1.22 only lends it.
    ///
    /// When the elements are registered once more, as by the plugin in a process that has them already, the registry
    /// lets the factory go; elements of the class would go on naming one that is gone. A class is for ever.
    private func keepFactory(of elementClass: UnsafeMutablePointer<GstElementClass>) {
        guard let factory = elementClass.pointee.elementfactory else { return }
        let object = UnsafeMutableRawPointer(factory)
        gst_object_ref(object)
        object.assumingMemoryBound(to: GstObject.self).pointee.flags |= GST_OBJECT_FLAG_MAY_BE_LEAKED.rawValue
    }

    func fillBin(_ binClass: UnsafeMutablePointer<GstBinClass>) {
        binClass.pointee.handle_message = { bin, message in
            guard let bin, let message else { return }
            let pass = { (message: UnsafeMutablePointer<GstMessage>) in
                gst_shim_parent_class(bin).assumingMemoryBound(to: GstBinClass.self).pointee
                    .handle_message(bin, message)
            }
            guard let body = ElementClass.implementation(of: UnsafeMutableRawPointer(bin)) else {
                return pass(message)
            }
            body.handleMessage(message, parent: pass)
        }
    }

    private static func parent(of element: UnsafeMutablePointer<GstElement>) -> GstElementClass {
        gst_shim_parent_class(element).assumingMemoryBound(to: GstElementClass.self).pointee
    }
}
