internal import CGStreamer

/// The value of a property, or of a signal's argument or result, without C.
indirect enum PropertyContent: Sendable, Hashable {
    /// No value: the result of a signal that has none, or an empty structure's place.
    case none
    case boolean(Bool)
    /// An integer of any width and sign that fits.
    case integer(Int64)
    case unsigned(UInt64)
    case real(Double)
    case text(String?)
    /// The number of an enumeration's value.
    case choice(Int32)
    case structure(String, [String: PropertyContent])

    /// Copies a value out of its C form; types that have no case here become `.none`.
    init(reading value: UnsafePointer<GValue>) {
        let type = value.pointee.g_type
        switch gst_shim_fundamental(type) {
        case gst_shim_type_boolean(): self = .boolean(g_value_get_boolean(value) != 0)
        case gst_shim_type_int(): self = .integer(Int64(g_value_get_int(value)))
        case gst_shim_type_uint(): self = .unsigned(UInt64(g_value_get_uint(value)))
        case gst_shim_type_int64(): self = .integer(Int64(g_value_get_int64(value)))
        case gst_shim_type_uint64(): self = .unsigned(UInt64(g_value_get_uint64(value)))
        case gst_shim_type_double(): self = .real(g_value_get_double(value))
        case gst_shim_type_string(): self = .text(g_value_get_string(value).map { String(cString: $0) })
        case gst_shim_type_enum(): self = .choice(g_value_get_enum(value))
        default:
            guard type == gst_structure_get_type(), let structure = gst_value_get_structure(value) else {
                self = .none
                return
            }
            self = PropertyContent.fields(of: structure)
        }
    }

    private static func fields(of structure: UnsafePointer<GstStructure>) -> PropertyContent {
        var fields: [String: PropertyContent] = [:]
        for index in 0..<max(0, gst_structure_n_fields(structure)) {
            guard let name = gst_structure_nth_field_name(structure, UInt32(index)),
                let value = gst_structure_get_value(structure, name)
            else { continue }
            fields[String(cString: name)] = PropertyContent(reading: value)
        }
        let name = gst_structure_get_name(structure).map { String(cString: $0) }
        return .structure(name ?? "", fields)
    }

    /// Writes the value into one of C, which has its type already; what does not fit that type is not written.
    func write(into value: UnsafeMutablePointer<GValue>) {
        switch (gst_shim_fundamental(value.pointee.g_type), self) {
        case (gst_shim_type_boolean(), .boolean(let flag)): g_value_set_boolean(value, flag ? 1 : 0)
        case (gst_shim_type_int(), .integer(let number)): g_value_set_int(value, Int32(clamping: number))
        case (gst_shim_type_uint(), .unsigned(let number)): g_value_set_uint(value, UInt32(clamping: number))
        case (gst_shim_type_int64(), .integer(let number)): g_value_set_int64(value, Int(number))
        case (gst_shim_type_uint64(), .unsigned(let number)): g_value_set_uint64(value, UInt(number))
        case (gst_shim_type_double(), .real(let number)): g_value_set_double(value, number)
        case (gst_shim_type_string(), .text(let text)): g_value_set_string(value, text)
        case (gst_shim_type_enum(), .choice(let number)): g_value_set_enum(value, number)
        case (_, .structure) where value.pointee.g_type == gst_structure_get_type():
            g_value_take_boxed(value, makeStructure())
        default: break
        }
    }

    /// The value as a new GstStructure, owned by the caller; nil when it is none.
    func makeStructure() -> UnsafeMutablePointer<GstStructure>? {
        guard case .structure(let name, let fields) = self else { return nil }
        let structure = gst_structure_new_empty(name)
        for (field, content) in fields {
            guard let type = content.plainType else { continue }
            var value = GValue()
            g_value_init(&value, type)
            content.write(into: &value)
            gst_structure_take_value(structure, field, &value)
        }
        return structure
    }

    /// The C type that holds the value when nobody says which one it should be.
    private var plainType: GType? {
        switch self {
        case .none, .choice: nil
        case .boolean: gst_shim_type_boolean()
        case .integer: gst_shim_type_int64()
        case .unsigned: gst_shim_type_uint64()
        case .real: gst_shim_type_double()
        case .text: gst_shim_type_string()
        case .structure: gst_structure_get_type()
        }
    }
}
