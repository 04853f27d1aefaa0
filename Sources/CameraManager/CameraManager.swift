public import AVFoundation
public import UIKitCompat

/// Records movies from a camera: sets the session up, asks for access, shows a preview, and saves what was recorded.
///
/// Any thread may use it. All work with the session happens on one serial queue of the manager's own, so nothing here
/// blocks. `stopRecording` ends a recording, and the `delegate` hears of its end. A manager that nobody holds any more
/// lives on until its recordings have ended.
///
/// Sendable because its state is behind a lock, and what is used on its queue is used nowhere else. A subclass has to
/// restate it.
open class CameraManager: NSObject, AVCaptureFileOutputRecordingDelegate, @unchecked Sendable {
    private struct State {
        var session: AVCaptureSession?
        var camera: AVCaptureDevice?
        /// Whether the program chose the camera.
        var isCameraChosen = false
        var view: UIView?
        var preview: (any PreviewView)?
        weak var delegate: (any RecordingDelegate)?
        var callbackQueue = DispatchQueue.main
        var lastStopReason: AVError?
        var answers: [Int: AccessPermissionCompletionBlock] = [:]
        var nextAnswer = 0
    }

    private let configuration: Configuration
    private let library: VideoLibrary
    private let takes = Takes()
    private let lock = NSLock()
    private var state = State()
    private let sessionQueue = DispatchQueue(label: "com.CameraSessionQueue")
    // The rest is used on the session's queue alone.
    private let movies: TemporaryMovies
    private var rig: CaptureRig?

    /// Makes a manager with the usual configuration; nothing is opened yet.
    public override convenience init() { self.init(configuration: Configuration()) }

    /// Makes a manager; nothing is opened yet.
    public init(configuration: Configuration) {
        self.configuration = configuration
        library = VideoLibrary(directory: configuration.libraryDirectory)
        movies = TemporaryMovies(
            below: configuration.temporaryDirectory,
            suffix: configuration.fileExtension
        )
        state.camera = configuration.device
        state.isCameraChosen = configuration.device != nil
        super.init()
    }

    // MARK: - Properties

    /// The session, with everything that was set up for it; nil before it is first needed.
    public var captureSession: AVCaptureSession? { lock.withLock { state.session } }

    /// The camera that is used, or would be; nil when there is none.
    ///
    /// At first it is the default one, which looks to the back where cameras say so. Setting another goes over to it
    /// at once; a recording that is under way ends with what it has.
    public var captureDevice: AVCaptureDevice! {
        get { lock.withLock { state.camera } ?? CameraManager.defaultCamera }
        set {
            let camera = newValue
            lock.withLock {
                state.camera = camera
                state.isCameraChosen = camera != nil
            }
            sessionQueue.async { self.followCamera() }
        }
    }

    /// Whether both the cameras and the microphones may be used, at this moment.
    public var cameraAndAudioAccessPermitted: Bool! {
        AVCaptureDevice.authorizationStatus(for: .video) == .authorized
            && AVCaptureDevice.authorizationStatus(for: .audio) == .authorized
    }

    /// Where the preview is shown; nil for nowhere.
    public var embeddingView: UIView? {
        get { lock.withLock { state.view } }
        set {
            let view = newValue
            let preview = view?.preview
            lock.withLock {
                state.view = view
                state.preview = preview
            }
            sessionQueue.async { self.rig?.show(in: self.preview) }
        }
    }

    /// Hears of the end of each recording; none is no error, and it is not held.
    public weak var delegate: (any RecordingDelegate)! {
        get { lock.withLock { state.delegate } }
        set {
            let delegate = newValue
            lock.withLock { state.delegate = delegate }
        }
    }

    /// Where completions and the delegate are called; the main queue at first, which needs a program that runs it.
    public var callbackQueue: DispatchQueue {
        get { lock.withLock { state.callbackQueue } }
        set { lock.withLock { state.callbackQueue = newValue } }
    }

    /// Why the newest recording ended, when nobody asked for its end; its movie may play all the same.
    public var lastStopReason: AVError? { lock.withLock { state.lastStopReason } }

