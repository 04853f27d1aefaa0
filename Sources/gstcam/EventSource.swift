import Dispatch

/// A source of events that is made once and ends with this object; Dispatch's own types are not Sendable.
final class EventSource: Sendable {
    private nonisolated(unsafe) let source: any DispatchSourceProtocol

    /// - Parameters:
    ///   - source: A new source, which nobody else has.
    ///   - body: Called for each event, on the source's queue.
    init(_ source: any DispatchSourceProtocol, body: @escaping @Sendable () -> Void) {
        self.source = source
        source.setEventHandler(handler: body)
        source.resume()
    }

    /// Ends the events.
    func cancel() { source.cancel() }

    deinit { source.cancel() }
}
