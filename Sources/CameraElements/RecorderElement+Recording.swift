internal import CGStreamer
internal import Dispatch
internal import GStreamer
internal import Recording
internal import Synchronization

// How recordings begin, what they are fed with, and what they tell.
extension RecorderElement {
    /// How long a recording waits to hear which sound comes, before it takes stereo.
    private static let longestSilence = DispatchTimeInterval.seconds(1)

    // MARK: - Beginning and ending

    /// Begins a recording, in the place of the one that runs; with the next picture, or at the first one.
    /// - Returns: Whether the recording could begin, or will with the first picture.
    @discardableResult
    func start() -> Bool {
        let stops = state.withLock { state -> Int? in
            // What cannot begin any more is refused at once.
            guard state.isStopping || state.pictures == nil && !state.hasEnded else { return state.prepare() }
            state.wish = .wanted
            return nil
        }
        return stops.map { begin(at: nil, isSplit: false, since: $0) } ?? true
    }

    /// Ends the recording behind the picture of this moment; false when there is none.
    @discardableResult
    func stop() -> Bool {
        let (recorder, waited, isPrepared) = state.withLock { state in
            defer {
                state.wish = .unwanted
                state.current = nil
                state.stops += 1
            }
            return (state.current, state.current == nil && state.wish == .wanted, state.isPreparing)
        }
        // What is being prepared sees that it was stopped.
        soundKnown.signal()
        if let recorder {
            onQueue([recorder]) { $0.stop() }
            tellRecording()
        }
        if waited { refused(RecorderElement.stoppedError, reason: .stopped) }
        return recorder != nil || waited || isPrepared
    }

    private static let stoppedError = CaptureError(
        .nothingRecorded,
        "the recording was stopped before the first picture came"
    )

    /// Goes on in another file; false when nothing is recorded.
    func split() -> Bool {
        let stops = state.withLock { $0.current == nil ? nil : $0.prepare() }
        return stops.map { begin(at: nil, isSplit: true, since: $0) } ?? false
    }

    /// Does something with recordings behind their start, which may still wait for the queue.
    func onQueue(_ recorders: [Recorder], _ body: @escaping @Sendable (Recorder) -> Void) {
        queue.async { for recorder in recorders { body(recorder) } }
    }

    /// - Parameters:
    ///   - time: When the recording begins; nil for now, in the place of one that runs.
    ///   - isSplit: Whether the file gets a number of its own.
    ///   - stops: How many stops there had been when `prepare` was called; the next one is meant for this recording.
    /// - Returns: Whether it began; if not, that is told.
    private func begin(at time: ClockTime?, isSplit: Bool, since stops: Int) -> Bool {
        hold()
        defer { letGo() }
        let refusal = starting.sync { () -> (error: CaptureError, reason: EndReason)? in
            defer { state.withLock { $0.preparing -= 1 } }
            do throws(CaptureError) {
                try begin(state.withLock { $0.settings }, at: time, isSplit: isSplit, since: stops)
                return nil
            } catch {
                return (error, state.withLock { $0.stops } == stops ? .failed : .stopped)
            }
        }
        if let refusal { refused(refusal.error, reason: refusal.reason) } else { tellRecording() }
        return refusal == nil
    }

    private func begin(_ settings: RecorderSettings, at time: ClockTime?, isSplit: Bool, since stops: Int)
        throws(CaptureError)
    {
        try checkWanted(since: stops)
        let audio = soundFormat(since: stops)
        guard let pictures = state.withLock({ $0.pictures }) else {
            throw CaptureError(
                .usage,
                "the pictures that come to gstcamrecorder have no size",
                advice: "Link a video source to its pad video_0"
            )
        }
        let planned = try planner.withValue { planner -> Result<PlannedRecording, CaptureError> in
            do throws(CaptureError) {
                return .success(try planner.plan(settings, pictures: pictures, audio: audio))
            } catch { return .failure(error) }
        }.get()
        // Preparing it may have taken a second.
        try checkWanted(since: stops)
        var plan = planned.plan
        plan.naming = FileNaming(
            pattern: settings.location ?? "",
            severalFiles: isSplit || settings.segmentTime > 0
        )
        let recorder = try Recorder(
            plan: plan,
            queue: queue,
            clock: { [weak self] in self?.runningTime ?? .zero },
            handler: RecorderElement.untilTheEnd(on: queue) { [self] event in
                received(event, pictures: pictures, planned: planned)
            }
        )
        // A recording has the element until its end, for it tells it by the element.
        hold()
        let (previous, isLate) = state.withLock { state in
            for piece in state.newestSound { recorder.push(audio: piece) }
            state.recorders.append(recorder)
            guard state.stops == stops, !state.hasEnded else { return (nil as Recorder?, true) }
            defer { state.current = recorder }
            return (state.current, false)
        }
        if let previous {
            recorder.start(replacing: previous)
        } else if let time {
            recorder.start(at: time)
        } else {
            // Behind the stop of the one before, so that no picture is in both.
            queue.async { recorder.start() }
        }
        if isLate { onQueue([recorder]) { $0.stop() } }
    }

