import CameraManager
import Testing

/// Behaviour 19: a reset throws away what the manager made, and nothing else.
@Suite(.serialized) struct ResetTests {
    @Test(.timeLimit(.minutes(15))) func aResetThrowsTheRecordingAwayAndNothingElse() async throws {
        let bench = try Bench()
        bench.manager.startRecording()
        try await bench.recorded(0.3)
        bench.manager.stopRecording()
        let kept = try #require(try await bench.ends.next().url)
        let directory = kept.deletingLastPathComponent()
        // Files of others: beside the directory, in it, and in the system's directory for temporary files.
        let neighbour = try bench.folder.write("neighbour", to: "tempMovie-neighbour.mov")
        let inside = directory.appendingPathComponent("tempMovie-inside.mov")
        let system = URL(fileURLWithPath: "/tmp/tempMovie-\(UUID().uuidString).mov")
        let own = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(
            system.lastPathComponent
        )
        for file in [inside, system, own] { try Data("mine".utf8).write(to: file) }
        defer { for file in [system, own] { try? FileManager.default.removeItem(at: file) } }

        bench.manager.startRecording()
        try await bench.recorded(0.3)
        let running = try #require(bench.output?.outputFileURL)
        bench.manager.resetCaptureSession()
        let end = try await bench.ends.next()
        #expect(end.error?.code == .operationInterrupted)
        #expect(bench.manager.lastStopReason?.code == .operationInterrupted)
        try await bench.until {
            [kept, running].allSatisfy { !FileManager.default.fileExists(atPath: $0.path) }
        }
        for file in [neighbour, inside, system, own] {
            #expect(FileManager.default.fileExists(atPath: file.path), "\(file.path)")
        }
        #expect(bench.ends.count == 2)
        #expect(bench.manager.captureSession == nil)

        bench.manager.startRecording()
        try await bench.recorded(0.3)
        bench.manager.stopRecording()
        let fresh = try #require(try await bench.ends.next().url)
        #expect(try Probe(fresh.path).frames > 0)
        #expect(bench.ends.count == 3)
    }

    @Test(.timeLimit(.minutes(15))) func aResetRightAfterTheStartEndsTheRecordingOnce() async throws {
        let bench = try Bench()
        for count in 1...3 {
            bench.manager.startRecording()
            bench.manager.resetCaptureSession()
            #expect(try await bench.ends.next().error?.code == .operationInterrupted)
            #expect(bench.ends.count == count)
        }
        bench.manager.startRecording()
        try await bench.recorded(0.2)
        bench.manager.stopRecording()
        _ = try #require(try await bench.ends.next().url)
        #expect(bench.folder.names.filter { $0.hasSuffix(".mov") }.count == 1)
    }

    @Test(.timeLimit(.minutes(15))) func aResetLeavesAnEmptyDirectoryBehindForNobody() async throws {
        let bench = try Bench()
        bench.manager.startRecording()
        try await bench.recorded(0.2)
        bench.manager.stopRecording()
        _ = try #require(try await bench.ends.next().url)
        bench.manager.resetCaptureSession()
        try await bench.until { bench.folder.names.isEmpty }
    }

    @Test(.timeLimit(.minutes(15))) func thePreviewGoesOnAfterAReset() async throws {
        let bench = try Bench()
        let view = UIView(preview: HeadlessPreviewView())
        bench.manager.addPreviewLayerToView(view: view)
        try await bench.until { bench.manager.captureSession?.isRunning ?? false }
        let first = bench.manager.captureSession
        #expect(
            first?.connections.contains { $0.videoPreviewLayer?.videoGravity == .resizeAspectFill } == true
        )
        bench.manager.resetCaptureSession()
        try await bench.until {
            bench.manager.captureSession !== first && bench.manager.captureSession?.isRunning ?? false
        }
        let second = try #require(bench.manager.captureSession)
        #expect(second.connections.contains { $0.videoPreviewLayer != nil })
        #expect(bench.manager.embeddingView === view)
        bench.manager.embeddingView = nil
        try await bench.until { !second.connections.contains { $0.videoPreviewLayer != nil } }
        try await bench.stopAndSettle()
    }
}
