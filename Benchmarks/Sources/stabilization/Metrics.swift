import Foundation

/// How steady a film is, against the path that was meant.
struct Metrics {
    /// Root mean square of what shakes faster than 1 Hz, in output pixels, over five points of the picture.
    var jitter = 0.0
    /// The same above 3 Hz.
    var fastJitter = 0.0
    /// Root mean square of the second difference of the path, in pixels per frame².
    var acceleration = 0.0
    /// How far the middle is at most from where it was meant to be, without the shake.
    var lag = 0.0
    /// After a movement that was meant: the largest distance of the middle from its place, and the seconds until it
    /// stays within 8 pixels of it.
    var afterStop: (distance: Double, seconds: Double)?
    /// The share of frames whose correction had to be cut; nil when the method does not tell.
    var clampedShare: Double?
    /// The scale of the output: how much of the picture is left, in one direction.
    var kept = 1.0
    /// The share of pixels of the worst frame that come from outside the input.
    var outside = 0.0
    /// Largest correction: pixels and degrees.
    var correction = (pixels: 0.0, degrees: 0.0)

    static let points = points(width: Scene.width, height: Scene.height)

    /// The middle, and four points 35 % of the size away from it.
    static func points(width: Int, height: Int) -> [SIMD2<Double>] {
        let (x, y) = (0.35 * Double(width), 0.35 * Double(height))
        return [SIMD2(0, 0), SIMD2(-x, -y), SIMD2(x, -y), SIMD2(-x, y), SIMD2(x, y)]
    }

    /// - Parameters:
    ///   - scene: The film.
    ///   - windows: From points of the output to points of the input, for each frame.
    ///   - clamped: For each frame, whether its correction was cut.
    init(_ scene: Scene, windows: [Pose], clamped: [Bool]?) {
        let zoom = exp(windows.map(\.logScale).reduce(0, +) / Double(max(1, windows.count)))
        let frames = windows.indices
        let poses = frames.map { scene.path.pose(at: Scene.time(of: $0)) }
        let intended = frames.map { scene.path.intended(Scene.time(of: $0)) }
        var (power, fastPower, acceleration) = (0.0, 0.0, 0.0)
        // Filters are not settled at the ends.
        let inner = 15..<max(16, windows.count - 15)
        for (number, point) in Metrics.points.enumerated() {
            let shown = frames.map { poses[$0](windows[$0](point)) }
            let meant = frames.map { intended[$0](point * zoom) }
            for axis in 0..<2 {
                let residual = frames.map {
                    (shown[$0][axis] - meant[$0][axis]) / zoom / exp(intended[$0].logScale)
                }
                let highPass = HighPass(cutoff: 1, rate: Scene.rate)
                let slow = highPass.low(residual)
                power += meanSquare(inner.map { residual[$0] - slow[$0] })
                let fast = HighPass(cutoff: 3, rate: Scene.rate)(residual)
                fastPower += meanSquare(inner.map { fast[$0] })
                let path = frames.map { shown[$0][axis] / zoom / exp(intended[$0].logScale) }
                acceleration += meanSquare(inner.map { path[$0 + 1] - 2 * path[$0] + path[$0 - 1] })
                if number == 0, axis == 0 {
                    lag = inner.map { abs(slow[$0]) }.max() ?? 0
                    afterStop = Metrics.afterStop(scene, slow)
                }
            }
        }
        let count = Double(Metrics.points.count)
        jitter = (power / count).squareRoot()
        fastJitter = (fastPower / count).squareRoot()
        self.acceleration = (acceleration / count).squareRoot()
        if let clamped { clampedShare = Double(clamped.count { $0 }) / Double(max(1, clamped.count)) }
        kept = zoom
        outside =
            windows.map { Metrics.outsideShare($0, width: Scene.width, height: Scene.height) }.max() ?? 0
        correction = (
            windows.map { hypot($0.x, $0.y) }.max() ?? 0,
            windows.map { abs($0.angle) * 180 / .pi }.max() ?? 0
        )
    }

    /// What the middle of the picture shows, for each frame.
    static func middlePath(_ scene: Scene, windows: [Pose]) -> [SIMD2<Double>] {
        windows.indices.map { frame in
            scene.path.pose(at: Scene.time(of: frame))(windows[frame](SIMD2(0, 0)))
        }
    }

    /// What the middle of the picture was meant to show, for each frame.
    static func truePath(_ scene: Scene) -> [SIMD2<Double>] {
        (0..<Scene.frames).map { scene.path.intended(Scene.time(of: $0))(SIMD2(0, 0)) }
    }

    private static func afterStop(_ scene: Scene, _ slow: [Double]) -> (distance: Double, seconds: Double)? {
        guard let stop = scene.stop else { return nil }
        let after = slow.indices.filter { Scene.time(of: $0) >= stop && $0 < slow.count - 15 }
        let last = after.last { abs(slow[$0]) >= 8 }
        return (after.map { abs(slow[$0]) }.max() ?? 0, last.map { Scene.time(of: $0 + 1) - stop } ?? 0)
    }

    /// The share of output pixels that come from outside the input, counted on every eighth pixel and at the edges.
    static func outsideShare(_ window: Pose, width: Int, height: Int) -> Double {
        let (right, bottom) = (Double(width - 1) / 2, Double(height - 1) / 2)
        var (outside, count) = (0, 0)
        for y in stride(from: -bottom, through: bottom, by: bottom / 45) {
            for x in stride(from: -right, through: right, by: right / 80) {
                let at = window(SIMD2(x, y))
                count += 1
                if abs(at.x) > right + 1e-6 || abs(at.y) > bottom + 1e-6 { outside += 1 }
            }
        }
        return Double(outside) / Double(count)
    }

}

/// The mean of the squares.
func meanSquare(_ values: [Double]) -> Double {
    values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))
}

/// How exactly the motion between frames was measured.
struct MotionAccuracy {
    /// Distance from the truth in pixels, mean over five points.
    var mean = 0.0
    /// What 95 % of frames are below.
    var percentile95 = 0.0
    var worst = 0.0

    /// - Parameters:
    ///   - scene: The film.
    ///   - motions: For each frame, from a point of the frame before to this one; the first is not looked at.
    init(_ scene: Scene, motions: [Pose]) {
        var errors: [Double] = []
        for frame in 1..<max(1, motions.count) {
            let before = scene.path.pose(at: Scene.time(of: frame - 1))
            let now = scene.path.pose(at: Scene.time(of: frame))
            let truth = now.inverse * before
            let distances = Metrics.points.map { point in
                let difference = truth(point) - motions[frame](point)
                return hypot(difference.x, difference.y)
            }
            errors.append(distances.reduce(0, +) / Double(distances.count))
        }
        guard !errors.isEmpty else { return }
        errors.sort()
        mean = errors.reduce(0, +) / Double(errors.count)
        percentile95 = errors[errors.count * 95 / 100]
        worst = errors[errors.count - 1]
    }
}
