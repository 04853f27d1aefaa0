internal import AVFoundation
internal import Synchronization

/// One recording that somebody asked for, and how its end is told.
final class Take: Sendable {
    let number: Int
    /// The longest duration; nil for none.
    let limit: CMTime?
    /// Tells the end; called once, on the manager's callback queue.
    let tell: @Sendable (Result<URL, any Error>) -> Void

    init(number: Int, limit: CMTime?, tell: @escaping @Sendable (Result<URL, any Error>) -> Void) {
        self.number = number
        self.limit = limit
        self.tell = tell
    }
}

/// The recordings that were asked for and whose end was not told yet.
final class Takes: Sendable {
    private struct State {
        var open: [Int: Take] = [:]
        var files: [Int: URL] = [:]
        var discarded: Set<Int> = []
        var next = 0
    }

    private let state = Mutex(State())

    /// Notes a recording that is asked for.
    func add(limit: CMTime?, tell: @escaping @Sendable (Result<URL, any Error>) -> Void) -> Take {
        state.withLock { state in
            defer { state.next += 1 }
            let take = Take(number: state.next, limit: limit, tell: tell)
            state.open[take.number] = take
            return take
        }
    }

    /// The recording goes into this file.
    func set(_ file: URL, for take: Take) { state.withLock { $0.files[take.number] = file } }

    /// The recording that goes into a file; nil when it is none of these.
    func take(into file: URL) -> Take? {
        state.withLock { state in
            state.files.first { $0.value == file }.flatMap { state.open[$0.key] }
        }
    }

    /// The files of recordings whose end was not told yet.
    var files: [URL] { state.withLock { Array($0.files.values) } }

    /// Nobody wants these recordings any more; their end is told as an interruption.
    func discardAll() { state.withLock { state in state.discarded.formUnion(state.open.keys) } }

    func isDiscarded(_ take: Take) -> Bool { state.withLock { $0.discarded.contains(take.number) } }

    /// Forgets a recording, whose end is told now.
    /// - Returns: Its file, and whether it was discarded; nil when its end was told before.
    func close(_ take: Take) -> (file: URL?, isDiscarded: Bool)? {
        state.withLock { state in
            guard state.open.removeValue(forKey: take.number) != nil else { return nil }
            let file = state.files.removeValue(forKey: take.number)
            return (file, state.discarded.remove(take.number) != nil)
        }
    }
}
