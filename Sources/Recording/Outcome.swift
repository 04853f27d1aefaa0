internal import Synchronization

/// The outcome of a trial run, collected from streaming threads.
final class Outcome: Sendable {
    private let state = Mutex<(problem: String?, buffers: Int)>((nil, 0))

    func set(_ problem: String) { state.withLock { if $0.problem == nil { $0.problem = problem } } }

    func count() { state.withLock { $0.buffers += 1 } }

    var problem: String? { state.withLock { $0.problem ?? ($0.buffers == 0 ? "it wrote nothing" : nil) } }
}
