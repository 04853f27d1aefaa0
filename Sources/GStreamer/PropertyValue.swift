internal import CGStreamer

/// A Swift type that can be the value of an element's property.
public protocol PropertyValue: Sendable {
    /// Reads the value out of a property's storage; nil when it holds another type.
    init?(reading storage: borrowing PropertyStorage)
    /// Writes the value into fresh storage.
    func write(into storage: inout PropertyStorage)
}

/// The storage of one property value, a `GValue`, freed when it goes out of scope.
public struct PropertyStorage: ~Copyable {
    var value = GValue()

    init() {}

    init(type: GType) { g_value_init(&value, type) }

    deinit {
        var copy = value
        if copy.g_type != 0 { g_value_unset(&copy) }
    }

    /// Lets `body` look at the value while the storage is certainly alive.
    borrowing func read<Result>(_ body: (UnsafePointer<GValue>) -> Result) -> Result {
        withUnsafePointer(to: value, body)
    }

    /// Transforms the value to another type; nil when GLib knows no way.
    func transformed(to type: GType) -> PropertyStorage? {
        var result = PropertyStorage(type: type)
        guard read({ g_value_transform($0, &result.value) }) != 0 else { return nil }
        return result
    }
}

extension Bool: PropertyValue {
    /// Reads a `gboolean`.
    public init?(reading storage: borrowing PropertyStorage) {
        guard let result = storage.transformed(to: gst_shim_type_boolean()) else { return nil }
        self = result.read { g_value_get_boolean($0) } != 0
    }

    /// Writes a `gboolean`.
    public func write(into storage: inout PropertyStorage) {
        g_value_init(&storage.value, gst_shim_type_boolean())
        g_value_set_boolean(&storage.value, self ? 1 : 0)
    }
}

extension Int: PropertyValue {
    /// Reads any integer property, whatever its width.
    public init?(reading storage: borrowing PropertyStorage) {
        guard let result = storage.transformed(to: gst_shim_type_int64()) else { return nil }
        self = result.read { g_value_get_int64($0) }
    }

    /// Writes a 64-bit integer; GLib narrows it to the property's width.
    public func write(into storage: inout PropertyStorage) {
        g_value_init(&storage.value, gst_shim_type_int64())
        g_value_set_int64(&storage.value, self)
    }
}

extension Double: PropertyValue {
    /// Reads a floating-point property.
    public init?(reading storage: borrowing PropertyStorage) {
        guard let result = storage.transformed(to: gst_shim_type_double()) else { return nil }
        self = result.read { g_value_get_double($0) }
    }

    /// Writes a floating-point property.
    public func write(into storage: inout PropertyStorage) {
        g_value_init(&storage.value, gst_shim_type_double())
        g_value_set_double(&storage.value, self)
    }
}

extension String: PropertyValue {
    /// Reads a string property; enumerations and flags come as GLib prints them.
    public init?(reading storage: borrowing PropertyStorage) {
        guard let result = storage.transformed(to: gst_shim_type_string()) else { return nil }
        guard let text = result.read({ g_value_get_string($0).map { String(cString: $0) } }) else {
            return nil
        }
        self = text
    }

    /// Writes a string property.
    public func write(into storage: inout PropertyStorage) {
        g_value_init(&storage.value, gst_shim_type_string())
        g_value_set_string(&storage.value, self)
    }
}
