public import Dispatch
public import GStreamer
internal import Synchronization

/// A camera and a microphone that run, and the recordings made from them.
///
/// New code uses the `async` methods: `start()`, `record(to:)`, `stop()`, and `events`. All work happens on one serial
/// queue, and so do the events of recordings that are made with a handler. Methods may be called from any thread.
public final class CaptureSession: Sendable {
    /// What a session tells beside the recordings' own events.
    public enum Event: Sendable {
        /// The devices run; the first picture has come.
        case started
        /// The devices were let go.
        case stopped
        /// The camera failed; every recording was told.
        case cameraFailed(CaptureError)
        /// The camera failed and is opened again as soon as it is back; every recording was told.
        case cameraAway(CaptureError)
        /// The camera delivers again.
        case cameraReturned
        /// The microphone failed; recordings go on with silence.
        case microphoneFailed(CaptureError)
        /// The microphone works again; recordings have its sound from now on.
        case microphoneReturned
        /// A played file came to its end; every recording was told.
        case ended
    }

    private struct State {
        var pipeline: CapturePipeline?
        /// Whether the devices are being let go of, so that a recording which begins now gets no pictures.
        var isStopping = false
        var recorders: [Recorder] = []
        var taps: [CaptureTap] = []
        var preRoll: PreRoll?
        /// The newest sound: a piece that a recording begins within may have come just before the recording did.
        var newestSound: [Buffer] = []
        var failure: CaptureError?

        mutating func keep(_ sound: Buffer) {
            newestSound.append(sound)
            guard let newest = sound.presentation else { return }
            newestSound.removeAll { ($0.presentation ?? .zero) + CaptureSession.keptSound < newest }
        }
    }

    /// What was chosen.
    public let selection: CaptureSelection
    /// Whether a camera that goes away is opened again when it is back; otherwise its failure ends all recordings.
    public let reopensCamera: Bool
    /// The serial queue that all work and all events happen on.
    public let queue = DispatchQueue(label: "com.CameraSessionQueue")
    private let handler: @Sendable (Event) -> Void
    private let state = Mutex(State())
    private let broadcast = Broadcast<Event>()

    /// How long a start waits for the first picture; a camera that is slower than this runs all the same.
    private static let longestStart = DispatchTimeInterval.seconds(3)
    /// How long a stop lets recordings take their last picture and its sound.
    private static let longestEnd = DispatchTimeInterval.milliseconds(500)
    /// The same, while pictures are coded before they come to the recordings.
    private static let longestDelayedEnd = DispatchTimeInterval.milliseconds(1500)
    private static let keptSound = ClockTime.milliseconds(200)

    /// Makes a session; nothing is opened yet.
    /// - Parameters:
    ///   - selection: Camera, mode, microphone and template.
    ///   - reopensCamera: Whether a camera that goes away is opened again when it is back.
    ///   - handler: Called with each event, on `queue`.
    public init(
        selection: CaptureSelection,
        reopensCamera: Bool = false,
        handler: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.selection = selection
        self.reopensCamera = reopensCamera
        self.handler = handler
    }

    deinit { state.withLock { $0.pipeline }?.stop() }

    // MARK: - Running

    /// Whether the devices are open.
    public var isRunning: Bool { state.withLock { $0.pipeline != nil } }

