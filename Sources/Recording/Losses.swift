public import GStreamer

/// Something that is missing from a recording: what, since when, how much.
public struct Loss: Sendable, Hashable {
    /// Whose fault it is.
    public enum Cause: String, Sendable, Hashable {
        /// The camera took pictures that the computer never got.
        case camera
        /// The encoder or the disk could not keep up, and pictures were left out.
        case encoder
        /// A picture had a time that makes no sense.
        case time
        /// The camera was away; the last picture stands still in the file.
        case gap
        /// The microphone gave nothing; silence is in its place.
        case silence
    }

    /// The cause.
    public let cause: Cause
    /// When it began, counted from the recording's beginning.
    public let start: ClockTime
    /// How many pictures are missing; zero for sound.
    public internal(set) var frames: Int
    /// How long it took: of pictures from the first to the last that is missing, of gaps and silence all together.
    public internal(set) var duration: ClockTime
    /// Where the last of it ended.
    var end: ClockTime

    init(cause: Cause, start: ClockTime, frames: Int, duration: ClockTime) {
        self.cause = cause
        self.start = start
        self.frames = frames
        self.duration = duration
        end = start + duration
    }
}

/// What is missing from a recording, in order; bounded, whatever goes wrong for however long and in however many files.
struct Losses {
    /// What is missing within this time of each other is told as one.
    private static let together = ClockTime.milliseconds(1000)
    /// Behind this many in a file only the sums go on.
    private static let most = 1000

    /// What is missing from the newest file.
    private(set) var current: [Loss] = []
    /// What is missing from the files before it: one sum for each cause.
    private var past: [Loss] = []
    private var hasFile = false

    /// What is missing so far; of the files before the newest one sum for each cause.
    var all: [Loss] { past + current }

    mutating func add(_ cause: Loss.Cause, at time: ClockTime, frames: Int, duration: ClockTime) {
        if let index = current.lastIndex(where: { $0.cause == cause }) {
            let last = current[index]
            let isFull = current.count >= Losses.most
            if time - last.end < Losses.together || isFull {
                let isSum = isFull || cause == .silence || cause == .gap
                current[index].frames += frames
                current[index].end = max(last.end, time + duration)
                current[index].duration =
                    isSum ? last.duration + duration : max(last.duration, time + duration - last.start)
                return
            }
        }
        current.append(Loss(cause: cause, start: time, frames: frames, duration: duration))
    }

    /// Begins with a new file.
    ///
    /// What is missing before the first one is there belongs to it.
    /// - Returns: What is missing from the file before it.
    mutating func beginFile() -> [Loss] {
        guard hasFile else {
            hasFile = true
            return []
        }
        defer { current = [] }
        for loss in current {
            if let index = past.firstIndex(where: { $0.cause == loss.cause }) {
                past[index].frames += loss.frames
                past[index].duration = past[index].duration + loss.duration
            } else {
                past.append(loss)
            }
        }
        return current
    }
}

extension [Loss] {
    /// Pictures that came and were left out.
    public var droppedFrames: Int { frames(of: [.encoder, .time]) }

    /// Pictures that never came.
    public var lostFrames: Int { frames(of: [.camera, .gap]) }

    /// How long the camera was away.
    public var gapTime: ClockTime { time(of: .gap) }

    /// How long silence stands for the microphone.
    public var silenceTime: ClockTime { time(of: .silence) }

    private func frames(of causes: Set<Loss.Cause>) -> Int {
        reduce(0) { causes.contains($1.cause) ? $0 + $1.frames : $0 }
    }

    private func time(of cause: Loss.Cause) -> ClockTime {
        reduce(.zero) { $1.cause == cause ? $0 + $1.duration : $0 }
    }
}
