/// Carries a Swift closure through a C function's user data.
///
/// Retained when handed to C, released by the destroy notification.
final class Callback<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    static func value(at data: UnsafeMutableRawPointer) -> Value {
        Unmanaged<Callback<Value>>.fromOpaque(data).takeUnretainedValue().value
    }

    static func release(_ data: UnsafeMutableRawPointer?) {
        guard let data else { return }
        Unmanaged<Callback<Value>>.fromOpaque(data).release()
    }
}
