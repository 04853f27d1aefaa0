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
    /// How long it took, from the first to the last of what is missing.
    public internal(set) var duration: ClockTime
}

/// What is missing from a recording, in order; bounded, whatever goes wrong for however long.
struct Losses {
    /// What is missing within this time of each other is told as one.
    private static let together = ClockTime.milliseconds(1000)
    /// Behind this many only the sums go on.
    private static let most = 1000

    private(set) var all: [Loss] = []
    /// Where the newest file begins: nothing is joined across that.
    private var mark = 0

    mutating func add(_ cause: Loss.Cause, at time: ClockTime, frames: Int, duration: ClockTime) {
        if let index = all[mark...].lastIndex(where: { $0.cause == cause }) {
            let last = all[index]
            if time - (last.start + last.duration) < Losses.together || all.count >= Losses.most {
                all[index].frames += frames
                all[index].duration =
                    all.count >= Losses.most
                    ? last.duration + duration : max(last.duration, time + duration - last.start)
                return
            }
        }
        all.append(Loss(cause: cause, start: time, frames: frames, duration: duration))
    }

    /// Begins with a new file.
    mutating func beginFile() { mark = all.count }
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
