internal import CameraCapture
public import Foundation
internal import Synchronization

/// Records what a session captures into files; the base of `AVCaptureMovieFileOutput`.
///
/// Any thread may use it. A recording goes on when the output is let go of, until its session stops.
open class AVCaptureFileOutput: AVCaptureOutput {
    struct Settings {
        var maxDuration = CMTime.invalid
        var maxFileSize: Int64 = 0
        var minFreeDiskSpace: Int64 = 0
        var delegateQueue: DispatchQueue?
    }

    private struct State {
        /// The file that gets new samples; nil as soon as it is stopped.
        var current: MovieRequest?
        var settings = Settings()
    }

    private let state = Mutex(State())
    private let callbacks = DispatchQueue(label: "com.AVCaptureFileOutput.delegate")
    /// Plans and begins recordings, in the order in which they were asked for.
    private let work = DispatchQueue(label: "com.AVCaptureFileOutput")

    override var mediaTypes: [AVMediaType] { [.video, .audio] }

    var settings: Settings { state.withLock { $0.settings } }

    /// The least free space that recordings keep when nobody says: enough to finish a file in any case.
    private static let leastFree: Int64 = 16 << 20

    // MARK: - Recording

    /// Begins to record into a file that must not exist; returns at once.
    ///
    /// While another file is being recorded, that one ends and the new one begins with the very next frame. What
    /// stands in the way is told by the delegate's `didFinish`, like everything else.
    /// - Parameters:
    ///   - outputFileURL: The file; its suffix chooses the container, QuickTime when it is no known one.
    ///   - delegate: Hears of this recording; held until its end.
    public func startRecording(
        to outputFileURL: URL,
        recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
    ) {
        let request = MovieRequest(
            url: outputFileURL,
            delegate: delegate,
            connections: connections.filter(\.isActive),
            options: options(for: outputFileURL),
            engine: session?.state.withLock { $0.engine }
        )
        if let refusal = refusal(of: request) {
            let output = Shared(self)
            work.async { output.value.finish(request, refusal) }
            return
        }
        let replaced = state.withLock { state in
            defer { state.current = request }
            return state.current
        }
        let output = Shared(self)
        work.async { output.value.begin(request, replacing: replaced) }
    }

    /// Ends the recording with the newest frame; returns at once.
    ///
    /// The file is finished in the background: wait for the delegate's `didFinish` before it is used.
    public func stopRecording() { takeCurrent()?.stop() }

    /// Leaves out what comes from now on; the file stays open.
    ///
    /// Told by `didPause`.
    public func pauseRecording() { state.withLock { $0.current }?.pause() }

    /// Goes on after a pause without a gap in the file.
    ///
    /// Told by `didResume`.
    public func resumeRecording() { state.withLock { $0.current }?.resume() }

    /// Whether new frames go into a file, a paused one too; true as soon as `startRecording` returns, unless it was
    /// refused.
    public var isRecording: Bool { state.withLock { $0.current } != nil }

    /// Whether the recording is paused.
    public var isRecordingPaused: Bool { state.withLock { $0.current }?.isPaused ?? false }

    /// The file that new frames go into; nil when nothing is recorded.
    public var outputFileURL: URL? { state.withLock { $0.current }?.url }

    /// The length of the present file so far, without its pauses; zero when nothing is recorded.
    public var recordedDuration: CMTime {
        guard let recorder = state.withLock({ $0.current })?.recorder else { return .zero }
        return CMTime(recorder.recorded)
    }

    /// The size of the present file so far in bytes; 0 when nothing is recorded.
    public var recordedFileSize: Int64 {
        guard let path = state.withLock({ $0.current })?.recorder?.path,
            let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
        else { return 0 }
        return size.int64Value
    }

    // MARK: - Limits

    /// The longest recording; `.invalid`, at first, for no limit.
    ///
    /// It counts for the next recording.
    public var maxRecordedDuration: CMTime {
        get { settings.maxDuration }
        set { state.withLock { $0.settings.maxDuration = newValue } }
    }

    /// The largest file in bytes; 0, at first, for no limit.
    ///
    /// It counts for the next recording.
    public var maxRecordedFileSize: Int64 {
        get { settings.maxFileSize }
        set { state.withLock { $0.settings.maxFileSize = newValue } }
    }

    /// Free space in bytes at which a recording ends; 0, at first, for 16 MiB.
    ///
    /// It counts for the next recording.
    public var minFreeDiskSpaceLimit: Int64 {
        get { settings.minFreeDiskSpace }
        set { state.withLock { $0.settings.minFreeDiskSpace = newValue } }
    }

    /// Where delegates are called; nil, at first, for a serial queue of the output's own.
    ///
    /// Apple has nothing like it.
    public var delegateQueue: DispatchQueue? {
        get { settings.delegateQueue }
        set { state.withLock { $0.settings.delegateQueue = newValue } }
    }

    /// What the engine is to record into a file; kinds of outputs add what they know.
    func options(for url: URL) -> RecordingOptions {
        let settings = settings
        var options = RecordingOptions(pattern: FileNaming.escaped(url.path))
        if let longest = settings.maxDuration.clockTime, longest > .zero { options.duration = longest }
        if settings.maxFileSize > 0 { options.maximumSize = settings.maxFileSize }
        options.minimumFree =
            settings.minFreeDiskSpace > 0 ? settings.minFreeDiskSpace : AVCaptureFileOutput.leastFree
        options.recordsAudio = activeConnection(with: .audio) != nil
        let connection = activeConnection(with: .video)
        options.isMirrored = connection?.isVideoMirrored ?? false
        options.stabilization = connection?.stabilization
        return options
    }

