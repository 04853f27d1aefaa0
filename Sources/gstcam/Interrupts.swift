import Dispatch
import Glibc

/// Turns signals into calls on a queue.
final class Interrupts: Sendable {
    /// Dispatch's sources are not Sendable; these are made once and only cancelled by going away.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    /// - Parameters:
    ///   - signals: The signals to take; they no longer end the process.
    ///   - queue: Where `body` is called.
    ///   - body: Called for each signal.
    init(_ signals: [Int32], on queue: DispatchQueue, _ body: @escaping @Sendable (Int32) -> Void) {
        sources = signals.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { @Sendable in body(number) }
            source.resume()
            return source
        }
    }
}
