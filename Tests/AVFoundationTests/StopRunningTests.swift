import Testing

@testable import AVFoundation

extension Conformance {
    /// Behaviour 11: a session that is stopped while it records.
    @Suite(.serialized) struct StopRunningTests {
        @Test(.timeLimit(.minutes(15))) func stoppingTheSessionFinishesTheFile() async throws {
            let studio = try Studio()
            studio.session.startRunning()
            let url = studio.url("a.mov")
            studio.log.record(url, with: studio.output)
            try await studio.log.wait(for: .didStart, of: url)
            try await Task.sleep(for: .milliseconds(700))
            // The order of programs that stop the session first.
            studio.session.stopRunning()
            #expect(!studio.session.isRunning)
            if studio.output.isRecording { studio.output.stopRecording() }
            let ending = try await studio.log.end(of: url)
            #expect(ending.error == nil)
            #expect(studio.log.calls(url) == [.didStart, .willFinish, .didFinish])
            #expect(try Movie(url).frames >= 15)
            #expect(
                studio.notices.all == [
                    AVCaptureSession.didStartRunningNotification, AVCaptureSession.didStopRunningNotification,
                ]
            )
            // It starts again as if nothing had been.
            studio.session.startRunning()
            #expect(try await studio.record("b.mov", seconds: 0.3).error == nil)
            studio.log.expectOrder()
        }

        @Test(.timeLimit(.minutes(15))) func aStopRightAfterAStartEndsOnce() async throws {
            let studio = try Studio()
            for number in 0..<5 {
                studio.session.startRunning()
                let url = studio.url("\(number).mov")
                studio.log.record(url, with: studio.output)
                studio.session.stopRunning()
                #expect(!studio.output.isRecording)
                let ending = try await studio.log.end(of: url)
                #expect(ending.error == nil || ending.error?.code == .noDataCaptured)
            }
            studio.log.expectOrder()
        }

        // Whatever comes first: the recording is stopped with the devices, and does not wait for pictures in vain.
        @Test(.timeLimit(.minutes(15))) func aStartThatRacesAStopEndsWithIt() async throws {
            let studio = try Studio(hasSound: false)
            let (log, session) = (studio.log, studio.session)
            let output = Shared(studio.output)
            for number in 0..<40 {
                session.startRunning()
                let url = studio.url("\(number).mov")
                await withTaskGroup { group in
                    group.addTask { session.stopRunning() }
                    group.addTask {
                        usleep(UInt32(number * 250))
                        log.record(url, with: output.value)
                    }
                }
                let code = try await log.end(of: url).error?.code
                #expect([nil, .noDataCaptured, .sessionNotRunning].contains(code))
            }
            log.expectOrder()
        }

        @Test(.timeLimit(.minutes(15))) func aSessionThatIsLetGoOfEndsItsRecording() async throws {
            let log = RecordingLog()
            let directory = try TemporaryDirectory()
            let url = directory.url("a.mov")
            do {
                let session = AVCaptureSession()
                session.sessionPreset = .qvga320x240
                session.addInput(
                    try AVCaptureDeviceInput(device: try #require(AVCaptureDevice(uniqueID: "test")))
                )
                let output = AVCaptureMovieFileOutput()
                session.addOutput(output)
                session.startRunning()
                log.record(url, with: output)
                try await log.wait(for: .didStart, of: url)
                try await Task.sleep(for: .milliseconds(300))
            }
            #expect(try await log.end(of: url).error == nil)
            #expect(try Movie(url).frames >= 5)
            log.expectOrder()
        }

        // Everything is called inside every call of the delegate; a lock that is held would end this test.
        @Test(.timeLimit(.minutes(15))) func anythingMayBeCalledInsideADelegate() async throws {
            let everything: @Sendable (RecordingLog.Call, AVCaptureFileOutput, URL) -> Void = {
                call,
                output,
                url in
                _ = (output.isRecording, output.isRecordingPaused, output.outputFileURL)
                _ = (output.recordedDuration, output.recordedFileSize, output.connections)
                output.maxRecordedDuration = .invalid
                guard let session = output.session else { return }
                _ = (session.isRunning, session.inputs, session.outputs, session.connections)
                session.beginConfiguration()
                session.commitConfiguration()
                switch call {
                case .didStart: output.pauseRecording()
                case .didPause: output.resumeRecording()
                case .didResume: output.stopRecording()
                case .willFinish: session.stopRunning()
                case .didFinish:
                    session.startRunning()
                    session.removeOutput(output)
                    session.addOutput(output)
                }
            }
            let studio = try Studio(log: RecordingLog(hook: everything))
            for number in 0..<3 {
                studio.session.startRunning()
                let url = studio.url("\(number).mov")
                studio.log.record(url, with: studio.output)
                #expect(try await studio.log.end(of: url).error == nil)
                #expect(
                    studio.log.calls(url) == [.didStart, .didPause, .didResume, .willFinish, .didFinish]
                )
                #expect(studio.session.isRunning)
            }
            studio.log.expectOrder()
        }

        // The source is a pipe that nobody writes into any more: its reader cannot even be interrupted.
        #if compiler(>=6.2)
            @Test(.timeLimit(.minutes(15))) func aSourceThatIsStuckIsMissedAndDoesNotHoldTheStop() async {
                await #expect(processExitsWith: .success) {
                    let source = try StuckSource(pictures: 60)
                    let studio = try Studio(hasSound: false)
                    studio.session.startRunning()
                    #expect(studio.session.isRunning)
                    let url = studio.url("a.mov")
                    studio.log.record(url, with: studio.output)
                    // It falls silent after two seconds, and is missed three seconds later.
                    let ending = try await studio.log.end(of: url)
                    #expect(ending.error?.code == .mediaDiscontinuity)
                    #expect(ending.error?.recordingSuccessfullyFinished == true)
                    #expect(ending.error?.device === studio.camera.device)
                    #expect(try Movie(url).frames >= 10)
                    // Bounded, though the source will never let go.
                    studio.session.stopRunning()
                    #expect(!studio.session.isRunning)
                    studio.log.expectOrder()
                    withExtendedLifetime(source) {}
                }
            }

            @Test(.timeLimit(.minutes(15))) func aStopWhileTheSourceIsStuckSavesWhatCame() async {
                await #expect(processExitsWith: .success) {
                    let source = try StuckSource(pictures: 60)
                    let studio = try Studio(hasSound: false)
                    studio.session.startRunning()
                    let url = studio.url("a.mov")
                    studio.log.record(url, with: studio.output)
                    try await studio.log.wait(for: .didStart, of: url)
                    try await until("all pictures are sent") { source.isSilent }
                    studio.session.stopRunning()
                    #expect(!studio.session.isRunning)
                    #expect(!studio.output.isRecording)
                    let ending = try await studio.log.end(of: url)
                    #expect(ending.error == nil || ending.error?.recordingSuccessfullyFinished == true)
                    #expect(try Movie(url).frames >= 10)
                    #expect(studio.notices.errors.isEmpty)
                    studio.log.expectOrder()
                }
            }
        #endif
    }
}
