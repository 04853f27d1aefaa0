import Foundation

/// How a camera moves: what the person meant, and the shake on top.
struct CameraPath: Sendable {
    /// What the person meant.
    var intended: @Sendable (Double) -> Pose = { _ in Pose() }
    /// The shake; nil for a tripod.
    var shake: Shake?
    /// Movement of a person who walks, which is not meant either.
    var gait: (@Sendable (Double) -> Pose)?

    func pose(at time: Double) -> Pose {
        var pose = intended(time)
        if let shake { pose = pose + shake.pose(at: time) }
        if let gait { pose = pose + gait(time) }
        return pose
    }

    /// A sideways move that speeds up, goes on and slows down; softly, so that speed is continuous.
    static func pan(speed: Double, start: Double, duration: Double, ramp: Double)
        -> @Sendable (Double) -> Pose
    {
        { time in
            // The path of a speed that rises and falls in straight lines.
            func travelled(_ t: Double) -> Double {
                let t = max(0, t)
                return t < ramp ? t * t / (2 * ramp) : t - ramp / 2
            }
            return Pose(x: speed * (travelled(time - start) - travelled(time - start - duration + ramp)))
        }
    }
}

/// The tremor of a hand: 60 sines from 1 to 14 Hz, of which the slow ones are the strong ones.
struct Shake: Sendable {
    private struct Wave {
        var frequency: Double
        var phase: Double
        var amplitude: Double
    }

    private let axes: [[Wave]]

    init(seed: UInt64, pixels: Double = 5, roll: Double = 0.3, zoom: Double = 0.0015) {
        var random = SeededRandom(seed: seed)
        axes = [pixels, pixels, roll * .pi / 180, zoom].map { deviation in
            var waves = (0..<60).map { index in
                let frequency = pow(14, (Double(index) + random.uniform()) / 60)
                return Wave(
                    frequency: frequency,
                    phase: random.uniform() * 2 * .pi,
                    amplitude: pow(frequency, -1.2)
                )
            }
            let power = waves.reduce(0) { $0 + $1.amplitude * $1.amplitude / 2 }
            for index in waves.indices { waves[index].amplitude *= deviation / power.squareRoot() }
            return waves
        }
    }

    func pose(at time: Double) -> Pose {
        let values = axes.map { waves in
            waves.reduce(0) { $0 + $1.amplitude * sin(2 * .pi * $1.frequency * time + $1.phase) }
        }
        return Pose(x: values[0], y: values[1], angle: values[2], logScale: values[3])
    }
}
