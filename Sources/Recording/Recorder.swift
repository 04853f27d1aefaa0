public import Dispatch
public import GStreamer
internal import Glibc
internal import Synchronization

/// One recording: takes raw pictures and sound, writes finished files, and tells exactly once how it ended.
///
/// The decisions are `RecordingStateMachine`'s and `RecordingGate`'s; this class drives them. `push` is called on
/// streaming threads and never blocks; everything else happens on the queue given at the start, where the events
/// are delivered too. No lock is held while an event is delivered.
public final class Recorder: Sendable {
    struct Driver {
        var machine: RecordingStateMachine
        var files = RecordingFiles()
        var pipeline: RecordingPipeline?
        var timer: (any DispatchSourceTimer)?
        var ticks = 0
        /// For how many of them pictures have waited for sound.
        var ticksForSound = 0
        var growth: GrowthWatch
        var framesSeen = 0
        var successor: Recorder?
        var reports = FileReports()
    }

    private static let log = DebugCategory("gstcam", description: "gstcam's recorder")

    let plan: RecordingPlan
    let queue: DispatchQueue
    let handler: @Sendable (RecordingEvent) -> Void
    let clock: @Sendable () -> ClockTime
    let tap: Mutex<RecordingTap>
    let driver: QueueConfined<Driver>
    let firstPath: String
    let taken: Mutex<FileNaming.Taken?>
    let examining = DispatchQueue(label: "gstcam.finish")
    private let flusher = FileFlusher()
    let disk = DiskWatch()
    let openExaminations = Atomic<Int>(0)
    let examinedFiles = Atomic<Int>(0)
    let over = Atomic<Bool>(false)
    /// Open until both streams have ended at the gate, or the recording is over without that.
    private let inputEnd = DispatchGroup()
    private let hasInputEnded = Atomic<Bool>(false)

    /// Prepares a recording and takes the name of its first file.
    /// - Parameters:
    ///   - plan: What to record and where to.
    ///   - queue: A serial queue for the recording's work and its events.
    ///   - clock: The running time of the pipeline that delivers the buffers.
    ///   - handler: Called with each event, on `queue`.
    /// - Throws: `CaptureError` with code `.fileExists`, `.cannotCreateFile` or `.diskFull`.
    public init(
        plan: RecordingPlan,
        queue: DispatchQueue,
        clock: @escaping @Sendable () -> ClockTime,
        handler: @escaping @Sendable (RecordingEvent) -> Void
    ) throws(CaptureError) {
        self.plan = plan
        self.queue = queue
        self.clock = clock
        self.handler = handler
        var taken: FileNaming.Taken?
        firstPath = try plan.naming.reserve(now: time(nil), after: &taken)
        self.taken = Mutex(taken)
        tap = Mutex(RecordingTap(plan: plan))
        inputEnd.enter()
        var deadlines = RecordingStateMachine.Deadlines()
        // Other files are read from beginning to end before they are told of.
        if !plan.finishesInPlace { deadlines.stopPerHour = .milliseconds(15_000) }
        // A picture is on its way through stabilizer and encoder before it comes here.
        if plan.preRoll != nil {
            let inStabilizer = ClockTime(nanoseconds: 16 * plan.frameDuration.nanoseconds)
            deadlines.grace = .milliseconds(1500) + inStabilizer
        }
        let machine = RecordingStateMachine(
            deviceName: plan.deviceName,
            bridgesGaps: plan.canBridge,
            deadlines: deadlines
        )
        driver = QueueConfined(
            Driver(machine: machine, growth: GrowthWatch(patience: plan.growthPatience)),
            on: queue
        )
    }

    /// The name of the first file.
    public var path: String { firstPath }

    /// Whether the recording has told its end; any thread may ask.
    public var isOver: Bool { over.load(ordering: .acquiring) }

    /// Starts: from now on the first picture begins the recording.
    public func start() { start(at: clock()) }

    /// Starts with the first picture that is not earlier than this.
    /// - Parameters:
    ///   - time: The time.
    ///   - surplus: How much at the beginning does not count as duration.
    ///   - isSureOfSound: Whether sound will come, so that the first picture need not wait for it.
    package func start(at time: ClockTime, surplus: ClockTime = .zero, isSureOfSound: Bool = false) {
        let beginning = Beginning(time: time, surplus: surplus, isSureOfSound: isSureOfSound)
        tap.withLock { $0.begin(beginning) }
        beginWatching()
    }

