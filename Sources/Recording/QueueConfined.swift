package import Dispatch

/// A value that only code on one serial queue touches; anything else traps at once instead of racing.
///
/// Sendable because every access asserts the queue. It also holds values that are not Sendable themselves, such as
/// Dispatch timers.
package final class QueueConfined<Value>: @unchecked Sendable {
    private let queue: DispatchQueue
    private var value: Value

    package init(_ value: sending Value, on queue: DispatchQueue) {
        self.value = value
        self.queue = queue
    }

    package func withValue<Result>(_ body: (inout Value) -> Result) -> Result {
        dispatchPrecondition(condition: .onQueue(queue))
        return body(&value)
    }
}
