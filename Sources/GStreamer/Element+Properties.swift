internal import CGStreamer

extension Element {
    /// The value of a property.
    ///
    /// The corresponding C function is `g_object_get_property`.
    /// - Throws: `GStreamerError` with code `.noSuchProperty` or `.wrongType`.
    public func property<Value: PropertyValue>(
        _ name: String,
        as type: Value.Type = Value.self
    ) throws(GStreamerError) -> Value {
        let specification = try specification(of: name)
        var storage = PropertyStorage(type: specification.pointee.value_type)
        g_object_get_property(reference.cast(to: GObject.self), name, &storage.value)
        guard let value = Value(reading: storage) else {
            throw GStreamerError(.wrongType, "the property \(name) of \(self.name) is no \(Value.self)")
        }
        return value
    }

    /// Sets a property; numbers are widened or narrowed to the property's own type.
    ///
    /// The corresponding C function is `g_object_set_property`.
    /// - Throws: `GStreamerError` with code `.noSuchProperty` or `.wrongType`.
    public func setProperty(_ name: String, to value: some PropertyValue) throws(GStreamerError) {
        let specification = try specification(of: name)
        var storage = PropertyStorage()
        value.write(into: &storage)
        guard let fitting = storage.transformed(to: specification.pointee.value_type) else {
            throw GStreamerError(.wrongType, "the property \(name) of \(self.name) does not take \(value)")
        }
        fitting.read { g_object_set_property(reference.cast(to: GObject.self), name, $0) }
    }

    /// Sets a property of any type from text, as gst-launch does.
    ///
    /// The corresponding C function is `gst_util_set_object_arg`.
    /// - Throws: `GStreamerError` with code `.noSuchProperty`.
    public func setProperty(_ name: String, parsing text: String) throws(GStreamerError) {
        _ = try specification(of: name)
        gst_util_set_object_arg(reference.cast(to: GObject.self), name, text)
    }

    private func specification(of name: String) throws(GStreamerError) -> UnsafeMutablePointer<GParamSpec> {
        guard let specification = gst_shim_find_property(reference.pointer, name) else {
            throw GStreamerError(.noSuchProperty, "\(self.name) has no property \(name)")
        }
        return specification
    }
}
