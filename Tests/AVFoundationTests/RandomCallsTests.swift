import Testing

@testable import AVFoundation

extension Conformance {
    /// Nothing that a program calls, in whatever order and from whatever thread, crashes or blocks for ever.
    @Suite(.serialized) struct RandomCallsTests {
        private static let calls = 10_000
        private static let threads = 4

        /// The numbers' beginning: the same each time unless the environment says another.
        private var seed: UInt64 {
            ProcessInfo.processInfo.environment["GSTCAM_SEED"].flatMap { UInt64($0) } ?? 2026
        }

        @Test(.timeLimit(.minutes(15))) func tenThousandRandomCallsDoNoHarm() async throws {
            let playground = try Playground(recordings: 300)
            let run = RandomRun(playground, seed: seed, threads: RandomCallsTests.threads)
            run.start(calls: RandomCallsTests.calls)
            try await watch(run) { run.isDone }
            run.stop()
            try await watch(run) { run.isDone }
            let (log, diary) = (run.log, run.diary)
            try await until("all recordings end, seed \(seed)") { log.isDone }
            #expect(playground.sessions.allSatisfy { !$0.isRunning })
            #expect(playground.outputs.allSatisfy { !$0.isRecording })
            #expect(diary.calls >= RandomCallsTests.calls)
            let files = log.endings.count { $0.value.error == nil }
            let codes = Dictionary(grouping: log.endings.values) { $0.error?.code }.mapValues(\.count)
            #expect(files > 20, "it recorded too little to mean anything: \(codes)")
            log.expectOrder()
            judgeFiles(log, playground)
        }

        /// What was told about a file is true of it.
        private func judgeFiles(_ log: RecordingLog, _ playground: Playground) {
            for (url, ending) in log.endings where url.isFileURL {
                let exists = FileManager.default.fileExists(atPath: url.path)
                if ending.error == nil || ending.error?.recordingSuccessfullyFinished == true {
                    #expect(throws: Never.self, "\(url.path)") { try Movie(url) }
                } else if url.lastPathComponent.hasPrefix("there-") {
                    #expect(FileManager.default.contents(atPath: url.path) == Data("mine".utf8))
                } else if exists {
                    let words = "\(log.calls(url)): \(String(describing: ending.error))"
                    // Seldom a file of a few pictures, begun and ended by switches, lacks the sound that it began with.
                    withKnownIssue(isIntermittent: true) {
                        Issue.record("seed \(seed), \(words) left \(url.path)")
                    } matching: { _ in
                        words.contains("holds no sound")
                    }
                }
            }
        }

        /// Waits, and gives up with the seed and the last calls when nothing has been called for two minutes.
        private func watch(_ run: RandomRun, _ isDone: () -> Bool) async throws {
            var (calls, since) = (-1, ContinuousClock.now)
            while !isDone() {
                if run.diary.calls != calls { (calls, since) = (run.diary.calls, .now) }
                try #require(
                    ContinuousClock.now - since < .seconds(120),
                    "nothing moves, seed \(seed), after \(calls) calls:\n\(run.diary.text)"
                )
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }
}
