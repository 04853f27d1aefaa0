internal import CGStreamer
internal import Synchronization

/// Registers classes of elements, each once.
enum ObjectClass {
    /// The names of elements that belong to the process; held while one is registered, so that two threads do not both
    /// find it missing.
    private static let registration = Mutex(Set<String>())

    /// Makes the element known to a plugin, or to the running process when there is none; false when that fails.
    static func register(
        _ implementation: any ElementImplementation.Type,
        plugin: OpaquePointer?
    ) -> Bool {
        let definition = implementation.definition
        return registration.withLock { known in
            // GStreamer gives up a reference to the factory each time an element is registered anew.
            if plugin == nil, known.contains(definition.factory) { return true }
            let type = gType(of: implementation, definition)
            guard type != 0,
                gst_element_register(plugin, definition.factory, GST_RANK_NONE.rawValue, type) != 0
            else { return false }
            if plugin == nil { known.insert(definition.factory) }
            return true
        }
    }

    /// The GObject type, registered unless it is there.
    ///
    /// It may be there already, since the command and the plugin can be in one process: then that one is used, for
    /// GObject knows a name once only.
    private static func gType(
        of implementation: any ElementImplementation.Type,
        _ definition: ElementDefinition
    ) -> GType {
        let known = g_type_from_name(definition.typeName)
        guard known == 0 else { return known }
        let parent =
            switch definition.parent {
            case .element: gst_element_get_type()
            case .bin: gst_bin_get_type()
            }
        var query = GTypeQuery()
        g_type_query(parent, &query)
        // Types are never unregistered, so what belongs to the class stays for ever.
        let description = Unmanaged.passRetained(
            ElementClass(implementation: implementation, definition: definition)
        )
        var info = GTypeInfo()
        info.class_size = UInt16(query.class_size)
        info.instance_size = UInt16(query.instance_size)
        info.class_data = UnsafeRawPointer(description.toOpaque())
        info.class_init = { objectClass, data in
            guard let objectClass, let data else { return }
            Unmanaged<ElementClass>.fromOpaque(data).takeUnretainedValue().fill(objectClass)
        }
        info.instance_init = { instance, _ in
            guard let instance else { return }
            ElementClass.makeBody(of: UnsafeMutableRawPointer(instance))
        }
        let type = g_type_register_static(parent, definition.typeName, &info, GTypeFlags(rawValue: 0))
        guard type != 0 else { return 0 }
        g_type_set_qdata(type, ElementClass.quark, description.toOpaque())
        return type
    }
}

/// The Swift half of a class: which implementation its instances get.
final class ElementClass: Sendable {
    let implementation: any ElementImplementation.Type
    let definition: ElementDefinition

    init(implementation: any ElementImplementation.Type, definition: ElementDefinition) {
        self.implementation = implementation
        self.definition = definition
    }

    static var quark: GQuark { g_quark_from_string("gstcam-element-class") }

    /// Where an instance keeps its Swift half: a box, since a protocol's value is larger than a pointer.
    private final class Body {
        let implementation: any ElementImplementation

        init(_ implementation: any ElementImplementation) { self.implementation = implementation }
    }

    private static func slot(of instance: UnsafeMutableRawPointer)
        -> UnsafeMutablePointer<UnsafeMutableRawPointer?>
    {
        let type = gst_shim_type_of_instance(instance)
        let data = g_type_instance_get_private(instance.assumingMemoryBound(to: GTypeInstance.self), type)
        guard let data else { preconditionFailure("an element has no place for its Swift half") }
        return data.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }

    fileprivate static func makeBody(of instance: UnsafeMutableRawPointer) {
        let type = gst_shim_type_of_instance(instance)
        guard let data = g_type_get_qdata(type, quark) else { return }
        let description = Unmanaged<ElementClass>.fromOpaque(data).takeUnretainedValue()
        let element = ElementAddress(instance.assumingMemoryBound(to: GstElement.self))
        let body = Body(description.implementation.init(element: element))
        slot(of: instance).pointee = Unmanaged.passRetained(body).toOpaque()
    }

    /// The Swift half of an instance; nil while it is being made and when it is gone.
    static func implementation(of instance: UnsafeMutableRawPointer) -> (any ElementImplementation)? {
        guard let body = slot(of: instance).pointee else { return nil }
        return Unmanaged<Body>.fromOpaque(body).takeUnretainedValue().implementation
    }

    /// Lets the Swift half go.
    static func releaseBody(of instance: UnsafeMutableRawPointer) {
        let slot = slot(of: instance)
        guard let body = slot.pointee else { return }
        slot.pointee = nil
        Unmanaged<Body>.fromOpaque(body).release()
    }

    /// Writes what the class is and does into its C structure.
    fileprivate func fill(_ objectClass: UnsafeMutableRawPointer) {
        let type = gst_shim_type_of_class(objectClass)
        var offset = g_type_add_instance_private(type, UInt(MemoryLayout<UnsafeMutableRawPointer?>.size))
        g_type_class_adjust_private_offset(objectClass, &offset)
        fillObject(objectClass.assumingMemoryBound(to: GObjectClass.self))
        fillElement(objectClass.assumingMemoryBound(to: GstElementClass.self))
        if definition.parent == .bin { fillBin(objectClass.assumingMemoryBound(to: GstBinClass.self)) }
        for (index, property) in definition.properties.enumerated() {
            g_object_class_install_property(
                objectClass.assumingMemoryBound(to: GObjectClass.self),
                UInt32(index + 1),
                property.specification()
            )
        }
        for signal in definition.signals { signal.register(for: type) }
    }
}