    /// - Throws: Why what was wished for cannot begin any more.
    private func checkWanted(since stops: Int) throws(CaptureError) {
        let (isStopped, hasEnded) = state.withLock { ($0.stops != stops, $0.hasEnded) }
        if isStopped { throw RecorderElement.stoppedError }
        guard hasEnded else { return }
        throw CaptureError(
            .nothingRecorded,
            "the stream of pictures has ended",
            advice: "Let the pipeline play again from its beginning, or seek"
        )
    }

    /// The format of the sound, which from now on stays as it is; nil where none is linked.
    private func soundFormat(since stops: Int) -> AudioFormat? {
        guard let line = state.withLock({ $0.lines[.audio] }), !line.hasEnded,
            gst_pad_is_linked(line.pad.pointer) != 0
        else { return nil }
        let deadline = DispatchTime.now() + RecorderElement.longestSilence
        while state.withLock({ $0.sound == nil && $0.stops == stops }),
            soundKnown.wait(timeout: deadline) == .success
        {}
        let format = state.withLock { $0.sound } ?? AudioFormat(rate: RecordingSource.audioRate, channels: 2)
        line.fix(format.caps, in: element)
        return format
    }

    private var runningTime: ClockTime {
        ClockTime(nanoseconds: Int64(exactly: gst_element_get_current_running_time(element.pointer)) ?? 0)
    }

    // MARK: - What comes, on streaming threads

    func received(picture: Buffer, caps: Caps) {
        let stops = state.withLock { state in
            state.pictures = PictureStream(caps)
            // After a seek, say.
            if state.hasEnded { state.lines[.video]?.hasEnded = false }
            return state.begins ? state.prepare() : nil
        }
        if let stops { _ = begin(at: picture.presentation ?? .zero, isSplit: false, since: stops) }
        for recorder in state.withLock({ $0.recorders }) { recorder.push(video: picture, caps: caps) }
    }

    func received(sound: Buffer, caps: Caps) {
        guard let format = AudioFormat(caps) else { return }
        let isNew = state.withLock { state in
            state.lines[.audio]?.hasEnded = false
            defer { state.sound = format }
            return state.sound != format
        }
        // The sound is kept on the clock that the pictures' times come from, as in a session.
        let piece = soundClock.withLock { clock in
            if isNew { clock = SoundClock(format) }
            return clock?.take(sound)
        }
        if isNew { soundKnown.signal() }
        guard let piece else { return }
        let recorders = state.withLock { state in
            state.keep(piece)
            return state.recorders
        }
        for recorder in recorders { recorder.push(audio: piece) }
    }

    func ended(_ kind: RecorderLine.Kind) {
        let (recorders, isLast, waited) = state.withLock { state in
            state.lines[kind]?.hasEnded = true
            let waited = kind == .video && state.wish == .wanted
            if waited { state.wish = .unwanted }
            return (state.recorders, state.lines.values.allSatisfy(\.hasEnded), waited)
        }
        if kind == .video { onQueue(recorders) { $0.inputFailed(.sourceEnded, nil) } }
        // Nothing more comes, so nothing is waited for.
        if isLast { onQueue(recorders) { $0.stop() } }
        if waited {
            refused(
                CaptureError(.nothingRecorded, "the stream ended before the first picture came"),
                reason: .sourceEnded
            )
        }
    }

