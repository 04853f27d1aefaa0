import Foundation

/// Where a camera looks: a point of its picture, from the middle, to a point of the world.
struct Pose {
    var x = 0.0
    var y = 0.0
    /// Radians.
    var angle = 0.0
    var logScale = 0.0

    static func + (a: Pose, b: Pose) -> Pose {
        Pose(x: a.x + b.x, y: a.y + b.y, angle: a.angle + b.angle, logScale: a.logScale + b.logScale)
    }

    func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> {
        let (a, b) = (exp(logScale) * cos(angle), exp(logScale) * sin(angle))
        return SIMD2(a * point.x - b * point.y + x, b * point.x + a * point.y + y)
    }

    var inverse: Pose {
        let turned = Pose(angle: -angle, logScale: -logScale)
        let origin = turned(SIMD2(-x, -y))
        return Pose(x: origin.x, y: origin.y, angle: -angle, logScale: -logScale)
    }

    /// First `right`, then `left`.
    static func * (left: Pose, right: Pose) -> Pose {
        let origin = left(SIMD2(right.x, right.y))
        return Pose(
            x: origin.x,
            y: origin.y,
            angle: left.angle + right.angle,
            logScale: left.logScale + right.logScale
        )
    }
}
