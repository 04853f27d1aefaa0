import GStreamer

/// Decides by time stamps alone which pictures and which samples belong to a recording, and at what time.
///
/// Pure: no GStreamer objects, no clock. All streams start at one common time, which becomes zero; sound is cut to
/// the sample. Sound that lags behind the pictures is replaced by silence, so a dead microphone never holds the file.
struct RecordingGate<Sound> {
    struct Settings {
        var frameDuration: ClockTime
        var audio: AudioFormat?
        var duration: ClockTime?
        /// How long the first picture waits for the first sound; then the recording begins with it, without sound.
        var audioPatience = ClockTime.milliseconds(1500)
        /// How far sound may lag behind the pictures before silence takes its place.
        var silenceAfter = ClockTime.milliseconds(1000)
        /// Differences up to this are jitter; a later stage evens them out.
        var audioTolerance = ClockTime.milliseconds(20)
        /// Holes in the sound above this are silence of ours; a later stage fills the smaller ones.
        var audioHole = ClockTime.milliseconds(100)
    }

    enum Output {
        /// The recording begins; whether it has sound.
        case opened(withAudio: Bool)
        /// The picture belongs to the recording, at this time.
        case video(at: ClockTime)
        /// A part of a piece of sound belongs to the recording, at this time.
        case sound(Sound, skip: Int, count: Int, at: ClockTime)
        /// Samples of silence.
        case silence(count: Int, at: ClockTime)
        /// A picture had to be left out because its time stamp makes no sense.
        case videoDropped
        case videoEnded
        case soundEnded
        /// The recording pauses behind the last picture.
        case paused
        /// The next picture goes on behind the one before the pause.
        case resumed

        var isVideo: Bool { if case .video = self { true } else { false } }
        var isLate: Bool { if case .videoDropped = self { true } else { false } }
    }

    private let settings: Settings
    private var requestedAt: ClockTime?
    /// Whether the duration counts from the request: another recording has what comes before the first picture.
    private var isContinuation = false
    /// How long the recording may be, from its first picture on.
    private var limit: ClockTime?
    /// What comes before the recording's proper beginning, and does not count.
    private var surplus = ClockTime.zero
    /// The first picture that the recording could begin with, if only there was sound.
    private var firstPictureAt: ClockTime?
    private var hasGivenUpSound = false
    /// Whether there is sound for certain, though none has come yet.
    private var isSureOfSound = false
    private(set) var start: ClockTime?
    private var end: ClockTime?
    /// Whether the end waits for a picture that a file can begin with.
    private var endsAtSync = false
    private var lastPicture: ClockTime?
    /// Where the pictures end, once it is known; where the next recording's would begin.
    private var pictureEnd: ClockTime?
    private var pending: [(sound: Sound, skip: Int, at: ClockTime, count: Int)] = []
    /// Sound behind an end that was asked for: part of the recording if the last picture reaches into it.
    private var beyond: [(sound: Sound, skip: Int, at: ClockTime, count: Int)] = []
    private var soundPosition = 0
    private var videoDone = false
    private var pictureTimes = LeapFilter()
    private var soundTimes = LeapFilter()
    private var soundDone: Bool

    /// - Parameters:
    ///   - settings: The streams and their limits.
    ///   - requestedAt: Nothing before this time belongs to the recording; nil until `begin(_:)` says so.
    init(settings: Settings, requestedAt: ClockTime?) {
        self.settings = settings
        self.requestedAt = requestedAt
        soundDone = settings.audio == nil
    }

    /// Says where the recording begins; the first call counts.
    mutating func begin(_ beginning: Beginning) {
        guard requestedAt == nil else { return }
        requestedAt = beginning.time
        isSureOfSound = beginning.isSureOfSound && settings.audio != nil
        isContinuation = beginning.continues
        surplus = beginning.surplus
    }

    var isOpen: Bool { start != nil && !videoDone }

    /// Whether pictures have come and only the sound is missing.
    var isWaitingForSound: Bool { start == nil && firstPictureAt != nil }

    /// Whether a picture of this time has waited for sound for too long.
    func isTired(at time: ClockTime) -> Bool {
        guard isWaitingForSound, let firstPictureAt, pictureTimes.wouldAccept(time) else { return false }
        return time - firstPictureAt > settings.audioPatience
    }

    /// Whether a picture of an earlier time than this waits for sound.
    func waitsForSound(since time: ClockTime) -> Bool {
        isWaitingForSound && firstPictureAt.map { $0 < time } ?? false
    }

    /// No picture waits for sound any more: those that did can come once again.
    mutating func giveUpSound() { hasGivenUpSound = true }

