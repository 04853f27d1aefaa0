import CameraManager
import Testing

/// The session that a manager sets up, and the asynchronous ways to use it.
@Suite(.serialized) struct SessionTests {
    @Test(.timeLimit(.minutes(15))) func theSessionIsAsDocumented() async throws {
        let bench = try Bench { $0.preset = .high }
        #expect(bench.manager.captureSession == nil)
        bench.manager.addPreviewLayerToView(view: UIView(preview: HeadlessPreviewView()))
        try await bench.until { bench.manager.captureSession?.isRunning ?? false }
        let session = try #require(bench.manager.captureSession)
        #expect(session.sessionPreset == .high)
        #expect(session.inputs.count == 2 && session.outputs.count == 1)
        #expect(bench.output?.connection(with: .video)?.preferredVideoStabilizationMode == .auto)
        #expect(bench.manager.captureDevice.uniqueID == "test")
        try await bench.stopAndSettle()
    }

    @Test(.timeLimit(.minutes(15))) func aManagerThatIsLetGoOfLetsGoOfItsDevices() async throws {
        let view = UIView(preview: HeadlessPreviewView())
        var manager: CameraManager? = try Bench().manager
        manager?.addPreviewLayerToView(view: view)
        while manager?.captureSession?.isRunning != true { try await Task.sleep(for: .milliseconds(10)) }
        weak let session = manager?.captureSession
        #expect(session != nil)
        manager = nil
        while session != nil { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test(.timeLimit(.minutes(15))) func anotherCameraIsTakenAtOnce() async throws {
        let source = try TemporaryFolder()
        let film = source.url.appendingPathComponent("film.mkv").path
        let made = try Program.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=640x480:rate=30:duration=9", film]
        )
        try #require(made.status == 0, "\(made.errors)")
        let bench = try Bench { $0.microphone = .none }
        bench.manager.startRecording()
        try await bench.recorded(0.3)
        let session = bench.manager.captureSession
        bench.manager.captureDevice = AVCaptureDevice(uniqueID: "file:\(film)")
        let end = try await bench.ends.next()
        #expect(end.url != nil && bench.manager.lastStopReason?.code == .sessionConfigurationChanged)
        #expect(bench.manager.captureSession === session)
        bench.manager.startRecording()
        try await bench.recorded(0.3)
        bench.manager.stopRecording()
        _ = try #require(try await bench.ends.next().url)
    }

    @Test(.timeLimit(.minutes(15))) func aMovieCanBeAwaited() async throws {
        let bench = try Bench()
        let url = try await bench.manager.recordMovie(lasting: .seconds(1))
        #expect(try Probe(url.path).frames == 30)
        #expect(bench.manager.lastStopReason?.code == .maximumDurationReached)
        // The limit was for that one.
        #expect(bench.output?.maxRecordedDuration.isValid == false)
        #expect(bench.ends.count == 0)
        // The methods that do not wait can be called from here without "await".
        bench.manager.startRecording()
        try await bench.recorded(0.2)
        bench.manager.stopRecording()
        _ = try #require(try await bench.ends.next().url)
        bench.manager.saveToLibrary(videoURL: url)
        try await bench.until { bench.folder.names.contains("library/\(url.lastPathComponent)") }
    }

    @Test(.timeLimit(.minutes(15))) func aCancelledTaskGetsItsMovie() async throws {
        let bench = try Bench()
        let task = Task { try await bench.manager.recordMovie() }
        try await bench.recorded(0.5)
        task.cancel()
        let url = try await task.value
        #expect(try Probe(url.path).frames >= 15)
    }

    @Test(.timeLimit(.minutes(15))) func aResetThrowsAtWhomeverWaits() async throws {
        let bench = try Bench()
        let task = Task { try await bench.manager.recordMovie() }
        try await bench.recorded(0.2)
        bench.manager.resetCaptureSession()
        await #expect(throws: AVError.self) { try await task.value }
        #expect(bench.manager.lastStopReason?.code == .operationInterrupted)
    }

    @Test(.timeLimit(.minutes(15))) func answersComeOnceOnTheCallbackQueue() async throws {
        let bench = try Bench()
        let key = DispatchSpecificKey<Bool>()
        bench.ends.queue.setSpecific(key: key, value: true)
        for ask in [bench.manager.askForCameraAccess, bench.manager.askForMicrophoneAccess] {
            let isOnQueue = await withCheckedContinuation { continuation in
                ask { _ in continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true) }
            }
            #expect(isOnQueue)
        }
        #expect(await bench.manager.askForAllAccess() == bench.manager.cameraAndAudioAccessPermitted)
    }
}
