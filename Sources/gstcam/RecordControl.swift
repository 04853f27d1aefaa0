import Glibc
import Synchronization

/// Hands signals and keys to the recordings, and keeps them while there is none yet.
final class RecordControl: Sendable {
    private struct State {
        var run: RecordRun?
        var keys: Keys?
        var isStopping = false
        var isTriggered = false
    }

    private let reporter: RecordReporter
    private let state = Mutex(State())

    init(_ reporter: RecordReporter) { self.reporter = reporter }

    /// Whether somebody asked to stop.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// From now on there are recordings; what was asked for before reaches them now.
    func begin(_ run: RecordRun) {
        let keys = Keys { run.pressed($0) }
        let (isStopping, isTriggered) = state.withLock { state in
            state.run = run
            state.keys = keys
            return (state.isStopping, state.isTriggered)
        }
        if isTriggered { run.trigger() }
        if isStopping { run.stop() }
    }

    /// Gives the terminal back.
    func end() { state.withLock { $0.keys }?.close() }

    /// A signal came.
    func received(_ signal: Int32) {
        let isStop = signal != SIGUSR1
        let run = state.withLock { state in
            if isStop { state.isStopping = true } else { state.isTriggered = true }
            return state.run
        }
        guard isStop else {
            run?.trigger()
            return
        }
        if reporter.countInterrupt() >= 3 {
            end()
            ExitCode.exit(.internalFailure)
        }
        run?.stop()
    }
}
