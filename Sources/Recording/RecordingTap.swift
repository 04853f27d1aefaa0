import GStreamer

/// What stands between the capture pipeline and a recording's own pipeline.
///
/// The gate, and the buffers that wait for the pipeline to be built; used under a lock by the streaming threads.
struct RecordingTap {
    private enum Outgoing {
        case video(Buffer)
        case audio(Buffer)
        case videoEnd
        case audioEnd
    }

    private var gate: PausableGate<Buffer>
    private let audio: AudioFormat?
    private let frameDuration: ClockTime
    private let isCoded: Bool
    private var patience: Patience
    private var pipeline: RecordingPipeline?
    private var outbox: [Outgoing] = []
    private var waitingPictures = 0
    private var held = HeldPictures()
    /// What was missing while pictures waited for sound; it is told if they get into the recording.
    private var missed: [(cause: Loss.Cause, count: Int)] = []
    /// Whether the recording has sound; nil until it opens.
    private(set) var openedWithAudio: Bool?
    /// The format of the pictures as they come, and as they go on.
    private var newestCaps: Caps?
    private var caps: Caps?
    private var capsSent = false
    /// Whether the recording is over; what still arrives is nobody's.
    private var isDetached = false
    private var ended: (video: Bool, audio: Bool) = (false, false)

    /// Coded pictures behind a dropped one cannot be decoded; the next key frame can.
    private var needsSync = false
    private(set) var frames = 0
    private(set) var losses = Losses()
    private let bridges: Bool
    /// The last picture and its time, to stand for a camera that is away.
    private var newest: (picture: Buffer, time: ClockTime)?
    /// Where the camera's pictures ended, while it is away.
    private var gapStart: ClockTime?
    /// How many pictures were told as missing since the last one.
    private var told = 0
    /// How many were told as a gap, and where it ended: the camera's count of them follows a few pictures later.
    private var lastGap: (frames: Int, end: ClockTime) = (0, .zero)
    private var peak: Double?

    init(plan: RecordingPlan) {
        audio = plan.audio
        frameDuration = plan.frameDuration
        isCoded = plan.fragments.videoEncoder == nil
        patience = Patience(preRoll: plan.preRoll, frameDuration: plan.frameDuration)
        bridges = plan.canBridge
        gate = PausableGate(
            settings: .init(
                frameDuration: plan.frameDuration,
                audio: plan.audio,
                duration: plan.limits.duration
            ),
            requestedAt: nil
        )
    }

    /// Says where the recording begins; the first call counts.
    mutating func begin(_ beginning: Beginning) { gate.begin(beginning) }

    mutating func pause(at time: ClockTime) { gate.pause(at: time) }

    mutating func resume(at time: ClockTime) { gate.resume(at: time) }

    var recorded: ClockTime { gate.recorded }

    /// Where the last picture ends, in the time of what comes in; nil before the first.
    var boundary: ClockTime? { gate.pictureBoundary }

    /// The time of the first picture; nil before it.
    var start: ClockTime? { gate.start }

    mutating func video(_ buffer: Buffer, caps newCaps: Caps) -> Notice {
        guard !isDetached else { return Notice() }
        var notice = Notice(picture: true)
        guard let time = buffer.presentation else {
            lose(.time)
            return notice
        }
        take(newCaps)
        let isSync = buffer.isSyncPoint
        if isSync { needsSync = false }
        if gate.isOpen, needsSync || isBacklogged {
            // The gate still sees the time, so that limits hold; only a picture of the recording's is one that is dropped.
            let outputs = gate.video(at: time, isSync: isSync)
            if outputs.contains(where: \.isVideo) {
                notice.firstDrop = losses.all.droppedFrames == 0
                lose(.encoder)
                needsSync = isCoded
            }
            perform(outputs, picture: nil, &notice)
            return notice
        }
        if gate.isTired(at: time) { openWithoutSound(&notice) }
        let before = gate.isOpen && !gate.isPaused ? gate.recorded : nil
        let outputs = gate.video(at: time, isSync: isSync)
        // One that the driver kept from before the camera was away: a still one stands at its time already.
        if gapStart != nil, outputs.contains(where: \.isLate) { return notice }
        perform(outputs, picture: buffer, &notice)
        if let gapStart {
            self.gapStart = nil
            let gap = max(.zero, gate.recorded - frameDuration - gapStart)
            note(gap: gap, since: gapStart)
            notice.gap = gap
        } else if let before, outputs.contains(where: \.isVideo) {
            noteHole(since: before)
        }
        if bridges, !outputs.contains(where: \.isLate) { newest = (buffer, time) }
        if gate.start == nil {
            let removed = held.append(buffer, keepsAll: gate.isWaitingForSound)
            if removed > 0 { missed.append((.encoder, removed)) }
        } else {
            held.removeAll()
        }
        return notice
    }

