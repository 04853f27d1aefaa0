internal import CGStreamer

/// Media formats: one or more structures, each a media type with fields.
public struct Caps: Sendable, CustomStringConvertible {
    let reference: MiniObjectReference

    var pointer: UnsafeMutablePointer<GstCaps> { reference.cast(to: GstCaps.self) }

    init(reference: MiniObjectReference) { self.reference = reference }

    /// Parses caps text such as `video/x-raw, width=640`.
    ///
    /// The corresponding C function is `gst_caps_from_string`.
    /// - Throws: `GStreamerError` with code `.parse`.
    public init(parsing text: String) throws(GStreamerError) {
        guard let caps = gst_caps_from_string(text) else {
            throw GStreamerError(.parse, "\"\(text)\" is not a media format")
        }
        reference = MiniObjectReference(owning: caps)
    }

    /// The caps in GStreamer's text form.
    ///
    /// The corresponding C function is `gst_caps_to_string`.
    public var description: String {
        guard let text = gst_caps_to_string(pointer) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Whether both mean the same formats.
    ///
    /// The corresponding C function is `gst_caps_is_equal`.
    public func isEqual(to other: Caps) -> Bool { gst_caps_is_equal(pointer, other.pointer) != 0 }

    /// The same formats with one more field, or with another value in it.
    ///
    /// The corresponding C function is `gst_caps_set_value`.
    public func setting(_ field: String, to value: some PropertyValue) -> Caps {
        let copy = Caps(reference: MiniObjectReference(owning: gst_caps_copy(pointer)))
        var storage = PropertyStorage()
        value.write(into: &storage)
        storage.read { gst_caps_set_value(copy.pointer, field, $0) }
        return copy
    }

    /// The same formats with the value that a field has in other caps, if it is there.
    ///
    /// The corresponding C functions are `gst_structure_get_value` and `gst_caps_set_value`.
    public func taking(_ field: String, from other: Caps) -> Caps {
        guard let structure = gst_caps_get_structure(other.pointer, 0),
            let value = gst_structure_get_value(structure, field)
        else { return self }
        let copy = Caps(reference: MiniObjectReference(owning: gst_caps_copy(pointer)))
        gst_caps_set_value(copy.pointer, field, value)
        return copy
    }

    /// The structures, first choice first; empty for ANY and EMPTY.
    public var structures: [CapsStructure] {
        (0..<gst_caps_get_size(pointer)).compactMap { index in
            gst_caps_get_structure(pointer, index).map { CapsStructure(reading: $0) }
        }
    }
}

/// One structure of caps or one message's payload: a name and its fields, copied out of GStreamer.
public struct CapsStructure: Sendable, Hashable {
    /// The media type, such as `video/x-raw`.
    public let name: String
    /// The fields by name.
    public let fields: [String: CapsValue]

    /// The value of a field.
    public subscript(field: String) -> CapsValue? { fields[field] }

    init(reading structure: UnsafePointer<GstStructure>) {
        name = gst_structure_get_name(structure).map { String(cString: $0) } ?? ""
        var fields: [String: CapsValue] = [:]
        for index in 0..<gst_structure_n_fields(structure) {
            guard let field = gst_structure_nth_field_name(structure, UInt32(index)),
                let value = gst_structure_get_value(structure, field)
            else { continue }
            fields[String(cString: field)] = CapsValue(reading: value)
        }
        self.fields = fields
    }
}

/// A field's value in caps or in a message.
public indirect enum CapsValue: Sendable, Hashable {
    /// A whole number, a boolean or a time.
    case integer(Int64)
    /// A number with a fraction.
    case real(Double)
    /// A range of whole numbers, both ends included.
    case integerRange(minimum: Int64, maximum: Int64, step: Int64)
    /// A fraction, such as a frame rate.
    case fraction(numerator: Int, denominator: Int)
    /// A range of fractions, both ends included.
    case fractionRange(minimum: [Int], maximum: [Int])
    /// A text.
    case string(String)
    /// Several possible values.
    case list([CapsValue])
    /// Anything else, in GStreamer's text form.
    case other(String)

    init(reading value: UnsafePointer<GValue>) {
        if gst_shim_value_is(value, gst_shim_type_string()) != 0 {
            self = .string(g_value_get_string(value).map { String(cString: $0) } ?? "")
        } else if gst_shim_value_is(value, gst_fraction_get_type()) != 0 {
            self = .fraction(
                numerator: Int(gst_value_get_fraction_numerator(value)),
                denominator: Int(gst_value_get_fraction_denominator(value))
            )
        } else if gst_shim_value_is(value, gst_int_range_get_type()) != 0 {
            self = .integerRange(
                minimum: Int64(gst_value_get_int_range_min(value)),
                maximum: Int64(gst_value_get_int_range_max(value)),
                step: Int64(gst_value_get_int_range_step(value))
            )
        } else if gst_shim_value_is(value, gst_fraction_range_get_type()) != 0 {
            self = CapsValue.fractionRange(of: value)
        } else if gst_shim_value_is(value, gst_value_list_get_type()) != 0 {
            self = .list(
                (0..<gst_value_list_get_size(value)).compactMap { index in
                    gst_value_list_get_value(value, index).map { CapsValue(reading: $0) }
                }
            )
        } else {
            self = CapsValue.plain(value)
        }
    }

    private static func fractionRange(of value: UnsafePointer<GValue>) -> CapsValue {
        func pair(_ bound: UnsafePointer<GValue>?) -> [Int] {
            guard let bound else { return [0, 1] }
            return [
                Int(gst_value_get_fraction_numerator(bound)), Int(gst_value_get_fraction_denominator(bound)),
            ]
        }
        return .fractionRange(
            minimum: pair(gst_value_get_fraction_range_min(value)),
            maximum: pair(gst_value_get_fraction_range_max(value))
        )
    }

    private static func plain(_ value: UnsafePointer<GValue>) -> CapsValue {
        if gst_shim_value_is(value, gst_shim_type_double()) != 0 { return .real(g_value_get_double(value)) }
        if g_value_type_transformable(value.pointee.g_type, gst_shim_type_int64()) != 0 {
            var number = GValue()
            g_value_init(&number, gst_shim_type_int64())
            defer { g_value_unset(&number) }
            if g_value_transform(value, &number) != 0 { return .integer(Int64(g_value_get_int64(&number))) }
        }
        guard let text = gst_value_serialize(value) else { return .other("") }
        defer { g_free(text) }
        return .other(String(cString: text))
    }
}