    // MARK: - The way of a request

    private func refusal(of request: MovieRequest) -> AVError? {
        let file = request.url
        guard file.isFileURL else {
            return AVError(CaptureError(.usage, "\(file) is no file", advice: "Give a file URL"), file: nil)
        }
        guard session?.isRunning ?? false else {
            let what = "the session does not run, so nothing was recorded into \(file.path)"
            return AVError(CaptureError(.notRunning, what, advice: "Call startRunning first"), file: file)
        }
        // Of the request, not of this moment: connections may have changed since.
        let hasPictures = request.connections.contains { connection in
            connection.value.inputPorts.contains { $0.mediaType == .video }
        }
        guard request.engine != nil, hasPictures else {
            let what = "no picture reaches the output, so nothing was recorded into \(file.path)"
            let advice = "Add a camera to the session, and enable its connection"
            return AVError(CaptureError(.notRunning, what, advice: advice), file: file)
        }
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let what = "\(file.path) exists already and is never overwritten"
        let playable = [AVErrorRecordingSuccessfullyFinishedKey: false]
        return AVError(
            CaptureError(.fileExists, what, advice: "Choose another name"),
            file: file,
            adding: playable
        )
    }

    private func begin(_ request: MovieRequest, replacing replaced: MovieRequest?) {
        guard let engine = request.engine else { return }
        do throws(CaptureError) {
            let plan = try engine.plan(request.options)
            let output = Shared(self)
            let recorder = try engine.session.record(plan, replacing: replaced?.recorder) { event in
                output.value.received(event, of: request)
            }
            replaced?.isReplaced()
            request.take(recorder)
            // The devices were closed meanwhile: nobody else will stop it.
            if !engine.session.isRunning { request.stop() }
        } catch {
            // What it should have replaced goes on, unless somebody stopped it meanwhile.
            state.withLock { state in
                guard state.current === request else { return }
                state.current = replaced.flatMap { $0.recorder == nil || $0.isStopped ? nil : $0 }
            }
            let playable = [AVErrorRecordingSuccessfullyFinishedKey: false]
            finish(
                request,
                AVError(error, device: session?.device(for: .video), file: request.url, adding: playable)
            )
        }
    }

    private func takeCurrent() -> MovieRequest? {
        state.withLock { state in
            defer { state.current = nil }
            return state.current
        }
    }

    private func received(_ event: RecordingEvent, of request: MovieRequest) {
        switch event {
        case .started(_, _, let time):
            tell(request) { $0.fileOutput($1, didStartRecordingTo: $2, startPTS: CMTime(time), from: $3) }
        case .paused: tell(request) { $0.fileOutput($1, didPauseRecordingTo: $2, from: $3) }
        case .resumed: tell(request) { $0.fileOutput($1, didResumeRecordingTo: $2, from: $3) }
        case .finished(let result): finish(request, error(of: result, request))
        case .fileOpened, .fileFinished, .progress, .warning, .cameraAway, .cameraBack: break
        }
    }

    private func error(of result: RecordingResult, _ request: MovieRequest) -> AVError? {
        let device = session?.device(for: .video)
        guard let report = result.files.last else {
            return AVError(
                result.error
                    ?? CaptureError(.nothingRecorded, "nothing was recorded into \(request.url.path)"),
                device: device,
                file: request.url
            )
        }
        return AVError(report, device: device, instead: request.endCode)
    }

    private func finish(_ request: MovieRequest, _ error: AVError?) {
        guard request.takeFinish() else { return }
        state.withLock { if $0.current === request { $0.current = nil } }
        let told: (any Error)? = error
        tell(request) { $0.fileOutput($1, willFinishRecordingTo: $2, from: $3, error: told) }
        tell(request) { $0.fileOutput($1, didFinishRecordingTo: $2, from: $3, error: told) }
    }

    private typealias Call =
        @Sendable (
            any AVCaptureFileOutputRecordingDelegate, AVCaptureFileOutput, URL, [AVCaptureConnection]
        ) -> Void

    private func tell(_ request: MovieRequest, _ call: @escaping Call) {
        let output = Shared(self)
        let queue = settings.delegateQueue
        // The own queue keeps the order even when the delegate's queue runs several things at once.
        callbacks.async {
            let perform = {
                call(request.delegate.value, output.value, request.url, request.connections.map(\.value))
            }
            if let queue { queue.sync(execute: perform) } else { perform() }
        }
    }

    // MARK: - For the session

    override func attach(to engine: RunningEngine) {
        // Encoders are tried before the first recording, so that it begins at once.
        let options = options(for: URL(fileURLWithPath: "/first.mov"))
        work.async { _ = try? engine.plan(options) }
    }

    override func detach(from engine: RunningEngine, because reason: AVError.Code?) {
        let current = state.withLock { state -> MovieRequest? in
            // The output may be recording for another session already.
            guard state.current?.engine === engine else { return nil }
            defer { state.current = nil }
            return state.current
        }
        guard let request = current else { return }
        request.endCode = reason
        request.stop()
    }
}
