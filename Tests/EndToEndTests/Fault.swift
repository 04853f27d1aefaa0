import Foundation
import Synchronization
import Testing

/// A row of the fault matrix, which `make faults` prints: what was done to a recording, and what became of it.
///
/// A test with the trait `fault` is one; with several arguments it is one for each. It calls `tell` with what it
/// measured.
final class Fault: Sendable {
    @TaskLocal fileprivate static var current: Fault?

    private static let report = ProcessInfo.processInfo.environment["GSTCAM_FAULTS"]

    /// Whether the whole matrix was asked for; else the long rows are shorter.
    static var isComplete: Bool { report != nil }

    private struct State {
        var detail = ""
        var lost = "-"
        var time = "-"
        var hasFailed = false
    }

    private let state = Mutex(State())

    /// Notes what the fault did.
    /// - Parameters:
    ///   - detail: Which of several, such as a container.
    ///   - lost: What is missing, in seconds or frames.
    ///   - seconds: From the fault, or from the order to stop, to the end.
    static func tell(_ detail: String = "", lost: String, seconds: Double? = nil) {
        current?.state.withLock { state in
            state.detail = detail
            state.lost = lost
            if let seconds { state.time = String(format: "%.1f s", seconds) }
        }
    }

    fileprivate func fail() { state.withLock { $0.hasFailed = true } }

    fileprivate func write(_ trait: FaultTrait) {
        guard let path = Fault.report, let file = fopen(path, "a") else { return }
        defer { fclose(file) }
        let state = state.withLock { $0 }
        #if compiler(>=6.2)
            let verdict = state.hasFailed ? "FAILED" : "passed"
        #else
            // This compiler's tests cannot be listened to; the run itself tells what failed.
            let verdict = state.hasFailed ? "FAILED" : "ran"
        #endif
        let name = [trait.name, state.detail].filter { !$0.isEmpty }.joined(separator: ", ")
        fputs([name, trait.expected, state.lost, state.time, verdict].joined(separator: "\t") + "\n", file)
    }
}

/// Makes a test a row of the fault matrix.
struct FaultTrait: TestTrait, TestScoping {
    let name: String
    let expected: String

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let fault = Fault()
        defer { fault.write(self) }
        do {
            try await Fault.$current.withValue(fault) {
                #if compiler(>=6.2)
                    let listener = IssueHandlingTrait.compactMapIssues { issue in
                        fault.fail()
                        return issue
                    }
                    try await listener.provideScope(for: test, testCase: testCase, performing: function)
                #else
                    try await function()
                #endif
            }
        } catch {
            fault.fail()
            throw error
        }
    }
}

extension Trait where Self == FaultTrait {
    /// A row of the fault matrix: what happens, and what must come of it.
    static func fault(_ name: String, _ expected: String) -> FaultTrait {
        FaultTrait(name: name, expected: expected)
    }
}
