internal import Foundation
internal import Synchronization

/// The way from streaming threads to a delegate and its serial queue; nothing here makes a streaming thread wait.
///
/// Calls reach the delegate one after the other, in their order. The delegate is held weakly, as Apple does.
final class DelegateLine<Delegate>: Sendable {
    private struct State {
        var delegate: Shared<() -> Delegate?>?
        var queue: DispatchQueue?
        /// Tells one delegate from the next.
        var generation = 0
    }

    private let state = Mutex(State())
    private let work: DispatchQueue

    init(label: String) { work = DispatchQueue(label: label) }

    /// Calls go to this delegate from now on; what still waits for another one is not delivered.
    func connect(_ delegate: @escaping () -> Delegate?, queue: DispatchQueue) {
        let found = Shared(delegate)
        state.withLock { state in
            state.generation += 1
            (state.delegate, state.queue) = (found, queue)
        }
    }

    /// No call begins any more; one that is under way may still end after this.
    func disconnect() {
        state.withLock { state in
            state.generation += 1
            (state.delegate, state.queue) = (nil, nil)
        }
    }

    var delegate: Delegate? { state.withLock { $0.delegate }?.value() }

    var queue: DispatchQueue? { state.withLock { $0.queue } }

    var isConnected: Bool { state.withLock { $0.queue != nil } }

    /// Makes a call after all earlier ones.
    /// - Parameters:
    ///   - prepare: Does the work that comes before it, on a thread of this line, and returns the call.
    ///   - completion: Called in any case, when the delegate has returned.
    func send(
        _ prepare: @escaping @Sendable () -> (Delegate) -> Void,
        completion: @escaping @Sendable () -> Void
    ) {
        let (queue, generation) = state.withLock { ($0.queue, $0.generation) }
        work.async { [self] in
            defer { completion() }
            guard let queue, delegate(generation) != nil else { return }
            let call = prepare()
            queue.sync {
                if let delegate = delegate(generation) { call(delegate) }
            }
        }
    }

    private func delegate(_ generation: Int) -> Delegate? {
        state.withLock { $0.generation == generation ? $0.delegate : nil }?.value()
    }
}
