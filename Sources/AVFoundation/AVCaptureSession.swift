internal import CameraCapture
public import Foundation
internal import Synchronization

/// Coordinates the flow of media from input devices to outputs.
///
/// Any thread may use it. `startRunning`, `stopRunning`, and `commitConfiguration` while it runs, block until the
/// devices have followed, so keep them off a user interface's thread. No lock is held while a notification is posted.
public final class AVCaptureSession: NSObject, Sendable {
    struct State {
        var inputs: [Shared<AVCaptureInput>] = []
        var outputs: [Shared<AVCaptureOutput>] = []
        /// Outputs that were taken out since the devices followed the configuration last.
        var removedOutputs: [Shared<AVCaptureOutput>] = []
        var connections: [Shared<AVCaptureConnection>] = []
        var layers: [WeakShared<AVCaptureVideoPreviewLayer>] = []
        var preset = Preset.high
        /// How many configurations are open.
        var depth = 0
        var isRunning = false
        var isInterrupted = false
        var engine: RunningEngine?
        var nextEngine = 0
        var meterTap: CaptureTap?
    }

    let state = Mutex(State())
    let broadcast = Broadcast<Event>()
    /// Held while the configuration is changed or brought to the devices; never while anybody is called back.
    let configuration = NSRecursiveLock()
    /// Follows what the engine tells, since its own queue must not wait for it.
    private let work = DispatchQueue(label: "com.AVCaptureSession")
    private let observer = Mutex<Shared<any NSObjectProtocol>?>(nil)

    /// Makes a session without inputs and outputs.
    public override init() {
        super.init()
        let token = NotificationCenter.default.addObserver(
            forName: AVCaptureDevice.configurationDidChange,
            object: nil,
            queue: nil
        ) { [weak self] note in
            guard let device = note.object as? AVCaptureDevice else { return }
            self?.deviceDidChange(device)
        }
        let kept = Shared(token)
        observer.withLock { $0 = kept }
    }

    deinit {
        if let token = observer.withLock({ $0 }) { NotificationCenter.default.removeObserver(token.value) }
        let (engine, outputs) = state.withLock { ($0.engine, $0.outputs) }
        guard let engine else { return }
        for output in outputs { output.value.detach(from: engine, because: nil) }
        // Closing devices can take seconds, and whoever lets go of a session must not wait.
        DispatchQueue.global().async { engine.session.stopNow() }
    }

    // MARK: - Running

    /// Whether the session runs.
    public var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Whether a device was taken from the running session, such as a microphone whose sound server ended.
    public var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    /// Starts the devices, and blocks until they run or have failed.
    ///
    /// Failure is told by `runtimeErrorNotification`; look at `isRunning` afterwards. Nothing happens when the session
    /// runs already, or between `beginConfiguration` and `commitConfiguration`.
    public func startRunning() { _ = startAndReport() }

    func startAndReport() -> AVError? {
        let refusal = refusalOfAccess()
        configuration.lock()
        guard mayChangeRunning(), !isRunning else {
            configuration.unlock()
            return nil
        }
        let failure = refusal ?? startEngine()
        configuration.unlock()
        if let failure {
            report(failure)
        } else {
            post(AVCaptureSession.didStartRunningNotification, event: .didStart)
        }
        return failure
    }

    /// Stops the devices, and blocks until they are closed, at most four seconds.
    ///
    /// A recording that is under way stops as with `stopRecording` and tells its delegate so. Nothing happens when the
    /// session does not run, or between `beginConfiguration` and `commitConfiguration`.
    public func stopRunning() {
        configuration.lock()
        guard mayChangeRunning(), isRunning else {
            configuration.unlock()
            return
        }
        stopEngine(because: nil)
        state.withLock { state in
            state.isRunning = false
            state.isInterrupted = false
        }
        configuration.unlock()
        post(AVCaptureSession.didStopRunningNotification, event: .didStop)
    }

    /// Asks for the devices that nobody was asked about yet, and waits for the answers; a person may take their time.
    /// - Returns: Why a device may not be used.
    private func refusalOfAccess() -> AVError? {
        guard !isRunning else { return nil }
        for case let input as AVCaptureDeviceInput in inputs {
            guard let mediaType = input.ports.first?.mediaType,
                AVCaptureDevice.authorizationStatus(for: mediaType) == .notDetermined
            else { continue }
            let answer = DispatchSemaphore(value: 0)
            AVCaptureDevice.requestAccess(for: mediaType) { _ in answer.signal() }
            answer.wait()
            if let refusal = input.device.refusal() { return AVError(refusal, device: input.device) }
        }
        return nil
    }

    private func mayChangeRunning(caller: String = #function) -> Bool {
        guard state.withLock({ $0.depth }) > 0 else { return true }
        Fault.report(
            "it may not be called between beginConfiguration and commitConfiguration, so it was ignored",
            caller: caller
        )
        return false
    }

    // MARK: - The engine