    /// What is on its way is thrown away, and the running time begins anew: what was recorded is saved.
    func flushed(_ kind: RecorderLine.Kind) {
        let (recorders, wasRecording) = state.withLock { state in
            state.lines[kind]?.hasEnded = false
            state.newestSound = []
            guard kind == .video else {
                // The sound gets a new clock.
                state.sound = nil
                return ([Recorder](), false)
            }
            defer {
                state.flushed += state.recorders
                state.recorders = []
                state.current = nil
            }
            return (state.recorders, state.current != nil)
        }
        onQueue(recorders) { recorder in
            recorder.inputFailed(.sourceEnded, nil)
            // The second time: nothing more comes, so nothing is waited for.
            recorder.stop()
        }
        if wasRecording { tellRecording() }
    }

    /// An element of a line failed.
    func failed(_ message: UnsafeMutablePointer<GstMessage>) {
        var report: UnsafeMutablePointer<GError>?
        gst_message_parse_error(message, &report, nil)
        defer { g_clear_error(&report) }
        let words = report?.pointee.message.map { String(cString: $0) } ?? "no reason was given"
        let recorders = state.withLock { $0.recorders }
        let error = CaptureError(
            .internalFailure,
            "what comes to gstcamrecorder cannot be taken in: \(words)"
        )
        onQueue(recorders) { $0.inputFailed(.failed, error) }
        post(RecorderReport.warning(code: "input-failed", message: error.description))
    }

    // MARK: - What recordings tell

    /// Hands a recording's events on up to its end, with which the element is let go.
    static func untilTheEnd(on queue: DispatchQueue, _ handler: @escaping @Sendable (RecordingEvent) -> Void)
        -> @Sendable (RecordingEvent) -> Void
    {
        let hasEnded = QueueConfined(false, on: queue)
        return { event in
            guard !hasEnded.withValue({ $0 }) else { return }
            if case .finished = event { hasEnded.withValue { $0 = true } }
            handler(event)
        }
    }

    private func received(_ event: RecordingEvent, pictures: PictureStream, planned: PlannedRecording) {
        state.withLock { $0.statistics.received(event) }
        switch event {
        case .started(let path, let withAudio, _):
            tell(
                "recording-started",
                RecorderReport.started(path: path, withAudio: withAudio, pictures: pictures, planned: planned)
            )
        case .warning(let code, let message): post(RecorderReport.warning(code: code, message: message))
        case .fileFinished(let report): tell("recording-finished", RecorderReport.finished(report))
        case .finished(let result): ended(with: result)
        case .fileOpened, .paused, .resumed, .progress, .cameraAway, .cameraBack: break
        }
    }

    private func ended(with result: RecordingResult) {
        if result.files.isEmpty { tellFailure(result.error, reason: result.reason) }
        let wasCurrent = state.withLock { state in
            state.recorders.removeAll { $0.isOver }
            state.flushed.removeAll { $0.isOver }
            guard state.current?.isOver == true else { return false }
            state.current = nil
            return true
        }
        if wasCurrent { element.notify("recording") }
        letGo()
    }

    /// A recording that did not come about ends too, so that every start has one end.
    private func refused(_ error: CaptureError, reason: EndReason) {
        tellLater { [self] in
            state.withLock { $0.statistics.refused() }
            tellFailure(error, reason: reason)
            element.notify("recording")
        }
    }

    private func tellRecording() { tellLater { [self] in element.notify("recording") } }

    /// Tells something on the recordings' queue, where those who listen may start and stop as they like.
    private func tellLater(_ body: @escaping @Sendable () -> Void) {
        hold()
        queue.async { [self] in
            body()
            letGo()
        }
    }

    private func tellFailure(_ error: CaptureError?, reason: EndReason) {
        let path = state.withLock { $0.settings.location } ?? ""
        tell("recording-finished", RecorderReport.failed(path: path, reason: reason, error: error))
    }

    private func tell(_ signal: String, _ content: PropertyContent) {
        post(content)
        element.emit(signal, content)
    }

    private func post(_ content: PropertyContent) {
        let object = element.cast(to: GstObject.self)
        gst_element_post_message(element.pointer, gst_message_new_element(object, content.makeStructure()))
    }
}

extension AudioFormat {
    /// The format that caps of raw sound mean.
    fileprivate init?(_ caps: Caps) {
        guard let structure = caps.structures.first, case .integer(let rate)? = structure["rate"],
            case .integer(let channels)? = structure["channels"]
        else { return nil }
        self.init(rate: Int(rate), channels: Int(channels))
    }
}
