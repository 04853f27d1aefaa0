internal import CGStreamer

/// A property that elements of a kind have.
public struct PropertySpecification: Sendable, Hashable {
    /// What values a property takes.
    public enum Kind: Sendable, Hashable {
        /// Yes or no.
        case boolean
        /// A number in a range, which is written like `1 to 100`.
        case number(range: String)
        /// One of these words.
        case choice([String])
        /// Any of these words, with `+` between.
        case flags([String])
        /// Any text.
        case text
        /// A media format.
        case caps
        /// An element, a structure, or something else that is not told apart here.
        case other
    }

    /// The property's name.
    public let name: String
    /// What values it takes.
    public let kind: Kind
    /// One line about it, in GStreamer's words.
    public let summary: String
    /// Whether it can be set.
    public let isWritable: Bool
}

/// What a property says to a value that is written as text.
public enum PropertyAnswer: Sendable, Hashable {
    /// It takes the value.
    case fits
    /// It cannot read the value.
    case wrongType
    /// It reads the value, but does not allow it.
    case outOfRange
}

extension ElementFactory {
    /// The properties, sorted by name; nil when the element's plugin cannot be loaded.
    ///
    /// The corresponding C function is `g_object_class_list_properties`. No element is made.
    public var properties: [PropertySpecification]? {
        withClass { elementClass in
            var count: UInt32 = 0
            guard let list = g_object_class_list_properties(elementClass, &count) else { return [] }
            defer { g_free(list) }
            return (0..<Int(count)).compactMap { list[$0].map(PropertySpecification.init(reading:)) }
                .sorted { $0.name < $1.name }
        }
    }

    /// Whether a property takes a value that is written as in a launch line, without its quotes.
    ///
    /// The corresponding C functions are `gst_value_deserialize_with_pspec` and `g_param_value_validate`. No
    /// element is made.
    /// - Parameters:
    ///   - property: The property's name.
    ///   - text: The value.
    /// - Returns: The answer; nil when there is no such property.
    public func answer(of property: String, to text: String) -> PropertyAnswer? {
        withClass { elementClass in
            guard let specification = g_object_class_find_property(elementClass, property) else { return nil }
            var storage = PropertyStorage(type: specification.pointee.value_type)
            guard gst_value_deserialize_with_pspec(&storage.value, text, specification) != 0 else {
                return .wrongType
            }
            return g_param_value_validate(specification, &storage.value) != 0 ? .outOfRange : .fits
        } ?? nil
    }
}

extension PropertySpecification {
    init(reading specification: UnsafeMutablePointer<GParamSpec>) {
        name = String(cString: g_param_spec_get_name(specification))
        summary = g_param_spec_get_blurb(specification).map { String(cString: $0) } ?? ""
        isWritable = specification.pointee.flags.rawValue & G_PARAM_WRITABLE.rawValue != 0
        kind = PropertySpecification.kind(of: specification)
    }

    private static func kind(of specification: UnsafeMutablePointer<GParamSpec>) -> Kind {
        let type = specification.pointee.value_type
        switch g_type_fundamental(type) {
        case gst_shim_type_boolean(): return .boolean
        case gst_shim_type_string(): return .text
        case gst_shim_type_enum():
            return .choice(nicks(of: type) { gst_shim_enum_value($0, $1)?.pointee.value_nick })
        case gst_shim_type_flags():
            return .flags(nicks(of: type) { gst_shim_flags_value($0, $1)?.pointee.value_nick })
        default: break
        }
        if type == gst_caps_get_type() { return .caps }
        guard let range = gst_shim_property_range(specification) else { return .other }
        defer { g_free(range) }
        return .number(range: String(cString: range))
    }

    private static func nicks(
        of type: GType,
        _ nick: (UnsafeMutableRawPointer, UInt32) -> UnsafePointer<CChar>?
    ) -> [String] {
        guard let valueClass = g_type_class_ref(type) else { return [] }
        defer { g_type_class_unref(valueClass) }
        var result: [String] = []
        while let text = nick(valueClass, UInt32(result.count)) { result.append(String(cString: text)) }
        return result
    }
}
