internal import Dispatch
internal import Synchronization

/// A question that is asked at most once, however many want its answer, and whose answer stays.
final class AskedOnce: Sendable {
    private enum State {
        case unasked
        case waiting([@Sendable (Bool) -> Void])
        case answered(Bool)
    }

    private let state = Mutex(State.unasked)
    private let queue: DispatchQueue
    private let ask: @Sendable () -> Bool

    /// - Parameters:
    ///   - queue: The serial queue that completions are called on, in the order of the requests.
    ///   - ask: Asks, and may block for as long as it takes; called on a thread of its own.
    init(on queue: DispatchQueue, ask: @escaping @Sendable () -> Bool) {
        self.queue = queue
        self.ask = ask
    }

    /// The answer; nil before there is one.
    var answer: Bool? {
        state.withLock { if case .answered(let answer) = $0 { answer } else { nil } }
    }

    /// Asks if nobody has yet; the completion is called exactly once, later, with no lock held.
    func request(_ completion: @escaping @Sendable (Bool) -> Void) {
        let (answer, isFirst) = state.withLock { state -> (Bool?, Bool) in
            switch state {
            case .unasked:
                state = .waiting([completion])
                return (nil, true)
            case .waiting(let others):
                state = .waiting(others + [completion])
                return (nil, false)
            case .answered(let answer): return (answer, false)
            }
        }
        if let answer { queue.async { completion(answer) } }
        guard isFirst else { return }
        // A queue of its own, since a person may take minutes; its thread goes back to Dispatch afterwards.
        DispatchQueue(label: "gstcam.access.question").async { [self] in
            let answer = ask()
            queue.async { self.settle(answer) }
        }
    }

    /// Runs on the queue, so that whoever asks from now on is answered after those who wait.
    private func settle(_ answer: Bool) {
        let waiting = state.withLock { state -> [@Sendable (Bool) -> Void] in
            defer { state = .answered(answer) }
            if case .waiting(let completions) = state { return completions }
            return []
        }
        for completion in waiting { completion(answer) }
    }
}
