import CameraManager

/// Makes the calls that code written for the camera manager makes, in the order in which it makes them, in Swift 5.
class RecordingViewController: UIViewController, RecordingDelegate {
    let cameraManager = CameraManager()
    let previewContainerView = UIView()
    let previewView = UIView()
    let recordButton = UIButton()
    var isRecording = false

    override func viewDidLoad() {
        super.viewDidLoad()
        cameraManager.delegate = self
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)

        if cameraManager.cameraAndAudioAccessPermitted {
            cameraManager.addPreviewLayerToView(view: previewContainerView)
        } else {
            requestPermissions()
        }
        askOneByOne()
        scheduleTaps()
    }

    @IBAction func recordButtonTapped(_ sender: UIButton) {
        if !isRecording {
            cameraManager.startRecording()
            sender.setTitle("Stop", for: .normal)
            isRecording = true
        }
    }

    @IBAction func stopButtonTapped(_ sender: UIButton) {
        cameraManager.stopRecording()
        sender.setTitle("Record", for: .normal)
        isRecording = false
        // Wait for finishRecording delegate callback
    }

    @IBAction func reshootButtonTapped(_ sender: UIButton) {
        cameraManager.resetCaptureSession()
        // Start a fresh recording
    }

    func askOneByOne() {
        cameraManager.askForCameraAccess { granted in
            if granted {
                print("Camera access granted")
                self.checkIfAllPermissionsGranted()
            } else {
                self.showPermissionDeniedAlert()
            }
        }

        cameraManager.askForMicrophoneAccess { granted in
            if granted {
                print("Microphone access granted")
                self.checkIfAllPermissionsGranted()
            } else {
                self.showPermissionDeniedAlert()
            }
        }
    }

    func requestPermissions() {
        cameraManager.askForCameraAccess { [weak self] cameraGranted in
            if cameraGranted {
                self?.cameraManager.askForMicrophoneAccess { audioGranted in
                    if audioGranted {
                        // Both permissions granted
                        self?.setupCamera()
                    }
                }
            }
        }
    }

    func setupCamera() {
        if cameraManager.cameraAndAudioAccessPermitted {
            cameraManager.addPreviewLayerToView(view: previewView)
        }
    }

    func finishRecording(_ videoURL: URL?, _ err: Error?) {
        guard let url = videoURL, err == nil else {
            print("Recording failed: \(err?.localizedDescription ?? "Unknown error")")
            return finishReshoot()
        }

        // Save to photo library
        cameraManager.saveToLibrary(videoURL: url)

        // Or upload to Firebase
        uploadVideo(url)
    }
}

/// The parts that the documents leave to the program.
extension RecordingViewController {
    func checkIfAllPermissionsGranted() {
        print("All permitted: \(cameraManager.cameraAndAudioAccessPermitted ?? false)")
    }

    func showPermissionDeniedAlert() {
        print("Access denied")
        exit(1)
    }

    /// A first recording that is thrown away, and a second one that is kept.
    func scheduleTaps() {
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
            self.recordButtonTapped(self.recordButton)
            DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
                self.reshootButtonTapped(self.recordButton)
            }
        }
    }

    func finishReshoot() {
        isRecording = false
        recordButtonTapped(recordButton)
        print("Button: \(recordButton.title(for: .normal) ?? "")")
        DispatchQueue.main.asyncAfter(deadline: .now() + 3) {
            self.stopButtonTapped(self.recordButton)
            print("Button: \(self.recordButton.title(for: .normal) ?? "")")
        }
    }

    func uploadVideo(_ url: URL) {
        print("Video saved at: \(url)")
        describeManager()
        // The library is a folder here, and saving to it takes a moment.
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) { exit(0) }
    }

    /// Every documented property, with its documented type.
    func describeManager() {
        let captureSession: AVCaptureSession? = cameraManager.captureSession
        let captureDevice: AVCaptureDevice = cameraManager.captureDevice
        let embeddingView: UIView? = cameraManager.embeddingView
        let delegate: RecordingDelegate = cameraManager.delegate
        let granted: AccessPermissionCompletionBlock = { print("Granted: \($0)") }
        let done: RegularCompletionBlock = { print("Done") }
        granted(captureSession?.sessionPreset == .high && embeddingView === previewContainerView)
        if delegate === self { done() }
        print("Device: \(captureDevice.localizedName)")
    }
}

/// The rest of the documented declarations: where movies go by hand, a queue, and a manager that overrides.
class HandMadeManager: CameraManager, @unchecked Sendable {
    fileprivate var sessionQueue: DispatchQueue = DispatchQueue(label: "com.CameraSessionQueue")

    func tempURL() -> URL {
        let tempURL = URL(fileURLWithPath: NSTemporaryDirectory())
            .appendingPathComponent("tempMovie\(Date())")
            .appendingPathExtension(VIDEO_FILE_EXTENSION)
        return tempURL
    }

    override func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: Error?
    ) {
        super.fileOutput(output, didFinishRecordingTo: outputFileURL, from: connections, error: error)
    }
}

// Prints come at once, also when nobody watches.
setvbuf(stdout, nil, _IOLBF, 0)
print("Suffix: \(HandMadeManager().tempURL().pathExtension)")
let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 640, height: 360))
window.rootViewController = RecordingViewController()
window.makeKeyAndVisible()
RunLoop.main.run()