    /// How much time the pictures so far take.
    var recorded: ClockTime { lastPicture.map { $0 + settings.frameDuration } ?? .zero }

    /// Where the last picture ends, in the time of the pictures that come in; nil before the first.
    var pictureBoundary: ClockTime? { start.map { $0 + recorded } }

    // MARK: - Pictures

    /// - Parameters:
    ///   - time: The picture's time.
    ///   - isSync: Whether a file can begin with it: true for raw pictures, and for the key frames of coded ones.
    /// - Returns: What to do.
    mutating func video(at time: ClockTime, isSync: Bool = true) -> [Output] {
        if videoDone { return endDeadSound(at: time) }
        guard let requestedAt, time >= requestedAt, pictureTimes.accepts(time) else {
            return start == nil ? [] : [.videoDropped]
        }
        var outputs: [Output] = []
        if start == nil {
            guard isSync, mayOpen(at: time) else { return [] }
            outputs += open(at: time)
        }
        guard let start else { return outputs }
        if let end, time >= end, isSync || !endsAtSync {
            // This picture would begin the next recording: the sound goes on up to it, so that nothing is missing
            // between the two.
            let next = time - start
            if next < recorded + settings.frameDuration, next + settings.frameDuration > recorded {
                pictureEnd = next
            }
            return outputs + endVideo()
        }
        var relative = time - start
        let least = ClockTime(nanoseconds: settings.frameDuration.nanoseconds / 4)
        if let last = lastPicture, relative < last + least {
            // A driver that lost frames may stamp two pictures alike, or nearer than a container's clock can tell:
            // keep both, in order. A bigger step back is no picture of this stretch of time.
            guard relative > last - settings.frameDuration else { return outputs + [.videoDropped] }
            relative = last + least
        }
        lastPicture = relative
        outputs.append(.video(at: relative))
        if endsAtSync { outputs += releaseSound() }
        outputs += fillSilence(behind: relative)
        // The next picture would be later than the end by half its length: this one is the last.
        if let duration = limit,
            relative.nanoseconds + settings.frameDuration.nanoseconds * 3 / 2 > duration.nanoseconds
        {
            outputs += endVideo()
        }
        return outputs
    }

    /// The pictures are complete, and later ones prove that the sound will not be: a dead microphone ends nothing.
    private mutating func endDeadSound(at time: ClockTime) -> [Output] {
        guard !soundDone, let start, time - start > recorded + settings.silenceAfter else { return [] }
        return forceEnd()
    }

    private mutating func mayOpen(at time: ClockTime) -> Bool {
        guard settings.audio != nil, !hasGivenUpSound, !isSureOfSound else { return true }
        if firstPictureAt == nil { firstPictureAt = time }
        // Another recording has the pictures before: none may be missing between the two.
        if isContinuation, !pending.isEmpty { return true }
        // Up to one picture's length of silence at the start is better than a picture lost.
        if let first = pending.first, first.at <= time + settings.frameDuration { return true }
        return isTired(at: time)
    }

    private mutating func open(at time: ClockTime) -> [Output] {
        start = time
        let passed = isContinuation ? requestedAt.map { time - $0 } ?? .zero : .zero
        limit = settings.duration.map { max(settings.frameDuration, $0 + surplus - passed) }
        if let limit { end = time + limit }
        let withAudio = isSureOfSound || !pending.isEmpty
        if !withAudio { soundDone = true }
        var outputs: [Output] = [.opened(withAudio: withAudio)]
        for piece in pending {
            outputs += clip(piece.sound, skip: piece.skip, at: piece.at, count: piece.count)
        }
        pending = []
        return outputs
    }

    private mutating func endVideo() -> [Output] {
        videoDone = true
        return [.videoEnded] + releaseSound() + endSoundIfComplete()
    }

    /// Looks anew at the sound that was behind the end.
    private mutating func releaseSound() -> [Output] {
        let waiting = beyond
        beyond = []
        return waiting.flatMap { clip($0.sound, skip: $0.skip, at: $0.at, count: $0.count) }
    }

    // MARK: - Sound

    /// - Parameters:
    ///   - sound: A piece of sound.
    ///   - offset: The first of its samples that counts.
    ///   - time: The time of that sample.
    ///   - count: How many samples count.
    /// - Returns: What to do.
    mutating func sound(_ sound: Sound, skip offset: Int = 0, at time: ClockTime, count: Int) -> [Output] {
        guard let audio = settings.audio, !soundDone, soundTimes.accepts(time) else { return [] }
        guard start != nil else {
            pending.append((sound, offset, time, count))
            while let first = pending.first, pending.count > 1,
                time - first.at > settings.audioPatience, audio.time(of: first.count) < settings.audioPatience
            {
                pending.removeFirst()
            }
            return []
        }
        return clip(sound, skip: offset, at: time, count: count)
    }

