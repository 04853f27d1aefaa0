internal import CGStreamer

/// A property of a class of elements.
struct PropertyDefinition: Sendable {
    /// The type of a property, with its default and its range.
    enum Kind: Sendable {
        case boolean(Bool)
        case integer(Int32, in: ClosedRange<Int32>)
        case unsigned(UInt32, in: ClosedRange<UInt32>)
        /// 64 bits, for times in nanoseconds and for bytes.
        case long(UInt64, in: ClosedRange<UInt64>)
        case real(Double, in: ClosedRange<Double>)
        case text(String?)
        case choice(Choice, Int32)
        /// A GstStructure.
        case structure
    }

    /// When a property can be written.
    enum Access: Sendable {
        case readOnly
        /// Only in the state NULL.
        case writable
        case writableWhilePlaying
    }

    let name: String
    let kind: Kind
    var access = Access.writableWhilePlaying
    /// A sentence about the property, with its unit.
    let blurb: String

    /// The C description of the property.
    func specification() -> UnsafeMutablePointer<GParamSpec>? {
        let flags = gst_shim_param_flags(
            access == .readOnly ? 0 : 1,
            access == .writableWhilePlaying ? 1 : 0
        )
        switch kind {
        case .boolean(let value):
            return g_param_spec_boolean(name, name, blurb, value ? 1 : 0, flags)
        case .integer(let value, let range):
            return g_param_spec_int(name, name, blurb, range.lowerBound, range.upperBound, value, flags)
        case .unsigned(let value, let range):
            return g_param_spec_uint(name, name, blurb, range.lowerBound, range.upperBound, value, flags)
        case .long(let value, let range):
            return g_param_spec_uint64(
                name,
                name,
                blurb,
                UInt(range.lowerBound),
                UInt(range.upperBound),
                UInt(value),
                flags
            )
        case .real(let value, let range):
            return g_param_spec_double(name, name, blurb, range.lowerBound, range.upperBound, value, flags)
        case .text(let value):
            return g_param_spec_string(name, name, blurb, value, flags)
        case .choice(let choice, let value):
            return g_param_spec_enum(name, name, blurb, choice.type, value, flags)
        case .structure:
            return g_param_spec_boxed(name, name, blurb, gst_structure_get_type(), flags)
        }
    }
}

/// A type whose values are a few names, in C an enumeration.
struct Choice: Sendable {
    struct Value: Sendable {
        let number: Int32
        let nick: String
        let text: String
    }

    /// The name of the GObject type, such as `GstcamVideoStabMode`.
    let typeName: String
    let values: [Value]

    /// The GObject type, registered when it is first asked for; only asked for while classes are made, which GObject
    /// does one at a time.
    var type: GType {
        let known = g_type_from_name(typeName)
        guard known == 0 else { return known }
        // GObject keeps the table for ever, so it is never freed; it ends with an empty entry.
        let table = UnsafeMutablePointer<GEnumValue>.allocate(capacity: values.count + 1)
        for (index, value) in values.enumerated() {
            (table + index).initialize(
                to: GEnumValue(
                    value: value.number,
                    value_name: UnsafePointer(g_strdup(value.text)),
                    value_nick: UnsafePointer(g_strdup(value.nick))
                )
            )
        }
        (table + values.count).initialize(to: GEnumValue())
        return g_enum_register_static(typeName, table)
    }
}
