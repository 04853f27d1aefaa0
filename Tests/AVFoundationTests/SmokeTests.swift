import AVFoundation
import Testing

@Suite(.serialized) struct SmokeTests {
    final class Log: NSObject, AVCaptureFileOutputRecordingDelegate, @unchecked Sendable {
        let done = DispatchSemaphore(value: 0)
        var words: [String] = []
        func fileOutput(
            _ output: AVCaptureFileOutput,
            didStartRecordingTo fileURL: URL,
            from connections: [AVCaptureConnection]
        ) { words.append("start") }
        func fileOutput(
            _ output: AVCaptureFileOutput,
            didFinishRecordingTo outputFileURL: URL,
            from connections: [AVCaptureConnection],
            error: Error?
        ) { words.append("finish \(String(describing: error)) \(output.isRecording)"); done.signal() }
    }
    @Test func smoke() throws {
        let session = AVCaptureSession()
        let camera = AVCaptureDevice(uniqueID: "test")!
        let mic = AVCaptureDevice(uniqueID: "test-microphone")!
        session.beginConfiguration()
        session.sessionPreset = .vga640x480
        session.addInput(try AVCaptureDeviceInput(device: camera))
        session.addInput(try AVCaptureDeviceInput(device: mic))
        let output = AVCaptureMovieFileOutput()
        #expect(session.canAddOutput(output))
        session.addOutput(output)
        session.commitConfiguration()
        session.startRunning()
        #expect(session.isRunning)
        let log = Log()
        let url = URL(fileURLWithPath: "/tmp/smoke-\(UUID().uuidString).mov")
        output.startRecording(to: url, recordingDelegate: log)
        #expect(output.isRecording)
        Thread.sleep(forTimeInterval: 2)
        print(
            output.recordedDuration,
            output.recordedFileSize,
            output.connection(with: .audio)!.audioChannels.map(\.peakHoldLevel)
        )
        output.stopRecording()
        log.done.wait()
        print(log.words)
        session.stopRunning()
    }
}