    /// Takes a format, but for the rate, which stays the first one.
    ///
    /// An encoder that hears of another begins anew, which not every file can hold; the pictures' times say all.
    private mutating func take(_ newCaps: Caps) {
        guard newestCaps.map({ !$0.isEqual(to: newCaps) }) ?? true else { return }
        newestCaps = newCaps
        let next = isCoded ? newCaps : caps.map { newCaps.taking("framerate", from: $0) } ?? newCaps
        guard caps.map({ !$0.isEqual(to: next) }) ?? true else { return }
        caps = next
        capsSent = false
    }

    mutating func audio(_ buffer: Buffer) -> Notice {
        var notice = Notice()
        guard !isDetached, let audio, let time = buffer.presentation else { return notice }
        if let loudest = buffer.withBytes({ loudness(of: $0) }) ?? nil {
            peak = max(peak ?? loudest, loudest)
        }
        perform(gate.sound(buffer, at: time, count: buffer.size / audio.bytesPerFrame), picture: nil, &notice)
        if !gate.isOpen, !ended.video { openWithHeldPictures(&notice) }
        return notice
    }

    /// Pictures from before this time begin the recording now if only the sound is missing.
    mutating func openWithoutSound(since time: ClockTime) -> Notice {
        var notice = Notice()
        if gate.waitsForSound(since: time), !isDetached { openWithoutSound(&notice) }
        return notice
    }

    /// Whether pictures wait for sound; true as well when their times are wrong.
    var waitsForSound: Bool { gate.isWaitingForSound }

    private mutating func openWithoutSound(_ notice: inout Notice) {
        gate.giveUpSound()
        openWithHeldPictures(&notice)
    }

    private mutating func openWithHeldPictures(_ notice: inout Notice) {
        for picture in held.pictures {
            guard let time = picture.presentation else { continue }
            perform(gate.video(at: time, isSync: picture.isSyncPoint), picture: picture, &notice)
        }
        guard let start = gate.start else { return }
        if start == held.pictures.first?.presentation {
            for (cause, count) in missed { lose(cause, count) }
        }
        missed = []
        patience.add(held, frameDuration: frameDuration)
        held.removeAll()
    }

    /// - Parameters:
    ///   - time: Nothing from this time on belongs to the recording.
    ///   - isFollowed: Whether another recording begins there, which coded pictures let begin at a key frame only.
    /// - Returns: What happened.
    mutating func end(at time: ClockTime, isFollowed: Bool = false) -> Notice {
        var notice = Notice()
        perform(gate.end(at: time, waitsForSync: isFollowed && isCoded), picture: nil, &notice)
        return notice
    }

    /// The recording goes on after all.
    mutating func takeBackEnd() -> Notice {
        var notice = Notice()
        perform(gate.takeBackEnd(), picture: nil, &notice)
        return notice
    }

    mutating func cut() -> Notice {
        var notice = Notice()
        perform(gate.forceEnd(), picture: nil, &notice)
        return notice
    }

    /// Hands over what waited; from now on buffers go straight through.
    mutating func attach(_ pipeline: RecordingPipeline) {
        self.pipeline = pipeline
        let waiting = outbox
        outbox = []
        waitingPictures = 0
        for item in waiting { send(item) }
    }

    mutating func detach() {
        pipeline = nil
        outbox = []
        held.removeAll()
        newest = nil
        isDetached = true
    }

    // MARK: - What is missing

    /// The camera took pictures that never came.
    mutating func lost(_ count: Int) {
        if gate.isWaitingForSound { missed.append((.camera, count)) }
        guard gate.isOpen, !gate.isPaused, gapStart == nil else { return }
        let isNear = gate.recorded - lastGap.end < .milliseconds(1000)
        let untold = isNear ? count - lastGap.frames : count
        lastGap.frames = max(0, -untold)
        if untold > 0 { lose(.camera, untold) }
    }

    /// A picture was left out before it came here, since the encoder is too slow.
    mutating func dropped() -> Notice {
        if gate.isWaitingForSound { missed.append((.encoder, 1)) }
        // While the camera is away it is part of the gap, which goes on to the first picture behind it.
        guard gate.isOpen, !gate.isPaused, gapStart == nil else { return Notice() }
        defer { lose(.encoder) }
        return Notice(picture: true, firstDrop: losses.all.droppedFrames == 0)
    }

    /// A file begins now; what is missing from the one before it.
    mutating func beginFile() -> [Loss] { losses.beginFile() }

    private mutating func lose(_ cause: Loss.Cause, _ count: Int = 1) {
        told += count
        let duration = ClockTime(nanoseconds: frameDuration.nanoseconds * Int64(count))
        losses.add(cause, at: gate.recorded, frames: count, duration: duration)
    }

    private mutating func note(gap: ClockTime, since start: ClockTime) {
        let frames = (Double(gap.nanoseconds) / Double(frameDuration.nanoseconds)).rounded()
        losses.add(.gap, at: start, frames: Int(max(0, frames)), duration: gap)
        lastGap = (Int(max(0, frames)), start + gap)
    }

