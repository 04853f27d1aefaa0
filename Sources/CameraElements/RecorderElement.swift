internal import CGStreamer
internal import Dispatch
internal import GStreamer
internal import Recording
internal import Synchronization

/// `gstcamrecorder`: records what comes to its pads, with the recorder that the command and the sessions use.
///
/// A bin of one line of elements for each pad; each recording is a pipeline of its own beside it, so that the pipeline
/// around the bin never sees a recording's errors. `RecorderElement+Recording.swift` starts and ends recordings.
final class RecorderElement: ElementImplementation {
    /// Whether a recording is to begin with the next picture.
    enum Wish {
        /// If there is a location.
        case automatic
        case wanted
        case unwanted
    }

    struct State {
        var settings = RecorderSettings()
        var wish = Wish.automatic
        /// What a pipeline that plays for the first time, or again, begins with.
        var firstWish = Wish.automatic
        var lines: [RecorderLine.Kind: RecorderLine] = [:]
        /// The streams as they come; nil before the first buffer.
        var pictures: PictureStream?
        var sound: AudioFormat?
        /// A recording that begins within a piece of sound needs that piece.
        var newestSound: [Buffer] = []
        /// How many recordings are being prepared, which need all sound from here on.
        var preparing = 0
        /// How often a stop was asked for; what was wished for before the newest one is not wanted any more.
        var stops = 0
        /// Whether the streams are being stopped: what is wished for now begins when they are back.
        var isStopping = false
        /// The recordings that are not over, and the one among them that was not asked to end.
        var recorders: [Recorder] = []
        var current: Recorder?
        /// The recordings that are not over and get nothing more, for what comes now has other times.
        var flushed: [Recorder] = []
        /// How many recordings and words of the element's are not told yet.
        var holds = 0
        /// Ends of streams that the pipeline hears of when the files are complete.
        var heldMessages: [ObjectAddress<GstMessage>] = []
        var statistics = RecorderStatistics()

        var isRecording: Bool { current != nil || wish == .wanted }

        /// Whether no more pictures come.
        var hasEnded: Bool { lines[.video]?.hasEnded == true }

        var begins: Bool {
            current == nil && !isStopping
                && (wish == .wanted || wish == .automatic && settings.location != nil)
        }

        var isPreparing: Bool { preparing > 0 }

        /// Has a recording prepared; the number of stops so far tells whether one comes before it is ready.
        mutating func prepare() -> Int {
            wish = .unwanted
            preparing += 1
            return stops
        }

        /// Whether a picture that comes now is likely to get into a recording.
        var keepsPictures: Bool { !recorders.isEmpty || isPreparing || begins }

        mutating func keep(_ piece: Buffer) {
            newestSound.append(piece)
            guard !isPreparing, let newest = piece.presentation else { return }
            newestSound.removeAll { ($0.presentation ?? .zero) + RecorderElement.keptSound < newest }
        }
    }

    private static let keptSound = ClockTime.milliseconds(200)
    /// A stop takes ten seconds at most, whatever is stuck.
    private static let longestEnd = DispatchTimeInterval.seconds(12)

    let element: ElementAddress
    let state = Mutex(State())
    /// The queue of the recordings' work and events.
    let queue = DispatchQueue(label: "gstcamrecorder")
    /// Recordings begin one after the other, here.
    let starting = DispatchQueue(label: "gstcamrecorder.start")
    let planner: QueueConfined<RecorderPlanner>
    /// Entered once for each recording, left when it has told its end; and for whatever else is to be told.
    let open = DispatchGroup()
    /// Raised when the format of the sound becomes known.
    let soundKnown = DispatchSemaphore(value: 0)
    let soundClock = Mutex<SoundClock?>(nil)
    private let isOnQueue = DispatchSpecificKey<Bool>()

    init(element: ElementAddress) {
        self.element = element
        planner = QueueConfined(RecorderPlanner(), on: starting)
        queue.setSpecific(key: isOnQueue, value: true)
    }

    // MARK: - Properties and actions

    func setProperty(_ name: String, to value: PropertyContent) {
        if name == "recording", case .boolean(let records) = value {
            if records {
                start()
            } else {
                state.withLock { $0.firstWish = .unwanted }
                stop()
            }
        } else {
            state.withLock { $0.settings[name] = value }
        }
    }

    func property(_ name: String) -> PropertyContent {
        state.withLock { state in
            switch name {
            case "recording": .boolean(state.isRecording)
            case "stats": state.statistics.content(isRecording: state.isRecording)
            default: state.settings[name] ?? .none
            }
        }
    }

    func perform(action: String, arguments: [PropertyContent]) -> PropertyContent {
        switch action {
        case "start": .boolean(start())
        case "stop": .boolean(stop())
        case "split-now": .boolean(split())
        default: .none
        }
    }

