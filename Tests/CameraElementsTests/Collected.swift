import Dispatch
import GStreamer
import Synchronization

/// Values that streaming threads bring, for the test to wait for.
final class Collected<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    func add(_ value: Value) { values.withLock { $0.append(value) } }

    var all: [Value] { values.withLock { $0 } }

    /// Waits until the values fulfil the condition; false when that takes longer than ten seconds.
    func wait(until condition: @Sendable ([Value]) -> Bool) async -> Bool {
        for _ in 0..<1000 {
            if condition(all) { return true }
            try? await Task.sleep(nanoseconds: 10_000_000)
        }
        return condition(all)
    }
}

extension Collected where Value == BusMessage {
    /// Makes a pipeline whose messages are collected here.
    func pipeline(_ description: String) throws -> Pipeline {
        try Gst.initialize()
        return try Pipeline(parsing: description) { [self] in add($0) }
    }

    /// Waits for the end of the stream or an error; true for the end.
    func waitForEnd() async -> Bool {
        let isOver = await wait { messages in
            messages.contains { message in
                switch message {
                case .endOfStream, .error: true
                default: false
                }
            }
        }
        return isOver && errors.isEmpty
    }

    var errors: [BusMessage.ElementReport] {
        all.compactMap { if case .error(let report) = $0 { report } else { nil } }
    }
}
