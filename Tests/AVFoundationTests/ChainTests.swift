// A process of its own for each, so that nothing else opens files or starts threads; exit tests came with Swift 6.2.
#if compiler(>=6.2)
    import Testing
    import Synchronization

    @testable import AVFoundation

    extension Conformance {
        /// Behaviour 10: recordings that are started inside calls of the delegate, fifty in a row.
        @Suite(.serialized) struct ChainTests {
            /// Starts the next recording from inside a call of the one before.
            private final class Chain: Sendable {
                let directory: TemporaryDirectory
                private let next = Mutex(0)
                private let log = Mutex<RecordingLog?>(nil)

                init(_ directory: TemporaryDirectory) { self.directory = directory }

                var count: Int { next.withLock { $0 } }

                func url(_ number: Int) -> URL { directory.url("\(number).mov") }

                func use(_ log: RecordingLog?) { self.log.withLock { $0 = log } }

                func startNext(_ output: AVCaptureFileOutput, limit: Int) {
                    let number = next.withLock { number -> Int? in
                        guard number < limit else { return nil }
                        defer { number += 1 }
                        return number
                    }
                    guard let number else { return output.stopRecording() }
                    log.withLock { $0 }?.record(url(number), with: output)
                }
            }

            /// Runs chains of recordings, short ones first to warm up, and looks at what they leave behind.
            private static func run(
                during call: RecordingLog.Call,
                each: @escaping @Sendable (RecordingLog.Call, AVCaptureFileOutput) -> Void
            ) async throws {
                let studio = try Studio(hasSound: false)
                studio.session.startRunning()
                var before: Usage?
                for length in [8, 50] {
                    let chain = Chain(try TemporaryDirectory())
                    let log = RecordingLog { told, output, _ in
                        each(told, output)
                        if told == call { chain.startNext(output, limit: length) }
                    }
                    chain.use(log)
                    chain.startNext(studio.output, limit: length)
                    try await until("\(length) recordings end", seconds: 600) { log.finished == length }
                    for number in 0..<length {
                        #expect(log.ending(chain.url(number))?.error == nil, "\(number)")
                        #expect(try Movie(chain.url(number)).frames >= 1)
                    }
                    log.expectOrder()
                    chain.use(nil)
                    try await Task.sleep(for: .milliseconds(500))
                    let usage = try Usage()
                    if let before {
                        #expect(usage.files <= before.files + 2, "it had \(before.files)")
                        #expect(usage.threads <= before.threads + 8, "it had \(before.threads)")
                        #expect(usage.memory <= before.memory + 40_000, "it had \(before.memory) KiB")
                    }
                    before = usage
                }
                #expect(!studio.output.isRecording)
            }

            @Test(.timeLimit(.minutes(15))) func fiftyFromInsideDidFinishLeaveNothingBehind() async {
                await #expect(processExitsWith: .success) {
                    try await ChainTests.run(during: .didFinish) { call, output in
                        if call == .didStart { output.stopRecording() }
                        // The output is free already, and everything may be asked and called.
                        if call == .didFinish { #expect(!output.isRecording) }
                    }
                }
            }

            @Test(.timeLimit(.minutes(15))) func fiftyFromInsideDidPauseLeaveNothingBehind() async {
                await #expect(processExitsWith: .success) {
                    try await ChainTests.run(during: .didPause) { call, output in
                        if call == .didStart { output.pauseRecording() }
                    }
                }
            }
        }
    }
#endif