    // MARK: - Pads

    func requestPad(
        from template: UnsafeMutablePointer<GstPadTemplate>,
        name: String?,
        caps: UnsafePointer<GstCaps>?
    ) -> UnsafeMutablePointer<GstPad>? {
        let kind =
            String(cString: template.pointee.name_template).hasPrefix("audio")
            ? RecorderLine.Kind.audio : .video
        // A file has one stream of either kind; and what sink_%u gives is a pad for pictures like any other.
        guard state.withLock({ $0.lines[kind] == nil }),
            let template = element.padTemplate("\(kind.rawValue)_%u")
        else { return nil }
        let line = RecorderLine(
            kind: kind,
            of: element,
            template: template,
            // Who asks by the template alone may give its name for the pad's.
            name: name.flatMap { $0.contains("%") ? nil : $0 } ?? "\(kind.rawValue)_0",
            isKept: { [weak self] in self?.state.withLock { $0.keepsPictures } ?? false },
            sample: { [weak self] buffer, caps in
                if kind == .video {
                    self?.received(picture: buffer, caps: caps)
                } else {
                    self?.received(sound: buffer, caps: caps)
                }
            },
            ended: { [weak self] in self?.ended(kind) },
            flushed: { [weak self] in self?.flushed(kind) }
        )
        state.withLock { $0.lines[kind] = line }
        return line?.pad.pointer
    }

    func releasePad(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let line = state.withLock({ $0.lines.values.first { $0.pad == PadAddress(pad) } }) else {
            return
        }
        ended(line.kind)
        line.remove(from: element)
        state.withLock { state in
            state.lines[line.kind] = nil
            if line.kind == .video {
                state.pictures = nil
                state.stops += 1
            } else {
                state.sound = nil
            }
        }
    }

    // MARK: - States and messages

    func changeState(
        _ transition: GstStateChange,
        parent: (GstStateChange) -> GstStateChangeReturn
    ) -> GstStateChangeReturn {
        // Before the lines stop, so that a stopped pipeline has complete files.
        if transition == GST_STATE_CHANGE_PAUSED_TO_READY { finishAll() }
        let result = parent(transition)
        if transition == GST_STATE_CHANGE_PAUSED_TO_READY { forgetStreams() }
        return result
    }

    /// Ends every recording with the pictures there are, and waits for it; not on the recordings' own queue.
    private func finishAll() {
        state.withLock { $0.isStopping = true }
        stop()
        // The second time: no more pictures come, so none is waited for.
        onQueue(state.withLock { $0.recorders }) { $0.stop() }
        guard DispatchQueue.getSpecific(key: isOnQueue) == nil else { return }
        _ = open.wait(timeout: .now() + RecorderElement.longestEnd)
    }

    private func forgetStreams() {
        let held = state.withLock { state in
            for kind in state.lines.keys { state.lines[kind]?.hasEnded = false }
            state.pictures = nil
            state.sound = nil
            state.newestSound = []
            state.isStopping = false
            if state.wish != .wanted { state.wish = state.firstWish }
            defer { state.heldMessages = [] }
            return state.heldMessages
        }
        for message in held { gst_message_unref(message.pointer) }
    }

    /// Keeps the element, and the ends of streams from the pipeline, until something is told.
    func hold() {
        g_object_ref(element.pointer)
        open.enter()
        state.withLock { $0.holds += 1 }
    }

    func letGo() {
        state.withLock { $0.holds -= 1 }
        releaseMessages()
        g_object_unref(element.pointer)
        open.leave()
    }

    func handleMessage(
        _ message: UnsafeMutablePointer<GstMessage>,
        parent: (UnsafeMutablePointer<GstMessage>) -> Void
    ) {
        switch message.pointee.type {
        case GST_MESSAGE_EOS:
            let isHeld = state.withLock { state in
                guard state.holds > 0 else { return false }
                state.heldMessages.append(ObjectAddress(message))
                return true
            }
            if !isHeld { parent(message) }
        case GST_MESSAGE_ERROR:
            // The pipeline around has nothing to do with what fails in here.
            failed(message)
            gst_message_unref(message)
        default: parent(message)
        }
    }

    /// Lets the pipeline hear of the streams' ends.
    private func releaseMessages() {
        let held = state.withLock { state in
            guard state.holds == 0 else { return [ObjectAddress<GstMessage>]() }
            defer { state.heldMessages = [] }
            return state.heldMessages
        }
        for message in held {
            gst_element_post_message(
                UnsafeMutableRawPointer(message.pointer.pointee.src).assumingMemoryBound(to: GstElement.self),
                message.pointer
            )
        }
    }
}