    /// Brings the configuration to the devices of a running session; nothing happens when it is there already.
    /// - Returns: What went wrong; the session does not run then.
    func applyConfiguration() -> AVError? {
        let (engine, removed) = state.withLock { state in
            defer { state.removedOutputs = [] }
            return (state.engine, state.removedOutputs)
        }
        guard isRunning else { return nil }
        if let engine {
            for output in removed { output.value.detach(from: engine, because: .sessionConfigurationChanged) }
        }
        do {
            guard try setup() != engine?.setup else {
                if let engine { attachAll(to: engine) }
                return nil
            }
        } catch {
            stopEngine(because: .sessionConfigurationChanged)
            state.withLock { $0.isRunning = false }
            return error
        }
        stopEngine(because: .sessionConfigurationChanged)
        let failure = startEngine()
        if failure != nil { state.withLock { $0.isRunning = false } }
        return failure
    }

    /// A session without a camera runs too, and waits for one.
    private func startEngine() -> AVError? {
        do {
            if let setup = try setup() {
                let number = state.withLock { state in
                    state.nextEngine += 1
                    return state.nextEngine
                }
                let engine = try RunningEngine(setup, number: number) { [weak self] event in
                    self?.received(event, ofEngine: number)
                }
                try engine.session.startNow()
                state.withLock { $0.engine = engine }
                attachAll(to: engine)
            }
            state.withLock { $0.isRunning = true }
            return nil
        } catch let error as CaptureError {
            return AVError(error, device: device(for: .video))
        } catch {
            return error as? AVError ?? AVError(.unknown)
        }
    }

    private func attachAll(to engine: RunningEngine) {
        let (outputs, layers) = state.withLock { ($0.outputs, $0.layers) }
        for output in outputs { output.value.attach(to: engine) }
        for layer in layers { layer.value?.attach(to: engine) }
    }

    private func stopEngine(because reason: AVError.Code?) {
        let (engine, outputs, layers) = state.withLock { state in
            defer {
                state.engine = nil
                state.meterTap = nil
                state.removedOutputs = []
            }
            return (state.engine, state.outputs + state.removedOutputs, state.layers)
        }
        guard let engine else { return }
        for output in outputs { output.value.detach(from: engine, because: reason) }
        for layer in layers { layer.value?.detach(from: engine) }
        engine.session.stopNow()
    }

    private func setup() throws(AVError) -> RunningEngine.Setup? {
        guard let camera = device(for: .video) else { return nil }
        guard let wish = sessionPreset.wish(for: camera) else {
            throw AVError(
                CaptureError(
                    .unsupportedMode,
                    "\(camera.localizedName) does not offer \(sessionPreset.rawValue)",
                    advice: "Set another sessionPreset"
                ),
                device: camera
            )
        }
        return RunningEngine.Setup(
            camera: camera.capture.id,
            microphone: device(for: .audio)?.capture.id,
            width: wish.width,
            height: wish.height,
            framerate: wish.framerate,
            format: wish.format
        )
    }

    private func deviceDidChange(_ device: AVCaptureDevice) {
        configuration.lock()
        guard [AVMediaType.video, .audio].contains(where: { self.device(for: $0) === device }) else {
            return configuration.unlock()
        }
        // From now on the device's own format counts, as on Apple's systems.
        state.withLock { $0.preset = .inputPriority }
        let failure = state.withLock({ $0.depth }) == 0 ? applyConfiguration() : nil
        configuration.unlock()
        if let failure { reportStop(failure) }
    }

    // MARK: - What the engine tells

    private func received(_ event: CaptureSession.Event, ofEngine number: Int) {
        work.async { [weak self] in
            switch event {
            case .started, .stopped, .cameraAway, .cameraReturned: break
            case .cameraFailed(let error): self?.failed(error, ofEngine: number)
            case .ended:
                self?.failed(CaptureError(.deviceLost, "the played file came to its end"), ofEngine: number)
            case .microphoneFailed: self?.interrupted(true)
            case .microphoneReturned: self?.interrupted(false)
            }
        }
    }

    private func failed(_ error: CaptureError, ofEngine number: Int) {
        configuration.lock()
        // A start that fails tells so itself; what comes later than a stop is nobody's.
        guard isRunning, state.withLock({ $0.engine })?.number == number else {
            return configuration.unlock()
        }
        let camera = device(for: .video)
        stopEngine(because: nil)
        state.withLock { $0.isRunning = false }
        configuration.unlock()
        reportStop(AVError(error, device: camera))
    }

    private func interrupted(_ isInterrupted: Bool) {
        let changed = state.withLock { state in
            guard state.isRunning, state.isInterrupted != isInterrupted else { return false }
            state.isInterrupted = isInterrupted
            return true
        }
        guard changed else { return }
        guard isInterrupted else {
            return post(AVCaptureSession.interruptionEndedNotification, event: .interruptionEnded)
        }
        let reason = InterruptionReason.audioDeviceInUseByAnotherClient
        post(
            AVCaptureSession.wasInterruptedNotification,
            info: [AVCaptureSessionInterruptionReasonKey: reason.rawValue],
            event: .wasInterrupted(reason)
        )
    }

    // MARK: - Telling

    func reportStop(_ error: AVError) {
        report(error)
        post(AVCaptureSession.didStopRunningNotification, event: .didStop)
    }

    func report(_ error: AVError) {
        post(
            AVCaptureSession.runtimeErrorNotification,
            info: [AVCaptureSessionErrorKey: error._nsError],
            event: .runtimeError(error)
        )
    }

    private func post(_ name: Notification.Name, info: [String: Any]? = nil, event: Event) {
        NotificationCenter.default.post(name: name, object: self, userInfo: info)
        broadcast.send(event)
    }
}
