internal import CGStreamer
internal import Stabilization

/// The pictures and events between the element's two pads.
///
/// Nothing in here sends anything: what is due comes out of `next` step by step, for the pads' functions to send while
/// nothing is locked.
struct VideoStabStream {
    /// What is held back, in the order in which it came.
    private enum Held {
        /// Everything of a buffer but its pixels, which the stabilizer has.
        case picture(ObjectAddress<GstBuffer>)
        case event(ObjectAddress<GstEvent>)
    }

    /// What is due.
    enum Step: Sendable {
        case nothing
        case event(ObjectAddress<GstEvent>)
        /// A picture; and the mode that is right from now on, where its cost says so.
        case picture(ObjectAddress<GstBuffer>, FrameStatistics, cost: UInt64, StabilizationMode?)
        /// There is no buffer to write into.
        case failed(GstFlowReturn)
    }

    /// What became of a buffer.
    enum Taken: Sendable {
        /// It is for the caller to send on, as it is.
        case passed
        /// The picture is copied; the buffer is no longer needed.
        case held
        /// The memory cannot be read as a picture of the agreed format.
        case unreadable
    }

    /// What other settings mean for the stabilizer.
    enum Change: Sendable {
        case none
        /// It goes over to them while pictures pass.
        case ease
        /// It has to begin anew, after all that is held back is sent.
        case restart
    }

    /// The mode that is at work, and how long it holds pictures back.
    struct Work: Sendable {
        var mode: StabilizationMode
        var delay: VideoStabDelay

        static let none = Work(mode: .off, delay: .none)
    }

    /// A pause after which the camera's path starts anew, in nanoseconds; for slow streams five pictures.
    private static let pause: UInt64 = 500_000_000

    private(set) var format: VideoStabFormat?
    private var stabilizer: Stabilizer?
    /// The settings that the stabilizer was made for.
    private var applied: VideoStabSettings?
    private var automatic: AutomaticMode?
    private var pool: OutputPool?
    private var held: [Held] = []
    private var segment = GstSegment()
    private var lastTime: UInt64?
    private var pace = PicturePace(VideoStabFormat.usualDuration)
    /// Whether a picture of this format has been seen, so that a change of the crop would be seen as well.
    private var isPlaying = false
    /// Whether it goes over to the whole picture, to be switched off.
    private var isEnding = false
    /// Processor time that went into pictures since the last one came out.
    private var cost: UInt64 = 0

    init() { gst_segment_init(&segment, GST_FORMAT_TIME) }

    /// What these settings mean for the stabilizer that is at work.
    func change(for settings: VideoStabSettings) -> Change {
        guard format != nil else { return .none }
        if let stabilizer, isEnding, !stabilizer.isChanging { return .restart }
        let isRight = applied == settings && (isEnding || automatic.map { $0.mode == mode } ?? true)
        if isRight { return .none }
        return stabilizer == nil || applied == nil ? .restart : .ease
    }

    private var mode: StabilizationMode { stabilizer?.configuration.mode ?? .off }

    /// Whether these caps are the ones that are in use.
    func isFormat(_ caps: ObjectAddress<GstCaps>) -> Bool {
        format.map { gst_caps_is_equal($0.caps.pointer, caps.pointer) != 0 } ?? false
    }

    /// Takes a new format; false when it is no raw video.
    mutating func setFormat(_ caps: ObjectAddress<GstCaps>) -> Bool {
        guard let format = VideoStabFormat(caps.pointer) else { return false }
        (stabilizer, applied, automatic, pool, lastTime) = (nil, nil, nil, nil, nil)
        (isPlaying, isEnding) = (false, false)
        self.format = format
        pace = PicturePace(format.pictureDuration)
        return true
    }

    /// Makes the stabilizer that the settings ask for; nothing may be held back.
    mutating func start(_ settings: VideoStabSettings, isLive: Bool) -> Work {
        applied = settings
        stabilizer = nil
        lastTime = nil
        isEnding = false
        guard let format, let pixels = format.pixels else { return .none }
        let mode = chosenMode(settings, isLive: isLive)
        guard mode != .off else {
            pool = nil
            return .none
        }
        let wanted = Stabilizer.Configuration(
            format: pixels,
            width: format.width,
            height: format.height,
            mode: mode,
            lookAhead: settings.lookAhead < 0 ? nil : settings.lookAhead,
            crop: settings.crop,
            strength: settings.strength
        )
        let stabilizer = Stabilizer(wanted, startsUncropped: isPlaying)
        self.stabilizer = stabilizer
        return work(stabilizer)
    }

    /// Has the stabilizer go over to other settings while pictures pass.
    mutating func ease(_ settings: VideoStabSettings, isLive: Bool) -> Work {
        applied = settings
        guard let stabilizer else { return .none }
        let mode = chosenMode(settings, isLive: isLive)
        var wanted = stabilizer.configuration
        isEnding = mode == .off
        if isEnding {
            // What it holds back can only be sent on as the whole picture when the crop is gone.
            wanted.crop = 0
        } else {
            wanted.mode = mode
            wanted.lookAhead = settings.lookAhead < 0 ? mode.defaultLookAhead : settings.lookAhead
            (wanted.crop, wanted.strength) = (settings.crop, settings.strength)
        }
        stabilizer.change(to: wanted)
        return work(stabilizer)
    }

    private func work(_ stabilizer: Stabilizer) -> Work {
        Work(mode: stabilizer.configuration.mode, delay: delay)
    }

    /// How long pictures are held back, as they come now.
    var delay: VideoStabDelay {
        guard let stabilizer else { return .none }
        return VideoStabDelay(pictures: stabilizer.latency, pictureDuration: pace.duration)
    }

