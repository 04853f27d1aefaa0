internal import AVFoundation
internal import Synchronization

/// A capture session with its camera, its movie output and its preview; used on the manager's queue alone.
final class CaptureRig {
    let session = AVCaptureSession()
    let output = AVCaptureMovieFileOutput()
    private var cameraInput: AVCaptureDeviceInput
    private var layer: AVCaptureVideoPreviewLayer?
    private weak var place: (any PreviewView)?

    /// Sets a session up; nothing is opened yet.
    /// - Throws: `AVError` when there is no camera, or no microphone where one is required, or they may not be used.
    init(_ configuration: CameraManager.Configuration, camera: AVCaptureDevice) throws {
        cameraInput = try AVCaptureDeviceInput(device: camera)
        let sound = try CaptureRig.sound(configuration)
        session.beginConfiguration()
        session.addInput(cameraInput)
        if let sound { session.addInput(sound) }
        session.addOutput(output)
        if session.canSetSessionPreset(configuration.preset) { session.sessionPreset = configuration.preset }
        session.commitConfiguration()
        output.connection(with: .video)?.preferredVideoStabilizationMode = .auto
    }

    deinit {
        // A layer that its view still shows would keep the session, and closing a display takes a moment.
        guard let layer, let place else { return }
        DispatchQueue.global().async {
            place.detachPreviewLayer(layer)
            layer.session = nil
        }
    }

    var camera: AVCaptureDevice { cameraInput.device }

    private static func sound(_ configuration: CameraManager.Configuration) throws -> AVCaptureDeviceInput? {
        guard configuration.microphone != .none else { return nil }
        guard let device = configuration.microphoneDevice ?? AVCaptureDevice.default(for: .audio) else {
            guard configuration.microphone == .required else { return nil }
            throw AVError(
                .deviceNotConnected,
                "there is no microphone",
                advice: "Connect one, or set the configuration's microphone to ifAvailable"
            )
        }
        do {
            return try AVCaptureDeviceInput(device: device)
        } catch {
            guard configuration.microphone == .required else {
                Log.write("recording without sound: \(error.localizedDescription)")
                return nil
            }
            throw error
        }
    }

    /// Goes over to another camera; a recording that is under way ends, with what it has.
    /// - Throws: `AVError` when it cannot be used; the other one stays then.
    func use(_ camera: AVCaptureDevice) throws {
        let input = try AVCaptureDeviceInput(device: camera)
        let old = cameraInput
        session.configure { session in
            session.removeInput(old)
            session.addInput(input)
            output.connection(with: .video)?.preferredVideoStabilizationMode = .auto
        }
        cameraInput = input
    }

    /// Opens the devices, and blocks until they run.
    /// - Throws: `AVError` that says why they do not.
    func run() throws {
        guard !session.isRunning else { return }
        let failure = Failure()
        let token = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.runtimeErrorNotification,
            object: session,
            queue: nil
        ) { failure.take($0) }
        session.startRunning()
        NotificationCenter.default.removeObserver(token)
        guard session.isRunning else { throw failure.error ?? AVError(.sessionNotRunning) }
    }

    /// Shows the picture in another place; nil for none.
    func show(in place: (any PreviewView)?) {
        if let layer {
            guard place == nil || place !== self.place else { return }
            self.place?.detachPreviewLayer(layer)
            layer.session = nil
        }
        layer = nil
        self.place = place
        guard let place else { return }
        let layer = AVCaptureVideoPreviewLayer(session: session)
        layer.videoGravity = .resizeAspectFill
        place.attachPreviewLayer(layer)
        self.layer = layer
    }

    /// Ends the recording, the preview and the session; blocks until the devices are closed.
    func dismantle() {
        output.stopRecording()
        session.stopRunning()
        show(in: nil)
    }
}

/// Keeps the error that a session posts while it starts.
private final class Failure: Sendable {
    private let posted = Mutex<AVError?>(nil)

    var error: AVError? { posted.withLock { $0 } }

    func take(_ note: Notification) {
        let error = (note.userInfo?[AVCaptureSessionErrorKey] as? NSError).flatMap { $0 as? AVError }
        posted.withLock { $0 = $0 ?? error }
    }
}
