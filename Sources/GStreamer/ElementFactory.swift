internal import CGStreamer

/// A kind of element that is installed: what it is, the formats it takes and gives, and its properties.
public struct ElementFactory: Sendable, Hashable {
    private let reference: ObjectReference

    private var pointer: OpaquePointer { OpaquePointer(reference.pointer) }

    /// The factory of this name; nil when it is not installed.
    ///
    /// The corresponding C function is `gst_element_factory_find`.
    public init?(named name: String) {
        guard let factory = gst_element_factory_find(name) else { return nil }
        reference = ObjectReference(owning: UnsafeMutableRawPointer(factory))
    }

    private init(retaining factory: UnsafeMutableRawPointer) {
        reference = ObjectReference(retaining: factory)
    }

    /// The name, such as `x264enc`.
    ///
    /// The corresponding C function is `gst_plugin_feature_get_name`.
    public var name: String {
        guard let text = gst_object_get_name(reference.cast(to: GstObject.self)) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// What it is, such as `Codec/Encoder/Video`.
    ///
    /// The corresponding C function is `gst_element_factory_get_metadata`.
    public var kind: String {
        gst_element_factory_get_metadata(pointer, GST_ELEMENT_METADATA_KLASS).map { String(cString: $0) }
            ?? ""
    }

    /// Whether one word of `kind` is this one.
    public func isA(_ word: String) -> Bool { kind.split(separator: "/").contains { $0 == word } }

    /// All formats that go into it, or come out of it, in one direction; ANY when there are no limits.
    ///
    /// The corresponding C function is `gst_element_factory_get_static_pad_templates`.
    /// - Parameter direction: Which side.
    /// - Returns: The formats; nil when it has no pads on that side.
    public func formats(_ direction: PadDirection) -> Caps? {
        var formats: UnsafeMutablePointer<GstCaps>?
        var item = gst_element_factory_get_static_pad_templates(pointer).map { UnsafePointer($0) }
        while let current = item {
            if let data = current.pointee.data {
                let template = data.assumingMemoryBound(to: GstStaticPadTemplate.self)
                if template.pointee.direction == direction.cValue,
                    let caps = gst_static_caps_get(&template.pointee.static_caps)
                {
                    formats = formats.map { gst_caps_merge($0, caps) } ?? caps
                }
            }
            item = current.pointee.next.map { UnsafePointer($0) }
        }
        return formats.map { Caps(reference: MiniObjectReference(owning: $0)) }
    }

    /// The names of all installed elements.
    ///
    /// The corresponding C function is `gst_registry_get_feature_list`.
    public static var installedNames: [String] {
        let features = gst_registry_get_feature_list(gst_registry_get(), gst_element_factory_get_type())
        defer { gst_plugin_feature_list_free(features) }
        return factories(in: features).map(\.name)
    }

    /// The parsers that GStreamer itself would put behind something that gives this format, best first.
    ///
    /// The corresponding C functions are `gst_element_factory_list_get_elements` and
    /// `gst_element_factory_list_filter`.
    public static func parsers(for caps: Caps) -> [ElementFactory] {
        let all = gst_element_factory_list_get_elements(
            gst_shim_factory_type_parser(),
            GST_RANK_MARGINAL
        )
        defer { gst_plugin_feature_list_free(all) }
        let fitting = gst_element_factory_list_filter(all, caps.pointer, GST_PAD_SINK, 0)
        defer { gst_plugin_feature_list_free(fitting) }
        return factories(in: fitting)
    }

    private static func factories(in list: UnsafeMutablePointer<GList>?) -> [ElementFactory] {
        var result: [ElementFactory] = []
        var item = list
        while let current = item {
            if let data = current.pointee.data { result.append(ElementFactory(retaining: data)) }
            item = current.pointee.next
        }
        return result
    }

    /// Calls `body` with the class of the elements; nil when their plugin cannot be loaded.
    func withClass<Result>(_ body: (UnsafeMutablePointer<GObjectClass>) -> Result) -> Result? {
        guard let loaded = gst_plugin_feature_load(pointer) else {
            return nil
        }
        defer { gst_object_unref(UnsafeMutableRawPointer(loaded)) }
        let type = gst_element_factory_get_element_type(loaded)
        guard type != 0, let elementClass = g_type_class_ref(type) else { return nil }
        defer { g_type_class_unref(elementClass) }
        return body(elementClass.assumingMemoryBound(to: GObjectClass.self))
    }
}

/// Which way data goes through a pad.
public enum PadDirection: Sendable, Hashable {
    /// Into the element.
    case sink
    /// Out of the element.
    case source

    var cValue: GstPadDirection { self == .sink ? GST_PAD_SINK : GST_PAD_SRC }
}
