// Each in a process of its own that is killed; exit tests came with Swift 6.2.
#if compiler(>=6.2)
    import Testing

    @testable import AVFoundation

    extension Conformance {
        /// Behaviour 16: what a killed program leaves.
        @Suite(.serialized) struct CrashTests {
            /// Records for five seconds and dies as by `kill -9`; tells the file's path first.
            private static func recordAndDie(fragmentInterval: CMTime?) async throws {
                let studio = try Studio()
                if let fragmentInterval { studio.output.movieFragmentInterval = fragmentInterval }
                studio.session.startRunning()
                let url = studio.url("a.mov")
                studio.log.record(url, with: studio.output)
                // Too late for this file.
                studio.output.movieFragmentInterval = .invalid
                try await studio.log.wait(for: .didStart, of: url)
                FileHandle.standardOutput.write(Data("\nFILE \(url.path)\n".utf8))
                try await until("five seconds are recorded") { studio.output.recordedDuration.seconds > 5 }
                kill(getpid(), SIGKILL)
                try await Task.sleep(for: .seconds(60))
            }

            private func judge(_ output: [UInt8]?) throws {
                let text = String(decoding: try #require(output), as: UTF8.self)
                let line = try #require(text.split(separator: "\n").last { $0.hasPrefix("FILE ") })
                let url = URL(fileURLWithPath: String(line.dropFirst(5)))
                defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
                let movie = try Movie(url)
                #expect(movie.seconds >= 4, "\(movie.seconds) s of 5 s are left")
                #expect(movie.hasAudio)
                #expect(Pictures.isConsecutive(try movie.pictures().numbers))
            }

            @Test(.timeLimit(.minutes(15))) func aKilledProgramLosesLittleByDefault() async throws {
                let result = await #expect(
                    processExitsWith: .signal(SIGKILL),
                    observing: [\.standardOutputContent]
                ) { try await CrashTests.recordAndDie(fragmentInterval: nil) }
                try judge(result?.standardOutputContent)
            }

            @Test(.timeLimit(.minutes(15))) func aKilledProgramLosesLittleWithShortFragments() async throws {
                let result = await #expect(
                    processExitsWith: .signal(SIGKILL),
                    observing: [\.standardOutputContent]
                ) { try await CrashTests.recordAndDie(fragmentInterval: CMTime(value: 1, timescale: 1)) }
                try judge(result?.standardOutputContent)
            }

            // Apple writes no fragments then, and everything would be lost; here nothing is gained by that.
            @Test(.timeLimit(.minutes(15))) func aKilledProgramLosesLittleWithoutFragmentsToo() async throws {
                let result = await #expect(
                    processExitsWith: .signal(SIGKILL),
                    observing: [\.standardOutputContent]
                ) { try await CrashTests.recordAndDie(fragmentInterval: .invalid) }
                try judge(result?.standardOutputContent)
            }
        }
    }
#endif
