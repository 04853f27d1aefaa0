internal import Glibc

/// Finds the one move, turn and zoom that most of the picture follows, among points of which many may lie.
///
/// First by trial (MSAC: pairs of points propose, all points vote with a bounded error), then by least squares with
/// Tukey's weights. Points vote with the trust their part of the picture has earned as background, so that a large
/// thing that enters the picture does not take over.
struct CameraMotionFit {
    /// A point in two pictures, in samples of the first level from its middle.
    struct Pair {
        var px: Double
        var py: Double
        var qx: Double
        var qy: Double
        /// Trust: 0...1.
        var weight: Double
    }

    struct Result {
        var motion: Similarity
        /// For each pair, whether it follows the motion.
        var follows: [Bool]
    }

    private static let trials = 150
    /// How far a point may be off and still count, in samples.
    private static let tolerance = 0.5
    private static let scales = 0.9...1.1
    private var random = Xorshift(seed: 0x9E37_79B9_7F4A_7C15)

    /// The motion of the camera, or nil with fewer than two points.
    ///
    /// - Parameters:
    ///   - pairs: Points that were tracked.
    ///   - previous: The motion before; of two good candidates the one nearer to it wins.
    /// - Returns: The motion, and which points follow it.
    mutating func fit(_ pairs: [Pair], previous: Similarity) -> Result? {
        guard pairs.count >= 2 else { return nil }
        var best = (score: -1.0, motion: Similarity.identity)
        for trial in 0...CameraMotionFit.trials {
            // The first proposal is the motion before.
            guard let motion = trial == 0 ? previous : propose(pairs) else { continue }
            let score = score(motion, pairs) * closeness(motion, previous)
            if score > best.score { best = (score, motion) }
        }
        let motion = refine(best.motion, pairs)
        let limit = 4 * CameraMotionFit.tolerance * CameraMotionFit.tolerance
        return Result(motion: motion, follows: pairs.map { squaredError(motion, $0) < limit })
    }

    private mutating func propose(_ pairs: [Pair]) -> Similarity? {
        let first = pairs[random.next(below: pairs.count)]
        let second = pairs[random.next(below: pairs.count)]
        let (ux, uy) = (second.px - first.px, second.py - first.py)
        let (vx, vy) = (second.qx - first.qx, second.qy - first.qy)
        let square = ux * ux + uy * uy
        guard square > 100 else { return nil }
        let a = (ux * vx + uy * vy) / square
        let b = (ux * vy - uy * vx) / square
        guard CameraMotionFit.scales ~= (a * a + b * b).squareRoot() else { return nil }
        return Similarity(
            a: a,
            b: b,
            x: first.qx - (a * first.px - b * first.py),
            y: first.qy - (b * first.px + a * first.py)
        )
    }

    private func score(_ motion: Similarity, _ pairs: [Pair]) -> Double {
        let limit = CameraMotionFit.tolerance * CameraMotionFit.tolerance
        var sum = 0.0
        for pair in pairs {
            let error = squaredError(motion, pair)
            if error < limit { sum += pair.weight * (1 - error / limit) }
        }
        return sum
    }

    /// 1.4 for the motion before, 1 for one that is far from it.
    private func closeness(_ motion: Similarity, _ previous: Similarity) -> Double {
        let (dx, dy) = (motion.x - previous.x, motion.y - previous.y)
        return 1 + 0.4 * exp(-(dx * dx + dy * dy) / 18)
    }

    @inline(__always)
    private func squaredError(_ motion: Similarity, _ pair: Pair) -> Double {
        let (x, y) = motion(pair.px, pair.py)
        return (x - pair.qx) * (x - pair.qx) + (y - pair.qy) * (y - pair.qy)
    }

    /// Least squares, in which points count less the further they are off.
    private func refine(_ start: Similarity, _ pairs: [Pair]) -> Similarity {
        var motion = start
        for round in 0..<4 {
            let cut = CameraMotionFit.tolerance * (round == 0 ? 2 : 1.5)
            var (weight, px, py, qx, qy) = (0.0, 0.0, 0.0, 0.0, 0.0)
            let weights = pairs.map { pair in
                let ratio = squaredError(motion, pair) / (cut * cut)
                return ratio < 1 ? pair.weight * (1 - ratio) * (1 - ratio) : 0
            }
            for (pair, w) in zip(pairs, weights) where w > 0 {
                weight += w
                px += w * pair.px
                py += w * pair.py
                qx += w * pair.qx
                qy += w * pair.qy
            }
            guard weight > 1e-6 else { return motion }
            px /= weight
            py /= weight
            qx /= weight
            qy /= weight
            var (along, across, spread) = (0.0, 0.0, 0.0)
            for (pair, w) in zip(pairs, weights) where w > 0 {
                let (ux, uy) = (pair.px - px, pair.py - py)
                let (vx, vy) = (pair.qx - qx, pair.qy - qy)
                along += w * (ux * vx + uy * vy)
                across += w * (ux * vy - uy * vx)
                spread += w * (ux * ux + uy * uy)
            }
            guard spread > 1e-6 else { return motion }
            let (a, b) = (along / spread, across / spread)
            motion = Similarity(a: a, b: b, x: qx - (a * px - b * py), y: qy - (b * px + a * py))
        }
        return motion
    }
}
