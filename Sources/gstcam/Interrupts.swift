import Dispatch
import Glibc

/// Turns signals into calls on a queue.
final class Interrupts: Sendable {
    private let sources: [EventSource]

    /// - Parameters:
    ///   - signals: The signals to take; they no longer end the process.
    ///   - queue: Where `body` is called.
    ///   - body: Called for each signal.
    init(_ signals: [Int32], on queue: DispatchQueue, _ body: @escaping @Sendable (Int32) -> Void) {
        sources = signals.map { number in
            signal(number, SIG_IGN)
            return EventSource(DispatchSource.makeSignalSource(signal: number, queue: queue)) { body(number) }
        }
    }
}
