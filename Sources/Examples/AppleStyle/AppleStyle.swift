import AVFoundation

/// Records a movie as a program for Apple's systems does: a session, inputs, an output, a delegate.
///
/// Usage: `AppleStyle FILE [SECONDS]`
@main
enum AppleStyle {
    static func main() {
        guard CommandLine.arguments.count > 1 else { fail("usage: AppleStyle FILE [SECONDS]") }
        let file = URL(fileURLWithPath: CommandLine.arguments[1])
        let seconds = CommandLine.arguments.dropFirst(2).first.flatMap(Double.init) ?? 5

        AVCaptureDevice.requestAccess(for: .video) { isGranted in
            guard isGranted else { fail("this program may not use the cameras") }
            // The session is set up on the main thread, which RunLoop.main.run() lets work.
            DispatchQueue.main.async {
                do {
                    try MovieMaker().record(to: file, seconds: seconds)
                } catch {
                    fail(error.localizedDescription)
                }
            }
        }
        RunLoop.main.run()
    }
}

/// Records one movie and ends the program with it; the output holds it until then.
final class MovieMaker: NSObject, AVCaptureFileOutputRecordingDelegate {
    private let session = AVCaptureSession()
    private let output = AVCaptureMovieFileOutput()

    func record(to file: URL, seconds: Double) throws {
        guard let camera = AVCaptureDevice.default(for: .video) else { fail("there is no camera") }
        try session.configure { session in
            session.addInput(try AVCaptureDeviceInput(device: camera))
            if let microphone = AVCaptureDevice.default(for: .audio) {
                session.addInput(try AVCaptureDeviceInput(device: microphone))
            }
            session.addOutput(output)
        }
        output.maxRecordedDuration = CMTime(seconds: seconds, preferredTimescale: 600)
        session.startRunning()
        output.startRecording(to: file, recordingDelegate: self)
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {
        print("Recording \(fileURL.path)")
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        // A recording that a limit ended has an error too; whether it can be played is what counts.
        if let error, (error as? AVError)?.recordingSuccessfullyFinished != true {
            fail(error.localizedDescription)
        }
        print("Saved \(outputFileURL.path)")
        exit(0)
    }
}

private func fail(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("AppleStyle: \(reason)\n".utf8))
    exit(1)
}