    func beginWatching() {
        queue.async { [self] in
            step(.start)
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100))
            timer.setEventHandler { [weak self] in self?.tick() }
            driver.withValue { $0.timer = timer }
            timer.resume()
        }
    }

    /// Ends the recording after the picture of this moment; asking again stops without waiting for it.
    public func stop() { stop(.stopped, error: nil) }

    /// Leaves out what comes from this moment on, until `resume`.
    ///
    /// The file stays open. Told by `.paused`.
    public func pause() { tap.withLock { $0.pause(at: clock()) } }

    /// Goes on after a pause, in the same file and without a gap in it.
    ///
    /// Told by `.resumed`.
    public func resume() { tap.withLock { $0.resume(at: clock()) } }

    /// Blocks until the recording wants no more pictures and no more sound.
    package func waitForInputEnd(until deadline: DispatchTime) { _ = inputEnd.wait(timeout: deadline) }

    private func leaveInput() {
        if !hasInputEnded.exchange(true, ordering: .relaxed) { inputEnd.leave() }
    }

    /// How much is recorded, without the pauses; any thread may ask.
    public var recorded: ClockTime { tap.withLock { $0.recorded } }

    func stop(_ reason: EndReason, error: CaptureError?) { end { $0.step(.stop(reason, error)) } }

    /// Tells that the camera failed or came to its end; what was recorded is saved.
    public func inputFailed(_ reason: EndReason, _ error: CaptureError?) {
        end { $0.step(error.map { .inputFailed(reason, $0) } ?? .stop(reason, nil)) }
    }

    /// Tells that the camera is gone and may come back: the recording bridges the gap if its plan says so, and ends
    /// otherwise.
    public func inputAway(_ reason: EndReason, _ error: CaptureError) {
        end { $0.step(.inputAway(reason, error)) }
    }

    /// Tells that pictures come, though they are not here yet.
    func inputDelayed() { handle(.init(picture: true)) }

    /// Tells that the camera took so many pictures that never came.
    public func inputLost(_ count: Int) { tap.withLock { $0.lost(count) } }

    /// Tells that a picture was left out before it came here, since the encoder is too slow.
    func inputDropped() { handle(tap.withLock { $0.dropped() }) }

    /// An element warned of something that has to do with pictures before they come here.
    func inputWarned(_ report: BusMessage.ElementReport) { beforeTheEnd { $0.warned(report) } }

    /// Nothing is told of a recording that is over.
    private func beforeTheEnd(_ body: @escaping @Sendable (Recorder) -> Void) {
        queue.async { [self] in if !isOver { body(self) } }
    }

    /// Up to where it saved its pictures, in the clock's time; nil when it saved none.
    package func savedEnd(of result: RecordingResult) -> ClockTime? {
        let (start, boundary) = tap.withLock { ($0.start, $0.boundary) }
        let saved = result.files.filter(\.isPlayable).reduce(ClockTime.zero) { $0 + $1.duration }
        guard let start, let boundary, saved > .zero else { return nil }
        // Not all that came could be written when the disk was full.
        return result.error == nil ? boundary : min(boundary, start + saved)
    }

    /// Takes a picture on any thread, and never blocks.
    public func push(video buffer: Buffer, caps: Caps) {
        handle(tap.withLock { $0.video(buffer, caps: caps) })
    }

    /// Takes a piece of sound in the plan's format on any thread, and never blocks.
    public func push(audio buffer: Buffer) {
        handle(tap.withLock { $0.audio(buffer) })
    }

    func handle(_ notice: RecordingTap.Notice) {
        if notice.inputEnded { leaveInput() }
        guard notice.picture || notice.opened != nil || notice.inputEnded || notice.paused || notice.resumed
        else { return }
        queue.async { [self] in
            if let withAudio = notice.opened { open(withAudio: withAudio) }
            if notice.picture { step(.picture) }
            if let gap = notice.gap { handler(.cameraBack(gap)) }
            if notice.firstDrop { warnOfDrops() }
            if notice.paused { handler(.paused) }
            if notice.resumed { handler(.resumed) }
            if notice.inputEnded { step(.inputEnded) }
        }
    }

    private func warnOfDrops() {
        let isDisk = driver.withValue { $0.pipeline?.waitsForDisk ?? false }
        handler(
            .warning(
                code: "frames-dropped",
                message: isDisk
                    ? "The disk takes less than \(plan.deviceName) gives and pictures are dropped. "
                        + "Choose a faster disk, or a lower bitrate."
                    : "The encoder is slower than \(plan.deviceName) and pictures are dropped. "
                        + "Choose a smaller size or rate, or a faster encoder."
            )
        )
    }

    // MARK: - The machine

    func step(_ event: RecordingStateMachine.Event) {
        let now = Gst.monotonicTime
        for action in driver.withValue({ $0.machine.handle(event, at: now) }) { perform(action) }
    }

    private func perform(_ action: RecordingStateMachine.Action) {
        Recorder.log.log(.debug, "\(firstPath): \(action)")
        switch action {
        case .endInput: endInput()
        case .resumeInput: takeBackEnd()
        case .cutInput: handle(tap.withLock { $0.cut() })
        case .bridge(let error):
            // Pictures may have come that this queue has not heard of yet, as after the computer slept.
            if error.code == .deviceStalled, tap.withLock({ [now = clock()] in $0.isFresh(at: now) }) {
                break
            }
            tap.withLock { $0.bridge() }
            handler(.cameraAway(error))
        case .tearDown: tearDown()
        case .complete(let reason, let error): complete(reason, error)
        }
    }

    private func tick() {
        openWhenTired()
        handle(tap.withLock { [now = clock()] in $0.fill(upTo: now) })
        let length = recorded
        driver.withValue { driver in
            driver.machine.length = length
            driver.machine.waitsForDisk = driver.pipeline?.waitsForDisk ?? false
        }
        step(.tick)
        let ticks = driver.withValue { driver in
            driver.ticks += 1
            return driver.machine.isDone ? 0 : driver.ticks
        }
        if ticks % 5 == 0, let path = driver.withValue({ $0.files.current }) {
            flusher.flush(path) { [self] number in
                beforeTheEnd { recorder in
                    let (reason, error) = FailureClassifier.lost(number, path: path)
                    recorder.step(.failed(reason, error))
                }
            }
            disk.look(at: path)
        }
        guard ticks > 0, ticks % 10 == 0 else { return }
        let progress = currentProgress()
        handler(.progress(progress))
        if let error = growthError(progress) { return step(.failed(.writeFailed, error)) }
        guard let free = progress.freeBytes, free < plan.limits.minimumFree else { return }
        step(
            .stop(
                .diskFull,
                CaptureError(
                    .diskFull,
                    "less than \(plan.limits.minimumFreeText) are free for \(progress.path); what was recorded is saved",
                    advice: "Free some space, or lower --min-free"
                )
            )
        )
    }

    // MARK: - The pipeline

    func published(_ event: Publisher.Event) {
        beforeTheEnd { recorder in
            switch event {
            case .lost(let message):
                recorder.handler(
                    .warning(
                        code: "publish-lost",
                        message:
                            "The server takes nothing (\(message)); the file goes on, and the server is tried again. "
                            + "Check its address and that it runs."
                    )
                )
            case .returned:
                recorder.handler(
                    .warning(code: "publish-returned", message: "The server takes the streams again.")
                )
            }
        }
    }

    /// Called on streaming threads.
    func received(_ message: BusMessage) {
        beforeTheEnd { recorder in
            switch message {
            case .endOfStream: recorder.step(.endOfStream)
            case .error(let report):
                let path = recorder.driver.withValue { $0.files.current } ?? recorder.firstPath
                let (reason, error) = FailureClassifier.recording(report, path: path)
                recorder.step(.failed(reason, error))
            case .element(let structure, _): recorder.splitterSaid(structure)
            case .warning(let report): recorder.warned(report)
            case .latency, .qualityOfService, .prepareWindowHandle: break
            }
        }
    }

    private func warned(_ report: BusMessage.ElementReport) {
        if report.factory == "videostab" {
            handler(.warning(code: "stabilization", message: "\(report.message)."))
        } else {
            Recorder.log.log(.warning, "\(report.element): \(report.message) \(report.debug)")
        }
    }

    private func splitterSaid(_ structure: CapsStructure) {
        guard case .string(let path)? = structure["location"] else { return }
        switch structure.name {
        case "splitmuxsink-fragment-opened": fileOpened(path)
        case "splitmuxsink-fragment-closed": fileClosed(path)
        default: break
        }
    }

    private func tearDown() {
        let pipeline = driver.withValue { $0.pipeline }
        tap.withLock { $0.detach() }
        leaveInput()
        // Going to NULL blocks while a write blocks, so it never happens on the session's queue.
        DispatchQueue(label: "gstcam.teardown").async { [self] in
            pipeline?.tearDown()
            queue.async { [self] in
                for path in driver.withValue({ $0.files.unclosed }) { fileClosed(path) }
                step(.tornDown)
            }
        }
    }
}
