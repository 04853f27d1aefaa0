import GStreamer

/// A gate that can be held shut for a while: what lies between a pause and its end is taken out of the time.
///
/// Pure, like the gate inside it. A pause takes effect between two pictures, and the sound is cut at the same two
/// moments to the sample, so pictures and sound move together and stay in step however often somebody pauses.
struct PausableGate<Sound> {
    typealias Output = RecordingGate<Sound>.Output

    /// A stretch of the capture's time that is not recorded.
    private struct Pause {
        let start: ClockTime
        /// Nil until the first picture after it.
        var end: ClockTime?
    }

    private enum Request {
        case none
        case pause(at: ClockTime)
        case resume(at: ClockTime)
    }

    /// Some samples of a piece of sound, and the time of the first of them.
    private struct Piece {
        let sound: Sound
        let skip: Int
        let time: ClockTime
        let count: Int

        func taking(_ number: Int) -> Piece {
            Piece(sound: sound, skip: skip, time: time, count: number)
        }

        func dropping(_ number: Int, _ audio: AudioFormat) -> Piece {
            Piece(
                sound: sound,
                skip: skip + number,
                time: time + audio.time(of: number),
                count: count - number
            )
        }
    }

    /// A picture that comes later than this after a resume is a fault of the driver's clock.
    private static var longestResume: ClockTime { .milliseconds(10_000) }
    /// Sound that waits for the first picture after a pause.
    private static var longestHeld: ClockTime { .milliseconds(1500) }

    private var gate: RecordingGate<Sound>
    private let settings: RecordingGate<Sound>.Settings
    private var request = Request.none
    private var pauses: [Pause] = []
    /// How much time the pauses that are over took together.
    private var removed = ClockTime.zero
    private var held: [Piece] = []
    private var isEnded = false

    init(settings: RecordingGate<Sound>.Settings, requestedAt: ClockTime?) {
        self.settings = settings
        gate = RecordingGate(settings: settings, requestedAt: requestedAt)
    }

    var isOpen: Bool { gate.isOpen }
    /// Whether pictures have come and only the sound is missing.
    var isWaitingForSound: Bool { gate.isWaitingForSound }
    var recorded: ClockTime { gate.recorded }
    var start: ClockTime? { gate.start }
    /// Where the last picture ends, in the time of the pictures that come in; nil before the first.
    var pictureBoundary: ClockTime? { gate.pictureBoundary.map { $0 + removed } }

    /// Says where the recording begins; the first call counts.
    mutating func begin(_ beginning: Beginning) { gate.begin(beginning) }

    /// Whether a picture of this time has waited for sound for too long.
    func isTired(at time: ClockTime) -> Bool { gate.isTired(at: time) }

    /// Whether a picture of an earlier time than this waits for sound.
    func waitsForSound(since time: ClockTime) -> Bool { gate.waitsForSound(since: time) }

    /// No picture waits for sound any more: those that did can come once again.
    mutating func giveUpSound() { gate.giveUpSound() }

    // MARK: - Requests

    /// Pictures from this time on are left out.
    ///
    /// A recording that has no picture yet takes one first.
    mutating func pause(at time: ClockTime) {
        switch request {
        case .none where !isPaused: request = .pause(at: time)
        case .resume: request = .none
        default: break
        }
    }

    /// Pictures from this time on belong to the recording again.
    mutating func resume(at time: ClockTime) {
        switch request {
        case .none where isPaused: request = .resume(at: time)
        case .pause: request = .none
        default: break
        }
    }

    var isPaused: Bool { pauses.last.map { $0.end == nil } ?? false }

    // MARK: - Streams

    /// - Parameters:
    ///   - time: The picture's time.
    ///   - isSync: Whether a file can begin with it.
    /// - Returns: What to do.
    mutating func video(at time: ClockTime, isSync: Bool = true) -> [Output] {
        var outputs: [Output] = []
        if case .pause(let start) = request, let end = gate.pictureBoundary, gate.isOpen, time >= start {
            request = .none
            pauses.append(Pause(start: end + removed))
            outputs += releaseHeld() + [.paused]
        }
        guard isPaused, let pause = pauses.last else {
            return outputs + gate.video(at: time - removed, isSync: isSync)
        }
        // An end that was asked for during a pause needs a picture to see that it is reached.
        if isEnded { return outputs + gate.video(at: pause.start - removed) }
        guard case .resume(let start) = request, isSync, time >= start,
            time - start < PausableGate.longestResume
        else {
            return outputs
        }
        request = .none
        let end = max(time, pause.start)
        pauses[pauses.count - 1].end = end
        outputs.append(.resumed)
        removed += end - pause.start
        return outputs + gate.video(at: end - removed) + releaseHeld()
    }

    mutating func sound(_ sound: Sound, at time: ClockTime, count: Int) -> [Output] {
        guard settings.audio != nil else { return [] }
        let outputs = isPaused ? [] : releaseHeld()
        return outputs + pass(Piece(sound: sound, skip: 0, time: time, count: count))
    }

    /// Lets the parts of the piece through that lie between the pauses.
    private mutating func pass(_ piece: Piece) -> [Output] {
        guard let audio = settings.audio else { return [] }
        // Where a pause begins is known with the first picture in it.
        if case .pause(let start) = request, gate.isOpen, piece.time + audio.time(of: piece.count) > start {
            hold(piece)
            return []
        }
        var outputs: [Output] = []
        var rest = piece
        var before = ClockTime.zero
        for pause in pauses {
            let first = min(rest.count, max(0, audio.samples(in: pause.start - rest.time)))
            outputs += pass(rest.taking(first), removing: before)
            rest = rest.dropping(first, audio)
            guard let resumed = pause.end else {
                if rest.count > 0 { hold(rest) }
                return outputs
            }
            rest = rest.dropping(min(rest.count, max(0, audio.samples(in: resumed - rest.time))), audio)
            before += resumed - pause.start
        }
        return outputs + pass(rest, removing: before)
    }

    private mutating func pass(_ piece: Piece, removing removed: ClockTime) -> [Output] {
        guard piece.count > 0 else { return [] }
        return gate.sound(piece.sound, skip: piece.skip, at: piece.time - removed, count: piece.count)
    }

    private mutating func hold(_ piece: Piece) {
        held.append(piece)
        // Only what a resume may still want.
        held.removeAll { piece.time - $0.time > PausableGate.longestHeld }
    }

    private mutating func releaseHeld() -> [Output] {
        let waiting = held
        held = []
        return waiting.flatMap { pass($0) }
    }

    // MARK: - The end

    /// Nothing at or after this time belongs to the recording.
    /// - Parameters:
    ///   - time: The time.
    ///   - waitsForSync: Whether coded pictures go on to the next one that another file can begin with.
    /// - Returns: What to do.
    mutating func end(at time: ClockTime, waitsForSync: Bool = false) -> [Output] {
        isEnded = true
        if case .pause = request { request = .none }
        guard isPaused, let pause = pauses.last else {
            return gate.end(at: time - removed, waitsForSync: waitsForSync)
        }
        return gate.end(at: pause.start - removed)
    }

    /// The recording goes on after all.
    mutating func takeBackEnd() -> [Output] {
        isEnded = false
        return gate.takeBackEnd()
    }

    /// Ends both streams with what is there; sound is filled up with silence to the last picture.
    mutating func forceEnd() -> [Output] {
        isEnded = true
        return gate.forceEnd()
    }
}
