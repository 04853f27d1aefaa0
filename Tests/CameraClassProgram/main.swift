import AVFoundation

/// Makes the calls that code for Apple's cameras makes, in the order in which it makes them, in Swift 5.
class MovieCamera: NSObject, AVCaptureFileOutputRecordingDelegate {
    var session = AVCaptureSession()
    var videoDeviceInput: AVCaptureDeviceInput?
    var movieOutput = AVCaptureMovieFileOutput()

    override init() {
        super.init()
        prepare()
    }

    func prepare() {
        AVCaptureDevice.requestAccess(for: .video) { granted in
            if granted {
                print("Camera access granted")
                DispatchQueue.main.async {
                    self.setupSession()
                }
            } else {
                print("Camera access denied")
            }
        }
    }

    private func setupSession() {
        session.beginConfiguration()

        guard let camera = AVCaptureDevice.default(for: .video) else {
            print("No camera found")
            session.commitConfiguration()
            return
        }

        do {
            let input = try AVCaptureDeviceInput(device: camera)
            if session.canAddInput(input) {
                session.addInput(input)
                videoDeviceInput = input
            }

            if session.canAddOutput(movieOutput) {
                session.addOutput(movieOutput)
            }

            session.commitConfiguration()
            session.startRunning()
        } catch {
            print("Error setting up camera: \(error)")
            session.commitConfiguration()
        }
    }

    func startRecording(to fileURL: URL) {
        if !movieOutput.isRecording {
            movieOutput.startRecording(to: fileURL, recordingDelegate: self)
        }
    }

    func stopRecording() {
        if movieOutput.isRecording {
            movieOutput.stopRecording()
        }
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: Error?
    ) {
        if let error = error {
            print("Recording error: \(error)")
        } else {
            print("Video saved to: \(outputFileURL)")
        }
    }
}

/// Ends the program with its recording.
class LastCamera: MovieCamera {
    override func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: Error?
    ) {
        super.fileOutput(output, didFinishRecordingTo: outputFileURL, from: connections, error: error)
        exit(error == nil ? 0 : 1)
    }
}

// Prints come at once, also when nobody watches.
setvbuf(stdout, nil, _IOLBF, 0)
let camera = LastCamera()
let file = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "movie.mov")

/// Records three seconds as soon as the session runs.
func recordWhenReady() {
    if camera.session.isRunning {
        camera.startRecording(to: file)
        DispatchQueue.main.asyncAfter(deadline: .now() + 3) { camera.stopRecording() }
    } else if AVCaptureDevice.authorizationStatus(for: .video) == .denied {
        // What is said about it comes first.
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) { exit(1) }
    } else {
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { recordWhenReady() }
    }
}

recordWhenReady()
RunLoop.main.run()
