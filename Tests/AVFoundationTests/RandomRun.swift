import Synchronization

@testable import AVFoundation

/// What each thread called last.
final class Diary: Sendable {
    private let pages: Mutex<[[String]]>
    private let count = Atomic<Int>(0)

    init(threads: Int) { pages = Mutex(Array(repeating: [], count: threads)) }

    var calls: Int { count.load(ordering: .relaxed) }

    func note(_ call: String, of thread: Int) {
        count.add(1, ordering: .relaxed)
        pages.withLock { pages in
            pages[thread].append(call)
            if pages[thread].count > 5 { pages[thread].removeFirst() }
        }
    }

    var text: String {
        pages.withLock {
            $0.enumerated().map { "\($0): \($1.joined(separator: ", "))" }.joined(separator: "\n")
        }
    }
}

/// Random calls from several threads, and from inside the delegate's calls.
final class RandomRun: Sendable {
    let playground: Playground
    let diary: Diary
    private let seed: UInt64
    private let threads: Int
    private let working = Atomic<Int>(0)
    private let inside: Mutex<SeededRandom>
    private let isStopping = Atomic<Bool>(false)
    let log: RecordingLog

    init(_ playground: Playground, seed: UInt64, threads: Int) {
        self.playground = playground
        self.seed = seed
        self.threads = threads
        diary = Diary(threads: threads + 1)
        inside = Mutex(SeededRandom(seed: seed))
        let link = Link()
        log = RecordingLog { _, _, _ in link.run?.callInside() }
        link.set(self)
    }

    /// Knows the run from inside a closure that is made before it.
    private final class Link: Sendable {
        private let reference = Mutex(WeakShared<RandomRun>(nil))

        var run: RandomRun? { reference.withLock { $0.value } }

        func set(_ run: RandomRun) {
            let reference = WeakShared(run)
            self.reference.withLock { $0 = reference }
        }
    }

    /// Whether all threads have made their calls.
    var isDone: Bool { working.load(ordering: .acquiring) == 0 }

    func start(calls: Int) {
        working.store(threads, ordering: .releasing)
        for thread in 0..<threads {
            Thread.detachNewThread { [self] in
                var caller = caller(thread, seed: seed &+ UInt64(thread) &* 1000)
                for _ in 0..<calls / threads { caller.call() }
                working.subtract(1, ordering: .releasing)
            }
        }
    }

    /// Ends everything, in a thread of its own, since it may block.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        working.store(1, ordering: .releasing)
        Thread.detachNewThread { [self] in
            // Twice, since a call inside a delegate's may just have started something.
            for _ in 0..<2 {
                for output in playground.outputs { output.stopRecording() }
                for session in playground.sessions { session.stopRunning() }
            }
            working.store(0, ordering: .releasing)
        }
    }

    private func caller(_ thread: Int, seed: UInt64) -> RandomCaller {
        RandomCaller(
            playground: playground,
            log: log,
            note: { [diary] in diary.note($0, of: thread) },
            random: SeededRandom(seed: seed)
        )
    }

    private func callInside() {
        guard !isStopping.load(ordering: .acquiring) else { return }
        let seed = inside.withLock { $0.oneIn(3) ? $0.next() : nil }
        guard let seed else { return }
        var caller = caller(threads, seed: seed)
        caller.call(isInside: true)
    }
}
