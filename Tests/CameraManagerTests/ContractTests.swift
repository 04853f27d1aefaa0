import CameraManager
import Testing

/// Behaviour 19: every recording ends exactly once, with a movie or with an error.
@Suite(.serialized) struct ContractTests {
    @Test(.timeLimit(.minutes(15))) func aStopGivesTheMovie() async throws {
        let bench = try Bench()
        bench.manager.startRecording()
        try await bench.recorded(1)
        #expect(bench.manager.recordsSound)
        bench.manager.stopRecording()
        let end = try await bench.ends.next()
        let url = try #require(end.url)
        #expect(end.isOnQueue)
        #expect(bench.manager.lastStopReason == nil)
        #expect(bench.manager.captureSession?.isRunning == false)
        let probe = try Probe(url.path)
        #expect(probe.frames >= 30 && probe.hasSound)
        #expect(bench.ends.count == 1)
    }

    @Test(.timeLimit(.minutes(15))) func aMovieHasItsOwnNameInADirectoryThatNobodyElseCanRead() async throws {
        let bench = try Bench { $0.fileExtension = ".m/ov" }
        bench.manager.startRecording()
        try await bench.recorded(0.2)
        bench.manager.stopRecording()
        let url = try #require(try await bench.ends.next().url)
        #expect(url.lastPathComponent.contains(/^tempMovie-\d{8}T\d{6}\.\d{3}Z-[0-9a-f]{8}\.mov$/))
        let directory = url.deletingLastPathComponent()
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        #expect(directory.deletingLastPathComponent().standardizedFileURL.path == bench.folder.path)
    }

    @Test(.timeLimit(.minutes(15))) func aStopRightAfterTheStartEndsOnce() async throws {
        let bench = try Bench()
        for count in 1...5 {
            bench.manager.startRecording()
            bench.manager.stopRecording()
            let end = try await bench.ends.next()
            #expect(end.url != nil || end.error?.code == .noDataCaptured)
            #expect(bench.ends.count == count)
        }
    }

    @Test(.timeLimit(.minutes(15))) func twoRecordingsWithinASecondAreTwoMovies() async throws {
        let bench = try Bench()
        bench.manager.startRecording()
        try await bench.recorded(0.3)
        let first = bench.output?.outputFileURL
        bench.manager.startRecording()
        try await bench.until { bench.output?.outputFileURL != first }
        try await bench.until { (bench.output?.recordedDuration.seconds ?? 0) > 0.3 }
        bench.manager.stopRecording()
        let urls = try await [bench.ends.next().url, bench.ends.next().url].compactMap(\.self)
        #expect(Set(urls).count == 2)
        for url in urls { #expect(try Probe(url.path).frames >= 8) }
        #expect(bench.ends.count == 2)
    }

    @Test(.timeLimit(.minutes(15))) func aLimitGivesTheMovieAndItsReason() async throws {
        let bench = try Bench()
        bench.manager.addPreviewLayerToView(view: UIView(preview: HeadlessPreviewView()))
        try await bench.until { bench.manager.captureSession?.isRunning ?? false }
        bench.output?.maxRecordedDuration = CMTime(seconds: 1, preferredTimescale: 600)
        bench.manager.startRecording()
        let url = try #require(try await bench.ends.next().url)
        #expect(bench.manager.lastStopReason?.code == .maximumDurationReached)
        #expect(abs(try Probe(url.path).seconds - 1) < 0.05)
        // The next one has no such reason any more.
        bench.output?.maxRecordedDuration = .invalid
        bench.manager.startRecording()
        try await bench.recorded(0.3)
        bench.manager.stopRecording()
        _ = try #require(try await bench.ends.next().url)
        #expect(bench.manager.lastStopReason == nil)
        #expect(bench.ends.count == 2)
    }

    @Test(.timeLimit(.minutes(15))) func aPlaceThatCannotBeWrittenIsAnError() async throws {
        let bench = try Bench { $0.temporaryDirectory = URL(fileURLWithPath: "/proc/nothing") }
        bench.manager.startRecording()
        let end = try await bench.ends.next()
        #expect(end.error?.localizedDescription.contains("/proc/nothing") == true)
        #expect(bench.manager.lastStopReason == end.error)
        #expect(bench.ends.count == 1)
        try await bench.stopAndSettle()
    }

    @Test(.timeLimit(.minutes(15))) func aCameraThatGoesAwayLeavesTheMovie() async throws {
        let source = try TemporaryFolder()
        let film = source.url.appendingPathComponent("film.mkv").path
        let made = try Program.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=320x240:rate=30:duration=2", film]
        )
        try #require(made.status == 0, "\(made.errors)")
        let bench = try Bench {
            $0.device = AVCaptureDevice(uniqueID: "file:\(film)")
            $0.microphone = .none
            $0.preset = .high
        }
        for count in 1...2 {
            bench.manager.startRecording()
            let url = try #require(try await bench.ends.next().url)
            #expect(bench.manager.lastStopReason?.code == .deviceWasDisconnected)
            #expect(try Probe(url.path).frames > 0)
            #expect(bench.ends.count == count)
            try await bench.until { !(bench.manager.captureSession?.isRunning ?? false) }
        }
    }

    @Test(.timeLimit(.minutes(15))) func withoutAMicrophonePicturesAreRecorded() async throws {
        let bench = try Bench { $0.microphone = .none }
        bench.manager.startRecording()
        try await bench.recorded(0.3)
        #expect(!bench.manager.recordsSound)
        bench.manager.stopRecording()
        let url = try #require(try await bench.ends.next().url)
        let probe = try Probe(url.path)
        #expect(probe.frames > 0 && !probe.hasSound)
    }

    @Test(.timeLimit(.minutes(15))) func nobodyNeedsToListen() async throws {
        let bench = try Bench()
        bench.manager.delegate = nil
        bench.manager.startRecording()
        try await bench.recorded(0.2)
        try await bench.stopAndSettle()
        // Ends are told in order, so the first one was told to nobody by then.
        let url = try await bench.manager.recordMovie(lasting: .milliseconds(300))
        #expect(try Probe(url.path).frames == 9)
        #expect(bench.ends.count == 0)
    }

    @Test(.timeLimit(.minutes(15))) func theDelegateIsNotHeld() async throws {
        let bench = try Bench()
        var other: Ends? = Ends()
        weak let reference = other
        bench.manager.delegate = other
        #expect(bench.manager.delegate != nil)
        other = nil
        #expect(reference == nil && bench.manager.delegate == nil)
    }

    @Test(.timeLimit(.minutes(15))) func manyThreadsMayCallInAnyOrder() async throws {
        let bench = try Bench()
        let calls = 60
        DispatchQueue.concurrentPerform(iterations: calls) { number in
            usleep(UInt32.random(in: 0..<100_000))
            bench.manager.startRecording()
            if number % 3 == 0 { bench.manager.stopRecording() }
            if number % 5 == 0 { bench.manager.resetCaptureSession() }
        }
        bench.manager.stopRecording()
        for _ in 0..<calls { _ = try await bench.ends.next() }
        try await bench.stopAndSettle()
        #expect(bench.ends.count == calls)
    }
}
