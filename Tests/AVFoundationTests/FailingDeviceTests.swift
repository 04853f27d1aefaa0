// Each in a process of its own, with another source behind the test devices; exit tests came with Swift 6.2.
#if compiler(>=6.2)
    import Testing

    @testable import AVFoundation

    extension Conformance {
        /// Behaviours 7, 14 and 15 with devices that fail on request.
        @Suite(.serialized) struct FailingDeviceTests {
            // Behaviour 7: the camera goes away while it records.
            @Test(.timeLimit(.minutes(15))) func aCameraThatFailsLeavesAPlayableFile() async {
                await #expect(processExitsWith: .success) {
                    let odd = try OddTemplate(
                        "[video.source]\n\(OddTemplate.camera)\n! identity error-after=60"
                    )
                    let studio = try Studio()
                    studio.session.startRunning()
                    let url = studio.url("a.mov")
                    studio.log.record(url, with: studio.output)
                    let ending = try await studio.log.end(of: url)
                    let error = try #require(ending.error)
                    #expect(error.code == .deviceWasDisconnected)
                    #expect(error.recordingSuccessfullyFinished == true)
                    #expect(error.device === studio.camera.device)
                    #expect(!ending.isRecording)
                    let movie = try Movie(url)
                    #expect(movie.decodes)
                    #expect(Pictures.isConsecutive(try movie.pictures().numbers))
                    try await until("the session stops") {
                        studio.notices.count(AVCaptureSession.didStopRunningNotification) == 1
                    }
                    #expect(!studio.session.isRunning)
                    studio.session.stopRunning()
                    #expect(studio.notices.errors.map(\.code) == [.deviceWasDisconnected])
                    #expect(studio.notices.errors.first?.device === studio.camera.device)
                    #expect(studio.notices.count(AVCaptureSession.didStopRunningNotification) == 1)
                    // It works again as soon as the camera does.
                    try odd.remove()
                    studio.session.startRunning()
                    #expect(try await studio.record("b.mov", seconds: 0.3).error == nil)
                    studio.log.expectOrder()
                }
            }

            // Behaviour 7: a played file is a camera that comes to its end.
            @Test(.timeLimit(.minutes(15))) func aPlayedFileThatEndsIsADisconnectedCamera() async throws {
                let source = try TemporaryDirectory()
                let path = source.url("two-seconds.mkv").path
                let words = [
                    "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
                    "testsrc=size=320x240:rate=30:duration=2", "-c:v", "mjpeg", path,
                ]
                try #require(try Program.run(words).status == 0)
                let studio = try Studio(camera: "file:\(path)", hasSound: false)
                studio.session.startRunning()
                let url = studio.url("a.mov")
                studio.log.record(url, with: studio.output)
                let ending = try await studio.log.end(of: url)
                #expect(ending.error?.code == .deviceWasDisconnected)
                #expect(ending.error?.recordingSuccessfullyFinished == true)
                #expect(ending.error?.device === studio.camera.device)
                #expect(try Movie(url).decodes)
                try await until("the session stops") { !studio.session.isRunning }
                try await until("the failure is told") { studio.notices.errors.count == 1 }
                studio.session.stopRunning()
                studio.log.expectOrder()
            }

            // Behaviour 14: a camera that does not start.
            @Test(.timeLimit(.minutes(15))) func aStartThatFailsIsToldOnce() async {
                await #expect(processExitsWith: .success) {
                    let odd = try OddTemplate(
                        "[video.source]\n\(OddTemplate.camera)\n! identity error-after=1"
                    )
                    let studio = try Studio()
                    studio.session.startRunning()
                    #expect(!studio.session.isRunning)
                    #expect(studio.notices.all == [AVCaptureSession.runtimeErrorNotification])
                    #expect(studio.notices.errors.map(\.code) == [.deviceWasDisconnected])
                    let url = studio.url("a.mov")
                    studio.log.record(url, with: studio.output)
                    #expect(try await studio.log.end(of: url).error?.code == .sessionNotRunning)
                    try odd.remove()
                    studio.session.startRunning()
                    #expect(studio.session.isRunning)
                    #expect(studio.notices.count(AVCaptureSession.runtimeErrorNotification) == 1)
                    #expect(try await studio.record("b.mov", seconds: 0.3).error == nil)
                    studio.session.startRunning()
                    #expect(studio.notices.count(AVCaptureSession.didStartRunningNotification) == 1)
                    studio.log.expectOrder()
                }
            }

            // Behaviour 14: an element that is not installed.
            @Test(.timeLimit(.minutes(15))) func aMissingPluginIsToldWithItsOwnCode() async {
                await #expect(processExitsWith: .success) {
                    let odd = try OddTemplate("[video.source]\nnosuchcamerasrc name=camera")
                    let studio = try Studio()
                    do {
                        try await studio.session.start()
                        Issue.record("it started")
                    } catch AVError.decoderNotFound {
                        #expect(!studio.session.isRunning)
                    }
                    #expect(studio.notices.errors.map(\.code) == [.decoderNotFound])
                    #expect(
                        studio.notices.errors.first?.localizedDescription.contains("nosuchcamerasrc") == true
                    )
                    withExtendedLifetime(odd) {}
                }
            }

            // Behaviour 15: a microphone that fails and comes back, again and again.
            @Test(.timeLimit(.minutes(15))) func aMicrophoneThatComesAndGoesInterruptsOnly() async {
                await #expect(processExitsWith: .success) {
                    let odd = try OddTemplate(
                        "[audio.source]\n\(OddTemplate.microphone)\n! identity error-after=1500"
                    )
                    let studio = try Studio()
                    try studio.recordsUncompressedSound()
                    studio.session.startRunning()
                    let url = studio.url("a.mov")
                    studio.log.record(url, with: studio.output)
                    try await until("it is interrupted") {
                        studio.notices.count(AVCaptureSession.wasInterruptedNotification) == 1
                    }
                    #expect(studio.session.isInterrupted)
                    #expect(studio.session.isRunning)
                    #expect(studio.output.isRecording)
                    try await until("the interruption ends") {
                        studio.notices.count(AVCaptureSession.interruptionEndedNotification) == 1
                    }
                    try await until("it is interrupted again") {
                        studio.notices.count(AVCaptureSession.wasInterruptedNotification) == 2
                    }
                    studio.output.stopRecording()
                    #expect(try await studio.log.end(of: url).error == nil)
                    #expect(studio.notices.errors.isEmpty)
                    #expect(studio.notices.reasons.allSatisfy { $0 == 2 })
                    let movie = try Movie(url)
                    let sound = try movie.sound()
                    #expect(abs(Double(sound.samples.count) / Movie.audioRate - movie.seconds) < 0.040)
                    #expect(Pictures.isConsecutive(try movie.pictures().numbers))
                    // Who stops the session stays stopped.
                    studio.session.stopRunning()
                    #expect(!studio.session.isInterrupted)
                    let told = studio.notices.all.count
                    try await Task.sleep(for: .seconds(2))
                    #expect(studio.notices.all.count == told)
                    #expect(!studio.session.isRunning)
                    studio.log.expectOrder()
                    withExtendedLifetime(odd) {}
                }
            }
        }
    }
#endif
