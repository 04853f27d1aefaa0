internal import CGStreamer

/// Why two media formats have nothing in common.
public struct CapsDifference: Sendable, Hashable {
    /// The field that differs, such as `format`; nil when the media types differ.
    public let field: String?
    /// What the first formats have.
    public let first: String
    /// What the second formats have.
    public let second: String
}

extension Caps {
    /// Whether some format is in both.
    ///
    /// The corresponding C function is `gst_caps_can_intersect`.
    public func canIntersect(_ other: Caps) -> Bool { gst_caps_can_intersect(pointer, other.pointer) != 0 }

    /// Whether it stands for all formats.
    ///
    /// The corresponding C function is `gst_caps_is_any`.
    public var isAny: Bool { gst_caps_is_any(pointer) != 0 }

    /// What keeps the formats from having one in common; nil when they have one.
    ///
    /// The corresponding C function for two values is `gst_value_intersect`.
    public func difference(from other: Caps) -> CapsDifference? {
        guard !canIntersect(other) else { return nil }
        var found: CapsDifference?
        for index in 0..<gst_caps_get_size(pointer) {
            for otherIndex in 0..<gst_caps_get_size(other.pointer) {
                guard let first = gst_caps_get_structure(pointer, index),
                    let second = gst_caps_get_structure(other.pointer, otherIndex),
                    gst_structure_get_name_id(first) == gst_structure_get_name_id(second)
                else { continue }
                if let field = Caps.differingField(first, second) { return field }
                found = CapsDifference(
                    field: "memory",
                    first: Caps.features(of: pointer, at: index),
                    second: Caps.features(of: other.pointer, at: otherIndex)
                )
            }
        }
        return found ?? CapsDifference(field: nil, first: mediaTypes, second: other.mediaTypes)
    }

    /// The media types, each once.
    private var mediaTypes: String {
        var names: [String] = []
        for structure in structures where !names.contains(structure.name) { names.append(structure.name) }
        return names.isEmpty ? "nothing" : Caps.short(names.joined(separator: ", "))
    }

    private static func differingField(
        _ first: UnsafePointer<GstStructure>,
        _ second: UnsafePointer<GstStructure>
    ) -> CapsDifference? {
        for index in 0..<gst_structure_n_fields(first) {
            guard let name = gst_structure_nth_field_name(first, UInt32(index)),
                let value = gst_structure_get_value(first, name),
                let other = gst_structure_get_value(second, name),
                gst_value_intersect(nil, value, other) == 0
            else { continue }
            return CapsDifference(field: String(cString: name), first: text(value), second: text(other))
        }
        return nil
    }

    private static func features(of caps: UnsafePointer<GstCaps>, at index: UInt32) -> String {
        guard let features = gst_caps_get_features(caps, index),
            let text = gst_caps_features_to_string(features)
        else { return "memory:SystemMemory" }
        defer { g_free(text) }
        return String(cString: text)
    }

    private static func text(_ value: UnsafePointer<GValue>) -> String {
        guard let text = gst_value_serialize(value) else { return "" }
        defer { g_free(text) }
        // gst_value_serialize writes the types of list members; people write and read them without.
        return short(String(cString: text).replacing("(string)", with: "").replacing("(int)", with: ""))
    }

    private static func short(_ text: String) -> String {
        let limit = 100
        return text.count > limit ? "\(text.prefix(limit))..." : text
    }
}
