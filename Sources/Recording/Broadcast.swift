internal import Synchronization

/// Events for any number of readers, each with a stream of its own that ends with the broadcast.
package final class Broadcast<Event: Sendable>: Sendable {
    private struct State {
        var readers: [Int: AsyncStream<Event>.Continuation] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    package init() {}

    deinit { for reader in state.withLock({ $0.readers }).values { reader.finish() } }

    /// What is sent from now on; a slow reader keeps the newest 64.
    package var stream: AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self,
            bufferingPolicy: .bufferingNewest(64)
        )
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.readers[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.readers.removeValue(forKey: number) }
        }
        return stream
    }

    package func send(_ event: Event) {
        for reader in state.withLock({ Array($0.readers.values) }) { reader.yield(event) }
    }
}