    /// Whether the session records sound; false as long as there is no session.
    public var recordsSound: Bool {
        captureSession?.outputs.contains { $0.connection(with: .audio) != nil } ?? false
    }

    private var preview: (any PreviewView)? { lock.withLock { state.preview } }

    private static var defaultCamera: AVCaptureDevice? {
        AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back)
    }

    // MARK: - Preview

    /// Sets the session up, starts it, and shows its picture in a view, which it fills; returns at once.
    ///
    /// What stands in the way is written to standard error, and told by the next recording.
    open func addPreviewLayerToView(view: UIView) {
        embeddingView = view
        sessionQueue.async {
            do {
                try self.preparedRig().run()
            } catch {
                Log.write("no preview: \(error.localizedDescription)")
            }
        }
    }

    // MARK: - Recording

    /// Records into a new file in the manager's temporary directory; returns at once.
    ///
    /// The session is set up and started when it does not run. Each call ends with one call of the delegate's
    /// `finishRecording`. A recording that is under way ends, and the new one begins with the very next frame.
    open func startRecording() { begin(limit: nil) { self.tellDelegate($0) } }

    /// Ends the recording, finishes its file and closes the devices; returns at once.
    ///
    /// Wait for the delegate's `finishRecording` before the movie is used.
    open func stopRecording() {
        sessionQueue.async {
            self.rig?.output.stopRecording()
            self.rig?.session.stopRunning()
        }
    }

    /// Throws away the recording that is under way and all movies of this manager, and sets the session up anew.
    ///
    /// Returns at once. Recordings whose end was not told yet end with `operationInterrupted`. A preview goes on. Movies
    /// that were saved to the library stay, and so does every file that the manager did not make.
    open func resetCaptureSession() {
        takes.discardAll()
        sessionQueue.async {
            self.dismantle()
            self.movies.removeAll(except: self.takes.files)
            guard self.preview != nil else { return }
            do {
                try self.preparedRig().run()
            } catch {
                Log.write("no preview: \(error.localizedDescription)")
            }
        }
    }

    // MARK: - Access

    /// Asks for the cameras, where there is somebody to ask.
    ///
    /// - Parameter completion: Called once with the answer, on `callbackQueue`.
    open func askForCameraAccess(_ completion: @escaping AccessPermissionCompletionBlock) {
        ask(for: .video, completion)
    }

    /// Asks for the microphones, where there is somebody to ask.
    ///
    /// - Parameter completion: Called once with the answer, on `callbackQueue`.
    open func askForMicrophoneAccess(_ completion: @escaping AccessPermissionCompletionBlock) {
        ask(for: .audio, completion)
    }

    // MARK: - Library

    /// Puts a movie into the desktop's folder for videos, in the background; the file itself stays where it is.
    ///
    /// An existing movie is never overwritten: the new one gets a number. Linux has nobody to ask for permission; where
    /// a sandbox keeps the program from the folder, that is an error. Errors are written to standard error;
    /// `saveMovieToLibrary` throws them.
    open func saveToLibrary(videoURL: URL) {
        library.save(videoURL) { result in
            if case .failure(let error) = result { Log.write(error.localizedDescription) }
        }
    }

    // MARK: - AVCaptureFileOutputRecordingDelegate

    /// Does nothing; here so that subclasses can do something.
    open func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {}

    /// Calls the method without the time.
    open func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        startPTS: CMTime,
        from connections: [AVCaptureConnection]
    ) {
        fileOutput(output, didStartRecordingTo: fileURL, from: connections)
    }

    /// Does nothing; here so that subclasses can do something.
    open func fileOutput(
        _ output: AVCaptureFileOutput,
        didPauseRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {}

    /// Does nothing; here so that subclasses can do something.
    open func fileOutput(
        _ output: AVCaptureFileOutput,
        didResumeRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {}

    /// Does nothing; here so that subclasses can do something.
    open func fileOutput(
        _ output: AVCaptureFileOutput,
        willFinishRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {}

    /// Passes the result on to the `RecordingDelegate`; subclasses that override it call it.
    open func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        let reason = error.map { $0 as? AVError ?? AVError(.unknown, $0.localizedDescription) }
        let isPlayable = reason.map { $0.recordingSuccessfullyFinished ?? false } ?? true
        let take =
            takes.take(into: outputFileURL)
            ?? takes.add(limit: nil) { self.tellDelegate($0) }
        if let reason, !isPlayable {
            finish(take, .failure(reason), because: reason)
        } else {
            finish(take, .success(outputFileURL), because: reason)
        }
    }
}

// MARK: - The way of a recording

extension CameraManager {
    /// Asks for a recording, whose end is told on the callback queue.
    func begin(limit: CMTime?, tell: @escaping @Sendable (Result<URL, any Error>) -> Void) {
        let take = takes.add(limit: limit, tell: tell)
        sessionQueue.async { self.start(take) }
    }

    private func start(_ take: Take) {
        do {
            guard !takes.isDiscarded(take) else { throw AVError.wasReset }
            let rig = try preparedRig()
            try rig.run()
            let file = try movies.next()
            takes.set(file, for: take)
            let usual = rig.output.maxRecordedDuration
            if let limit = take.limit { rig.output.maxRecordedDuration = limit }
            rig.output.startRecording(to: file, recordingDelegate: self)
            rig.output.maxRecordedDuration = usual
        } catch {
            let reason = error as? AVError ?? AVError(.unknown, error.localizedDescription)
            finish(take, .failure(reason), because: reason)
        }
    }

    private func finish(_ take: Take, _ result: Result<URL, any Error>, because reason: AVError?) {
        callbackQueue.async { [self] in
            // Only now it is known whether somebody threw the recording away.
            guard let (file, isDiscarded) = takes.close(take) else { return }
            lock.withLock { state.lastStopReason = isDiscarded ? .wasReset : reason }
            guard isDiscarded else { return take.tell(result) }
            if let file { sessionQueue.async { self.movies.remove(file) } }
            take.tell(.failure(AVError.wasReset))
        }
    }

    private func tellDelegate(_ result: Result<URL, any Error>) {
        switch result {
        case .success(let file): delegate?.finishRecording(file, nil)
        case .failure(let error): delegate?.finishRecording(nil, error)
        }
    }

    // MARK: - The session, on its queue

    /// The session as it is set up, or set up now.
    private func preparedRig() throws -> CaptureRig {
        let (camera, isChosen) = lock.withLock { (state.camera, state.isCameraChosen) }
        // A camera that is gone is replaced by another one, unless the program wants exactly that.
        if let rig, rig.camera.isConnected || isChosen { return rig }
        dismantle()
        guard let camera = isChosen ? camera : CameraManager.defaultCamera else {
            throw AVError(.deviceNotConnected, "there is no camera", advice: "Connect one")
        }
        let rig = try CaptureRig(configuration, camera: camera)
        self.rig = rig
        lock.withLock {
            state.session = rig.session
            state.camera = camera
        }
        rig.show(in: preview)
        return rig
    }

    private func dismantle() {
        rig?.dismantle()
        rig = nil
        lock.withLock {
            state.session = nil
            if !state.isCameraChosen { state.camera = nil }
        }
    }

    private func followCamera() {
        guard let rig, let camera = captureDevice, rig.camera !== camera else { return }
        do {
            try rig.use(camera)
        } catch {
            lock.withLock { state.camera = rig.camera }
            Log.write("\(rig.camera.localizedName) is still used: \(error.localizedDescription)")
        }
    }

    // MARK: - Access and library

    private func ask(for mediaType: AVMediaType, _ completion: @escaping AccessPermissionCompletionBlock) {
        let number = lock.withLock {
            defer { state.nextAnswer += 1 }
            state.answers[state.nextAnswer] = completion
            return state.nextAnswer
        }
        AVCaptureDevice.requestAccess(for: mediaType) { [self] isGranted in
            callbackQueue.async { [self] in
                let completion = lock.withLock { state.answers.removeValue(forKey: number) }
                completion?(isGranted)
            }
        }
    }

    func save(_ movie: URL, completion: @escaping @Sendable (Result<URL, any Error>) -> Void) {
        library.save(movie, completion: completion)
    }
}