    /// Whatever the reason, for so long without a picture the last one stands still: the computer may have slept.
    private mutating func noteHole(since end: ClockTime) {
        defer { told = 0 }
        let hole = gate.recorded - frameDuration - end
        let frames = hole.nanoseconds / frameDuration.nanoseconds
        guard hole > RecordingStateMachine.Deadlines().stall, frames > 2, told < frames / 2 else { return }
        note(gap: hole, since: end)
    }

    /// Less than this at a beginning or an end is no fault of the microphone's.
    private static let usualSilence = ClockTime.milliseconds(100)

    private mutating func noteSilence(count: Int, at time: ClockTime) {
        guard let duration = audio?.time(of: count), duration > RecordingTap.usualSilence else { return }
        losses.add(.silence, at: time, frames: 0, duration: duration)
    }

    // MARK: - A camera that is away

    /// How often the last picture is repeated, so that the sound gets into the file.
    private static let stillInterval = ClockTime.milliseconds(200)

    /// Whether a picture came within the last second.
    func isFresh(at time: ClockTime) -> Bool { newest.map { time - $0.time < .milliseconds(1000) } ?? false }

    /// From now on the last picture stands for the camera, until the next one comes.
    mutating func bridge() {
        guard bridges, gate.isOpen, gapStart == nil, let last = newest else { return }
        gapStart = gate.recorded
        // A copy, since the driver wants its memory back before it opens the camera again.
        newest = last.picture.copied().map { ($0, last.time) }
    }

    /// Repeats the last picture up to this time, while the camera is away.
    mutating func fill(upTo time: ClockTime) -> Notice {
        var notice = Notice()
        // The still pictures reached the end: nobody else tells the sound that nothing more comes.
        if !isDetached, ended.video, !ended.audio {
            perform(gate.video(at: time), picture: nil, &notice)
        }
        while gapStart != nil, let last = newest, time - last.time >= RecordingTap.stillInterval,
            !isBacklogged
        {
            let next = last.time + RecordingTap.stillInterval
            newest = (last.picture, next)
            perform(gate.video(at: next), picture: last.picture, &notice)
        }
        return notice
    }

    /// The loudest sound since the last call, in decibels below full scale; nil for digital silence.
    mutating func takePeak() -> Double? {
        defer { peak = nil }
        return peak
    }

    // MARK: - Doing what the gate says

    private var isBacklogged: Bool {
        guard let pipeline else { return waitingPictures >= patience.pictures }
        return pipeline.video.queuedTime > patience.time || pipeline.video.queuedBytes > patience.bytes
    }

    private mutating func perform(
        _ outputs: [RecordingGate<Buffer>.Output],
        picture: Buffer?,
        _ notice: inout Notice
    ) {
        for output in outputs {
            switch output {
            case .opened(let withAudio):
                notice.opened = withAudio
                openedWithAudio = withAudio
                if !withAudio { ended.audio = true }
            case .video(let time):
                guard let buffer = picture?.retimed(presentation: time, duration: frameDuration) else {
                    continue
                }
                frames += 1
                send(.video(buffer))
            case .videoDropped: lose(.time)
            case .sound(let sound, let skip, let count, let time):
                guard let audio,
                    let part = sound.part(
                        offset: skip * audio.bytesPerFrame,
                        size: count * audio.bytesPerFrame,
                        presentation: time,
                        duration: audio.time(of: count)
                    )
                else { continue }
                send(.audio(part))
            case .silence(let count, let time):
                sendSilence(count: count, at: time)
                noteSilence(count: count, at: time)
            case .videoEnded:
                ended.video = true
                if let gapStart { note(gap: gate.recorded - gapStart, since: gapStart) }
                gapStart = nil
                newest = nil
                send(.videoEnd)
            case .soundEnded:
                ended.audio = true
                send(.audioEnd)
            case .paused: notice.paused = true
            case .resumed: notice.resumed = true
            }
        }
        if ended.video, ended.audio || audio == nil, !outputs.isEmpty { notice.inputEnded = true }
    }

    private mutating func sendSilence(count: Int, at time: ClockTime) {
        guard let audio else { return }
        // Shared: after a night in which the computer slept it is hours of silence.
        let length = min(audio.rate, count)
        let second = Buffer(bytes: [UInt8](repeating: 0, count: length * audio.bytesPerFrame))
        for sent in stride(from: 0, to: count, by: length) {
            let part = min(length, count - sent)
            let buffer = second?.part(
                offset: 0,
                size: part * audio.bytesPerFrame,
                presentation: time + audio.time(of: sent),
                duration: audio.time(of: part)
            )
            if let buffer { send(.audio(buffer)) }
        }
    }

    private mutating func send(_ item: Outgoing) {
        guard let pipeline else {
            if case .video = item { waitingPictures += 1 }
            outbox.append(item)
            return
        }
        switch item {
        case .video(let buffer):
            if !capsSent, let caps {
                pipeline.video.setCaps(caps)
                capsSent = true
            }
            pipeline.video.push(buffer)
        case .audio(let buffer): pipeline.audio?.push(buffer)
        case .videoEnd: pipeline.video.endOfStream()
        case .audioEnd: pipeline.audio?.endOfStream()
        }
    }
}