    /// Opens the devices and waits for the first picture, at most three seconds; blocks the calling thread.
    ///
    /// A file that is played as a camera begins with its first picture for a recording that was started before.
    /// - Throws: `CaptureError` for what can be known by then; later failures come as events.
    package func startNow() throws(CaptureError) {
        guard !isRunning else { return }
        try Engine.start()
        let arrival = DispatchSemaphore(value: 0)
        let first = CaptureTap(video: { _, _ in arrival.signal() })
        let pipeline = try CapturePipeline(
            selection: selection,
            reopensCamera: reopensCamera,
            handlers: .init(
                video: { [weak self] buffer, caps in self?.received(video: buffer, caps: caps) },
                audio: { [weak self] buffer in self?.received(audio: buffer) },
                lost: { [weak self] count in
                    for recorder in self?.recorders ?? [] { recorder.inputLost(count) }
                },
                cameraFailed: { [weak self] error, reopens in
                    if reopens { self?.cameraAway(error) } else { self?.cameraFailed(error) }
                    arrival.signal()
                },
                cameraReturned: { [weak self] in self?.tell(.cameraReturned) },
                microphoneFailed: { [weak self] error in self?.tell(.microphoneFailed(error)) },
                microphoneReturned: { [weak self] in self?.tell(.microphoneReturned) },
                ended: { [weak self] in
                    self?.ended()
                    arrival.signal()
                }
            )
        )
        state.withLock { state in
            state.pipeline = pipeline
            state.isStopping = false
            state.failure = nil
            state.newestSound = []
        }
        addTap(first)
        defer { removeTap(first) }
        do throws(CaptureError) {
            try state.withLock { $0.preRoll }?.start()
            try pipeline.start()
        } catch {
            // The device's own words came first, as an event.
            let cause = failure ?? error
            for recorder in recorders { recorder.inputFailed(.deviceLost, cause) }
            _ = letGo()
            throw cause
        }
        _ = arrival.wait(timeout: .now() + CaptureSession.longestStart)
        if let failure {
            _ = letGo()
            throw failure
        }
        tell(.started)
    }

    /// Stops every recording at its last picture and lets go of the devices; blocks the calling thread.
    ///
    /// Waits at most half a second for the last pictures and three for the drivers. The recordings finish on their own
    /// and tell so. Never call it on `queue`.
    package func stopNow() {
        let recorders = state.withLock { state in
            state.isStopping = true
            return state.recorders
        }
        for recorder in recorders { recorder.stop() }
        let isDelayed = state.withLock { $0.preRoll } != nil
        let longest = isDelayed ? CaptureSession.longestDelayedEnd : CaptureSession.longestEnd
        let deadline = DispatchTime.now() + longest
        for recorder in recorders { recorder.waitForInputEnd(until: deadline) }
        let hasStopped = letGo()
        state.withLock { $0.isStopping = false }
        if hasStopped { tell(.stopped) }
    }

    /// Closes the devices; false when they were closed already.
    private func letGo() -> Bool {
        let pipeline = state.withLock { state in
            defer { state.pipeline = nil }
            return state.pipeline
        }
        pipeline?.stop()
        state.withLock { $0.preRoll }?.stop()
        if pipeline != nil { endTaps() }
        return pipeline != nil
    }

    // MARK: - Recordings

    /// Codes the pictures all the time and keeps the newest with their sound: recordings begin with them.
    ///
    /// A recording of another plan has this plan's pictures too. What a recording saved is not kept any more; what it
    /// could not save is. Call it before the session starts.
    /// - Parameters:
    ///   - length: How much is kept at least, once so much has come.
    ///   - plan: What the recordings are made of.
    /// - Throws: `CaptureError` with code `.missingElement` or `.badTemplate`.
    public func keepPreRoll(_ length: ClockTime, of plan: RecordingPlan) throws(CaptureError) {
        try Engine.start()
        let preRoll = try PreRoll(length: length, plan: plan) { [weak self] error in self?.cameraFailed(error)
        }
        state.withLock { $0.preRoll = preRoll }
    }

    /// Starts a recording at this moment; it begins with the next picture.
    /// - Parameters:
    ///   - plan: What to record and where to.
    ///   - other: A recording that stops at the same moment: the two share no picture and miss none.
    ///   - handler: Called with the recording's events, on `queue`.
    /// - Returns: The recording, to stop it.
    /// - Throws: `CaptureError` when the file cannot be made; the other recording goes on then.
    @discardableResult
    public func record(
        _ plan: RecordingPlan,
        replacing other: Recorder? = nil,
        handler: @escaping @Sendable (RecordingEvent) -> Void
    ) throws(CaptureError) -> Recorder {
        let preRoll = state.withLock { $0.preRoll }
        let recorder = try Recorder(
            plan: preRoll?.plan(plan) ?? plan,
            queue: queue,
            clock: { [weak self] in self?.runningTime ?? .zero },
            handler: { [weak self] event in
                if case .finished(let result) = event { self?.finished(result) }
                handler(event)
            }
        )
        let (failure, isStopping) = state.withLock { state in
            // A recording that begins with what was kept has its sound too.
            if preRoll == nil || other != nil {
                for piece in state.newestSound { recorder.push(audio: piece) }
            }
            state.recorders.append(recorder)
            return (state.failure, state.isStopping)
        }
        if let preRoll {
            preRoll.begin(recorder, replacing: other)
        } else if let other {
            recorder.start(replacing: other)
        } else {
            recorder.start()
        }
        if let failure { recorder.inputFailed(.deviceLost, failure) }
        if isStopping { recorder.stop() }
        return recorder
    }