    private mutating func clip(_ sound: Sound, skip offset: Int, at time: ClockTime, count: Int) -> [Output] {
        guard let audio = settings.audio, let start, !soundDone else { return [] }
        let position = audio.samples(in: time - start)
        var skip = max(0, -position)
        let overlap = soundPosition - (position + skip)
        if overlap > audio.samples(in: settings.audioTolerance) { skip += overlap }
        guard skip < count else { return [] }
        let first = position + skip
        // Where the end lies within this piece is counted from the piece, as the next recording counts its beginning:
        // between samples both have to round alike, or one would be lost or doubled.
        let cut = soundEnd.map { audio.samples(in: $0 - time) } ?? Int.max
        // Sound that begins behind the end proves that nothing more comes before it.
        if skip >= cut, videoDone { return forceEnd() }
        var outputs: [Output] = []
        let taken = max(0, min(count, cut) - skip)
        if taken > 0 {
            // The first sound may come later than the first picture: the track still starts at zero.
            if soundPosition == 0 || first - soundPosition > audio.samples(in: settings.audioHole) {
                outputs += silence(upTo: first)
            }
            outputs.append(.sound(sound, skip: offset + skip, count: taken, at: audio.time(of: first)))
            soundPosition = first + taken
        }
        let rest = skip + taken
        if rest < count {
            if videoDone { return outputs + endSound() }
            beyond.append((sound, offset + rest, time + audio.time(of: rest), count - rest))
        }
        return outputs + endSoundIfComplete()
    }

    /// Where the sound ends, in the time of what comes in; known once the pictures ended or an end was set.
    private var soundEnd: ClockTime? {
        guard let start else { return end }
        if videoDone { return start + (pictureEnd ?? recorded) }
        // While the pictures go on to one that another file can begin with, the sound goes with them.
        return endsAtSync ? end.map { max($0, start + recorded) } : end
    }

    /// The number of samples that the track may have; known once the pictures ended or an end was set.
    private var soundLimit: Int? {
        guard let audio = settings.audio, let start else { return nil }
        return soundEnd.map { audio.samples(in: $0 - start) }
    }

    private mutating func fillSilence(behind time: ClockTime) -> [Output] {
        guard let audio = settings.audio, !soundDone,
            soundPosition < audio.samples(in: time - settings.silenceAfter)
        else { return [] }
        let half = ClockTime(nanoseconds: settings.silenceAfter.nanoseconds / 2)
        return silence(upTo: audio.samples(in: time - half))
    }

    private mutating func silence(upTo position: Int) -> [Output] {
        guard let audio = settings.audio, position > soundPosition else { return [] }
        let count = position - soundPosition
        defer { soundPosition = position }
        return [.silence(count: count, at: audio.time(of: soundPosition))]
    }

    private mutating func endSoundIfComplete() -> [Output] {
        guard !soundDone, videoDone, soundPosition >= soundLimit ?? 0 else { return [] }
        return endSound()
    }

    private mutating func endSound() -> [Output] {
        soundDone = true
        return [.soundEnded]
    }

    // MARK: - The end

    /// Nothing at or after this time belongs to the recording.
    /// - Parameters:
    ///   - time: The time.
    ///   - waitsForSync: Whether coded pictures go on to the next one that another file can begin with.
    /// - Returns: What to do.
    mutating func end(at time: ClockTime, waitsForSync: Bool = false) -> [Output] {
        guard start != nil else { return forceEnd() }
        endsAtSync = waitsForSync
        if let last = lastPicture, let start, start + last >= time, !videoDone, !waitsForSync {
            return endVideo()
        }
        end = min(end ?? time, time)
        return []
    }

    /// The recording goes on after all: no picture came that another one can begin with.
    /// - Returns: What to do.
    mutating func takeBackEnd() -> [Output] {
        guard let start, !videoDone else { return [] }
        endsAtSync = false
        end = limit.map { start + $0 }
        return releaseSound()
    }

    /// Ends both streams with what is there; sound is filled up with silence to the last picture.
    mutating func forceEnd() -> [Output] {
        var outputs: [Output] = []
        if !videoDone { outputs += endVideo() }
        if !soundDone {
            // A single sample is a matter of rounding.
            let limit = soundLimit ?? 0
            if limit > soundPosition + 1 { outputs += silence(upTo: limit) }
            outputs += endSound()
        }
        return outputs
    }
}