    private mutating func chosenMode(_ settings: VideoStabSettings, isLive: Bool) -> StabilizationMode {
        if settings.mode != .auto {
            automatic = nil
        } else if automatic == nil, let format {
            automatic = AutomaticMode(isLive: isLive, pictureDuration: format.pictureDuration)
        }
        return automatic?.mode ?? settings.mode.fixed ?? .off
    }

    /// Sets where the buffers for the pictures that come out are from; without any, the start is to be tried again.
    mutating func setPool(_ pool: OutputPool?) {
        self.pool = pool
        if pool == nil { applied = nil }
    }

    /// Lets the pool go, for another to be chosen.
    mutating func dropPool() { pool = nil }

    /// Takes the time base of the pictures that follow.
    mutating func setSegment(_ event: ObjectAddress<GstEvent>) {
        var new: UnsafePointer<GstSegment>?
        gst_event_parse_segment(event.pointer, &new)
        guard let new, new.pointee.format == GST_FORMAT_TIME else { return }
        if gst_segment_is_equal(&segment, new) == 0 { lastTime = nil }
        segment = new.pointee
    }

    /// Looks at a buffer and copies its picture.
    mutating func take(_ buffer: ObjectAddress<GstBuffer>) -> Taken {
        isPlaying = true
        guard let stabilizer, var info = format?.info else { return .passed }
        let start = ProcessorTime.now
        var frame = GstVideoFrame()
        guard gst_video_frame_map(&frame, &info, buffer.pointer, GST_MAP_READ) != 0 else {
            return .unreadable
        }
        defer { gst_video_frame_unmap(&frame) }
        let time = time(of: buffer.pointer)
        let isResynchronized = buffer.has(GST_BUFFER_FLAG_RESYNC)
        if lastTime == nil || isResynchronized { pace.interrupt() }
        pace.note(time)
        stabilizer.push(
            PicturePlanes(frame),
            time: time,
            isDiscontinuity: isBreak(time) || isResynchronized
        )
        lastTime = time
        if let shell = buffer.withoutPixels() { held.append(.picture(shell)) }
        cost += ProcessorTime.now - start
        return .held
    }

    private func time(of buffer: UnsafeMutablePointer<GstBuffer>) -> UInt64 {
        let stamp = buffer.pointee.pts
        guard stamp != UInt.max else { return (lastTime ?? 0) &+ (format?.pictureDuration ?? 0) }
        return runningTime(stamp)
    }

    private func runningTime(_ stamp: UInt) -> UInt64 {
        let time = withUnsafePointer(to: segment) { gst_segment_to_running_time($0, GST_FORMAT_TIME, stamp) }
        return UInt64(time == UInt.max ? stamp : time)
    }

    /// Whether a picture of this time does not go on where the last one was; a few lost pictures are no break.
    private func isBreak(_ time: UInt64) -> Bool {
        guard let lastTime else { return true }
        return time <= lastTime || time - lastTime > pauseLength
    }

    private var pauseLength: UInt64 { max(VideoStabStream.pause, 5 * pace.duration) }

    /// Whether a GAP event tells of a pause in which what is held back should not have to wait.
    func isPause(_ event: ObjectAddress<GstEvent>) -> Bool {
        var (stamp, duration) = (UInt.max, UInt.max)
        gst_event_parse_gap(event.pointer, &stamp, &duration)
        guard stamp != UInt.max else { return true }
        return isBreak(runningTime(duration == UInt.max ? stamp : stamp &+ duration))
    }

    /// Lines an event up behind what is held back.
    mutating func hold(_ event: ObjectAddress<GstEvent>) { held.append(.event(event)) }

    /// What is due now, made and taken out of the line.
    mutating func next() -> Step {
        switch held.first {
        case nil:
            return .nothing
        case .event(let event):
            held.removeFirst()
            return .event(event)
        case .picture(let shell):
            guard let stabilizer, stabilizer.isReady, let pool, var info = format?.info else {
                return .nothing
            }
            var buffer: UnsafeMutablePointer<GstBuffer>?
            let result = pool.acquire(into: &buffer)
            guard result == GST_FLOW_OK, let buffer else { return .failed(result) }
            let start = ProcessorTime.now
            var frame = GstVideoFrame()
            guard gst_video_frame_map(&frame, &info, buffer, GST_MAP_WRITE) != 0 else {
                gst_buffer_unref(buffer)
                return .failed(GST_FLOW_ERROR)
            }
            let statistics = stabilizer.pop(into: PicturePlanes(frame))
            gst_video_frame_unmap(&frame)
            ObjectAddress(buffer).takeOver(shell)
            held.removeFirst()
            cost += ProcessorTime.now - start
            defer { cost = 0 }
            let isSlow = automatic?.note(cost: cost) == true
            return .picture(ObjectAddress(buffer), statistics, cost: cost, isSlow ? automatic?.mode : nil)
        }
    }

    /// Makes all that is held back due.
    func drain() { stabilizer?.drain() }

    /// Drops what is held back, but for events that have to stay on the pad, and starts the path anew.
    mutating func flush(_ source: PadAddress) {
        for item in held {
            if case .event(let event) = item, event.staysWhenFlushed {
                gst_pad_store_sticky_event(source.pointer, event.pointer)
            }
        }
        dropHeld()
        stabilizer?.reset()
        lastTime = nil
    }

    /// Forgets the time base as well, as the end of a flush does.
    mutating func resetSegment() { gst_segment_init(&segment, GST_FORMAT_TIME) }

    /// Drops everything.
    mutating func clear() {
        dropHeld()
        self = VideoStabStream()
    }

    private mutating func dropHeld() {
        for item in held {
            switch item {
            case .picture(let shell): gst_buffer_unref(shell.pointer)
            case .event(let event): gst_event_unref(event.pointer)
            }
        }
        held.removeAll()
    }
}
