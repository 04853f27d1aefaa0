internal import CGStreamer

/// A value in a D-Bus message.
public enum DBusValue: Sendable, Hashable {
    /// A text or an object path.
    case text(String)
    /// An unsigned number.
    case number(UInt32)
    /// Any other value, as GLib prints it.
    case other(String)
}

extension DBusValue {
    /// The values of a message's body.
    static func list(in body: OpaquePointer?) -> [DBusValue] {
        guard let body else { return [] }
        return (0..<g_variant_n_children(body)).compactMap { index in
            guard let child = g_variant_get_child_value(body, index) else { return nil }
            defer { g_variant_unref(child) }
            return DBusValue(reading: child)
        }
    }

    private init(reading variant: OpaquePointer) {
        switch String(cString: g_variant_get_type_string(variant)) {
        case "s", "o": self = .text(String(cString: g_variant_get_string(variant, nil)))
        case "u": self = .number(g_variant_get_uint32(variant))
        default:
            let text = g_variant_print(variant, 0)
            defer { g_free(text) }
            self = .other(text.map { String(cString: $0) } ?? "")
        }
    }
}
