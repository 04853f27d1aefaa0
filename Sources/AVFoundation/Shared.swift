/// Carries an object that programs use from several threads, as Apple lets them, without its type saying so.
///
/// Sendable because the objects it holds are outputs, inputs and connections, whose state is behind locks, and
/// delegates, which are only called on their own serial queue.
struct Shared<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// A weak reference to such an object.
struct WeakShared<Value: AnyObject>: @unchecked Sendable {
    private(set) weak var value: Value?

    init(_ value: Value?) { self.value = value }
}
