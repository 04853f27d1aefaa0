import GStreamer
import Testing

@testable import Recording

/// What holds for a recording whatever happens in which order: 20,000 random lives.
struct RecordingStateMachinePropertyTests {
    @Test(arguments: 1...20)
    func everyStartedRecordingCompletesExactlyOnceInBoundedTime(batch: UInt64) {
        var failures: [UInt64] = []
        for round in 0..<UInt64(1000) {
            let seed = batch * 100_000 + round
            if let problem = problem(of: seed) {
                failures.append(seed)
                Issue.record("seed \(seed): \(problem)")
            }
            guard failures.count < 3 else { return }
        }
    }

    /// What one random life did wrong; nil when it kept every promise.
    private func problem(of seed: UInt64) -> String? {
        var random = SeededRandom(seed: seed)
        var life = RandomLife()
        for _ in 0..<Int.random(in: 1...60, using: &random) {
            guard let kind = MachineRun.Kind.allCases.randomElement(using: &random) else { break }
            life.pass(milliseconds: Int64.random(in: 0...400, using: &random))
            life.send(kind)
        }
        if !life.wasStarted {
            guard life.run.actions.isEmpty else { return "it acted before its start" }
            life.send(.start)
        }
        if !life.run.machine.isDone { life.send(.stop) }
        // From here on nothing but time passes.
        for _ in 0..<400 { life.pass(milliseconds: 100) }
        for kind in MachineRun.Kind.allCases { life.send(kind) }
        return life.problem
    }
}

/// A recording's life under random events, and what it did wrong.
private struct RandomLife {
    /// A hundred milliseconds pass between two ticks.
    private static let tick = ClockTime.milliseconds(100)

    var run = MachineRun()
    private(set) var wasStarted = false
    private var stoppedAt: ClockTime?
    private var completions = 0
    private var complaints: [String] = []
    private var lastTick = ClockTime.zero

    var problem: String? {
        if completions != 1 { return "it completed \(completions) times" }
        if !run.machine.isDone { return "it is not done" }
        return complaints.first
    }

    mutating func pass(milliseconds: Int64) {
        run.wait(milliseconds)
        if run.now - lastTick >= RandomLife.tick {
            lastTick = run.now
            send(.tick)
        }
    }

    mutating func send(_ kind: MachineRun.Kind) {
        let wasDone = run.machine.isDone
        let actions = run.send(kind.value)
        if kind == .start {
            if !wasStarted, !run.machine.isRecording { complaints.append("it is not recording after start") }
            wasStarted = true
        }
        if !wasStarted, !actions.isEmpty { complaints.append("it acted before its start") }
        if wasDone, !actions.isEmpty { complaints.append("it acted after its end") }
        if kind == .stop, wasStarted, !wasDone, stoppedAt == nil { stoppedAt = run.now }
        if MachineRun.completion(in: actions) != nil {
            completions += 1
            // A deadline is noticed at the next tick.
            let deadlines = run.machine.deadlines
            if let stoppedAt, run.now - stoppedAt > deadlines.stop + deadlines.examining + .milliseconds(500)
            {
                complaints.append("it took \(run.now - stoppedAt) to stop")
            }
        }
        if run.machine.isDone, run.machine.isRecording { complaints.append("it is done and records") }
    }
}
