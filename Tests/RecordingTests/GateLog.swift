import GStreamer

@testable import Recording

/// A gate and everything that came out of it, in a form that can be compared.
struct GateLog {
    static let frame = ClockTime(nanoseconds: 33_333_333)
    static let format = AudioFormat(rate: 48_000, channels: 2)
    /// Ten milliseconds, which is what most sound cards deliver at once.
    static let piece = 480

    /// One piece of sound that came out: its number, the part of it, and the sample it stands at.
    struct Part: Equatable {
        var sound: Int
        var skip: Int
        var count: Int
        var position: Int
    }

    var gate: PausableGate<Int>
    var opened: [Bool] = []
    var pictures: [ClockTime] = []
    var parts: [Part] = []
    var silence: [(count: Int, position: Int)] = []
    var dropped = 0
    var pauses = 0
    var resumes = 0
    var videoEnds = 0
    var soundEnds = 0
    /// Outputs that came after the pictures had ended.
    var picturesAfterEnd = 0
    var soundsAfterEnd = 0

    init(audio: AudioFormat? = nil, duration: ClockTime? = nil, requestedAt: ClockTime? = .zero) {
        gate = PausableGate(
            settings: .init(frameDuration: GateLog.frame, audio: audio, duration: duration),
            requestedAt: requestedAt
        )
    }

    mutating func video(_ milliseconds: Double) { take(gate.video(at: .seconds(milliseconds / 1000))) }

    mutating func video(at time: ClockTime) { take(gate.video(at: time)) }

    mutating func sound(_ number: Int, _ milliseconds: Double, count: Int = GateLog.piece) {
        take(gate.sound(number, at: .seconds(milliseconds / 1000), count: count))
    }

    mutating func end(_ milliseconds: Double) { take(gate.end(at: .seconds(milliseconds / 1000))) }

    mutating func pause(_ milliseconds: Double) { gate.pause(at: .seconds(milliseconds / 1000)) }

    mutating func resume(_ milliseconds: Double) { gate.resume(at: .seconds(milliseconds / 1000)) }

    mutating func forceEnd() { take(gate.forceEnd()) }

    /// Samples that the track has so far, sound and silence together.
    var samples: Int { parts.map(\.count).reduce(0, +) + silence.map(\.count).reduce(0, +) }

    /// Whether sound and silence follow each other without a gap or an overlap, from zero.
    var isSeamless: Bool {
        let pieces = parts.map { ($0.position, $0.count) } + silence.map { ($0.position, $0.count) }
        var position = 0
        for (start, count) in pieces.sorted(by: { $0.0 < $1.0 }) {
            guard start == position else { return false }
            position += count
        }
        return true
    }

    private mutating func take(_ outputs: [PausableGate<Int>.Output]) {
        for output in outputs {
            switch output {
            case .opened(let withAudio): opened.append(withAudio)
            case .video(let time):
                pictures.append(time)
                if videoEnds > 0 { picturesAfterEnd += 1 }
            case .videoDropped:
                dropped += 1
                if videoEnds > 0 { picturesAfterEnd += 1 }
            case .sound(let sound, let skip, let count, let time):
                parts.append(
                    Part(sound: sound, skip: skip, count: count, position: GateLog.format.samples(in: time))
                )
                if soundEnds > 0 { soundsAfterEnd += 1 }
            case .silence(let count, let time):
                silence.append((count, GateLog.format.samples(in: time)))
                if soundEnds > 0 { soundsAfterEnd += 1 }
            case .paused: pauses += 1
            case .resumed: resumes += 1
            case .videoEnded: videoEnds += 1
            case .soundEnded: soundEnds += 1
            }
        }
    }
}
