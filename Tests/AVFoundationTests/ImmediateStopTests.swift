import Testing

@testable import AVFoundation

extension Conformance {
    /// Behaviour 2: a stop in the line after the start, guarded as many programs guard it.
    @Suite(.serialized) struct ImmediateStopTests {
        /// What a recording that was hardly one may be: a playable file, or no data and no file.
        private func judge(_ url: URL, _ ending: RecordingLog.Ending) throws {
            if let error = ending.error {
                #expect(error.code == .noDataCaptured)
                #expect(error.recordingSuccessfullyFinished != true)
                #expect(!FileManager.default.fileExists(atPath: url.path))
            } else {
                #expect(try Movie(url).frames >= 1)
            }
            #expect(!ending.isRecording)
            #expect(ending.outputFileURL == nil)
        }

        @Test(.timeLimit(.minutes(15))) func aHundredAfterEachOtherEndOnceEach() async throws {
            let studio = try Studio()
            studio.session.startRunning()
            for number in 0..<100 {
                let url = studio.url("\(number).mov")
                studio.log.record(url, with: studio.output)
                #expect(studio.output.isRecording)
                if studio.output.isRecording { studio.output.stopRecording() }
                #expect(!studio.output.isRecording)
                try judge(url, try await studio.log.end(of: url))
            }
            #expect(studio.log.finished == 100)
            studio.log.expectOrder()
        }

        // However short: a file that was begun with sound has sound.
        @Test(.timeLimit(.minutes(15)), arguments: ["output", "session", "microphone"])
        func shortRecordingsAreWhole(what: String) async throws {
            let studio = try Studio()
            for number in 0..<40 {
                if !studio.session.isRunning { studio.session.startRunning() }
                let url = studio.url("\(number).mov")
                studio.log.record(url, with: studio.output)
                try await Task.sleep(for: .milliseconds(number % 10 * 30))
                switch what {
                case "output": studio.output.stopRecording()
                case "session": studio.session.stopRunning()
                default:
                    let microphone = try #require(studio.microphone)
                    studio.session.removeInput(microphone)
                    studio.session.addInput(microphone)
                }
                let error = try await studio.log.end(of: url).error
                #expect(
                    [nil, .noDataCaptured, .sessionConfigurationChanged].contains(error?.code),
                    "\(error as Any)"
                )
                #expect(error == nil || error?.recordingSuccessfullyFinished != false, "\(error as Any)")
            }
            studio.log.expectOrder()
        }

        @Test(.timeLimit(.minutes(15))) func aHundredAtOnceEndOnceEach() async throws {
            let studio = try Studio()
            studio.session.startRunning()
            let urls = (0..<100).map { studio.url("\($0).mov") }
            for url in urls {
                studio.log.record(url, with: studio.output)
                #expect(studio.output.isRecording)
                #expect(studio.output.outputFileURL == url)
                if studio.output.isRecording { studio.output.stopRecording() }
            }
            for url in urls { try judge(url, try await studio.log.end(of: url)) }
            // Nothing stays behind: the next one is as good as any.
            #expect(try await studio.record("after.mov", seconds: 0.3).error == nil)
            #expect(try Movie(studio.url("after.mov")).decodes)
            #expect(studio.log.finished == 101)
            studio.log.expectOrder()
        }
    }
}