    private var recorders: [Recorder] { state.withLock { $0.recorders } }

    /// A recording that is over gets no more pictures, and the next one does not have its pictures again.
    private func finished(_ result: RecordingResult) {
        let (over, preRoll) = state.withLock { state in
            let over = state.recorders.filter(\.isOver)
            state.recorders.removeAll(where: \.isOver)
            return (over, state.preRoll)
        }
        guard let preRoll, let end = over.compactMap({ $0.savedEnd(of: result) }).max() else { return }
        preRoll.saved(upTo: end)
    }

    // MARK: - Taps

    /// Lets a tap see every buffer from now on.
    public func addTap(_ tap: CaptureTap) { state.withLock { $0.taps.append(tap) } }

    /// Takes a tap away; a call that is under way may still end after this.
    public func removeTap(_ tap: CaptureTap) { state.withLock { $0.taps.removeAll { $0 === tap } } }

    // MARK: - What arrives, on streaming threads

    /// The time that all buffers are stamped in; zero while nothing runs.
    public var runningTime: ClockTime { state.withLock { $0.pipeline }?.runningTime ?? .zero }

    /// How the microphone's clock runs against the computer's; nil while nothing runs, and without sound.
    public var soundMeasurement: SoundClock.Measurement? { state.withLock { $0.pipeline }?.soundMeasurement }

    var failure: CaptureError? { state.withLock { $0.failure } }

    private func received(video buffer: Buffer, caps: Caps) {
        let (recorders, taps, preRoll) = state.withLock { ($0.recorders, $0.taps, $0.preRoll) }
        if let preRoll {
            preRoll.push(video: buffer, caps: caps)
        } else {
            for recorder in recorders { recorder.push(video: buffer, caps: caps) }
        }
        for tap in taps { tap.video?(buffer, caps) }
    }

    private func received(audio buffer: Buffer) {
        let (recorders, taps, preRoll) = state.withLock { state in
            state.keep(buffer)
            return (state.recorders, state.taps, state.preRoll)
        }
        if let preRoll {
            preRoll.push(audio: buffer)
        } else {
            for recorder in recorders { recorder.push(audio: buffer) }
        }
        for tap in taps { tap.audio?(buffer) }
    }

    private func cameraFailed(_ error: CaptureError) {
        // The first failure is the cause; what follows are its echoes.
        let isFirst = state.withLock { state in
            defer { state.failure = state.failure ?? error }
            return state.failure == nil
        }
        guard isFirst else { return }
        for recorder in recorders { recorder.inputFailed(.deviceLost, error) }
        endTaps()
        tell(.cameraFailed(error))
    }

    private func cameraAway(_ error: CaptureError) {
        let reason: EndReason = error.code == .deviceStalled ? .deviceStalled : .deviceLost
        for recorder in recorders { recorder.inputAway(reason, error) }
        tell(.cameraAway(error))
    }

    private func ended() {
        guard let preRoll = state.withLock({ $0.preRoll }) else { return allEnded() }
        preRoll.end { [weak self] in self?.allEnded() }
    }

    private func allEnded() {
        for recorder in recorders { recorder.inputFailed(.sourceEnded, nil) }
        endTaps()
        tell(.ended)
    }

    private func endTaps() {
        for tap in state.withLock({ $0.taps }) { tap.ended?() }
    }

    // MARK: - Events

    /// What happens from now on; each call makes a stream of its own, which ends with the session.
    public var events: AsyncStream<Event> { broadcast.stream }

    private func tell(_ event: Event) {
        queue.async { [self] in
            handler(event)
            broadcast.send(event)
        }
    }
}
