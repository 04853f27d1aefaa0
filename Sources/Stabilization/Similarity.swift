internal import Glibc

/// A move, turn and zoom of the plane: `p ↦ (a·px − b·py + x, b·px + a·py + y)`.
///
/// Positions are in pixels from the middle of the picture, `y` down.
struct Similarity: Hashable {
    /// Scale times cosine.
    var a = 1.0
    /// Scale times sine.
    var b = 0.0
    var x = 0.0
    var y = 0.0

    static let identity = Similarity()

    init() {}

    init(a: Double, b: Double, x: Double, y: Double) {
        self.a = a
        self.b = b
        self.x = x
        self.y = y
    }

    init(x: Double, y: Double, angle: Double, logScale: Double) {
        let scale = exp(logScale)
        self.init(a: scale * cos(angle), b: scale * sin(angle), x: x, y: y)
    }

    var angle: Double { atan2(b, a) }
    var scale: Double { (a * a + b * b).squareRoot() }
    var logScale: Double { log(scale) }

    var inverse: Similarity {
        let square = a * a + b * b
        let (c, s) = (a / square, -b / square)
        return Similarity(a: c, b: s, x: -(c * x - s * y), y: -(s * x + c * y))
    }

    func callAsFunction(_ px: Double, _ py: Double) -> (x: Double, y: Double) {
        (a * px - b * py + x, b * px + a * py + y)
    }

    /// First `right`, then `left`.
    static func * (left: Similarity, right: Similarity) -> Similarity {
        let origin = left(right.x, right.y)
        return Similarity(
            a: left.a * right.a - left.b * right.b,
            b: left.b * right.a + left.a * right.b,
            x: origin.x,
            y: origin.y
        )
    }
}
