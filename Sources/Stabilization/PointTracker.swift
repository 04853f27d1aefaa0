/// Finds where a small window of one picture went in the next, to a fraction of a sample.
///
/// Lucas and Kanade's method in its inverse form: gradients come from the old picture, so they are computed once.
/// They are taken without their mean, which makes the result independent of a change of brightness.
final class PointTracker {
    /// Where a point went.
    struct Track {
        var x: Float
        var y: Float
        /// The mean absolute difference of the windows, without a change of brightness.
        var residual: Float
    }

    /// Samples of a window, across and down: eight are one vector.
    private static let size = 8
    private static let iterations = 6
    /// Windows that differ more show different things.
    private static let largestResidual: Float = 14

    private let template: UnsafeMutablePointer<SIMD8<Float>>
    private let gradientX: UnsafeMutablePointer<SIMD8<Float>>
    private let gradientY: UnsafeMutablePointer<SIMD8<Float>>
    private let memory: UnsafeMutablePointer<SIMD8<Float>>

    init() {
        let lines = PointTracker.size
        memory = .allocate(capacity: 3 * lines)
        memory.initialize(repeating: .zero, count: 3 * lines)
        template = memory
        gradientX = memory + lines
        gradientY = memory + 2 * lines
    }

    deinit {
        memory.deallocate()
    }

    /// Follows a place from one picture to the next.
    ///
    /// - Parameters:
    ///   - x: The place in the first level of `old`.
    ///   - y: The same.
    ///   - old: The picture it lies in.
    ///   - new: The picture after it.
    ///   - starts: Shifts to try, in samples of the first level. The one that leads to the best match is followed up.
    /// - Returns: The shift, or nil when the place was not found again.
    func track(
        x: Float,
        y: Float,
        from old: LumaPyramid,
        to new: LumaPyramid,
        starts: [(x: Float, y: Float)]
    ) -> Track? {
        let top = old.levels.count - 1
        var best: Track?
        if prepare(old.levels[top], at: position(x, top), position(y, top)) {
            let scale = 1 / Float(1 << top)
            for (index, start) in starts.enumerated() {
                let isRepeated = starts[..<index].contains { abs($0.x - start.x) + abs($0.y - start.y) < 1 }
                guard !isRepeated else { continue }
                let found = follow(
                    in: new.levels[top],
                    at: position(x, top),
                    position(y, top),
                    start: (start.x * scale, start.y * scale)
                )
                if let found, found.residual < best?.residual ?? .infinity { best = found }
            }
        }
        // Near the edge the small levels have no room for a window; the larger ones may.
        var shift =
            best.map { ($0.x, $0.y) } ?? (starts[0].x / Float(1 << top), starts[0].y / Float(1 << top))
        for level in stride(from: top - 1, through: 0, by: -1) {
            shift = (shift.0 * 2, shift.1 * 2)
            guard prepare(old.levels[level], at: position(x, level), position(y, level)),
                let found = follow(
                    in: new.levels[level],
                    at: position(x, level),
                    position(y, level),
                    start: shift
                )
            else {
                if level == 0 { return nil }
                continue
            }
            shift = (found.x, found.y)
            best = found
        }
        return best.flatMap { $0.residual < PointTracker.largestResidual ? $0 : nil }
    }

    /// A place of the first level in another one; samples are areas, so their middles move.
    private func position(_ value: Float, _ level: Int) -> Float {
        (value + 0.5) / Float(1 << level) - 0.5
    }

    private var inverse: (xx: Float, xy: Float, yy: Float) = (0, 0, 0)

    /// Cuts out a window and its gradients; false when it leaves the picture or has no texture.
    private func prepare(_ level: PlaneMemory<Float>, at x: Float, _ y: Float) -> Bool {
        guard let window = Window(level, x, y, margin: 1) else { return false }
        let count = PointTracker.size
        var (sumX, sumY) = (SIMD8<Float>(), SIMD8<Float>())
        for line in 0..<count {
            template[line] = window.line(line)
            let gx = (window.line(line, 1) - window.line(line, -1)) * 0.5
            let gy = (window.line(line &+ 1) - window.line(line &- 1)) * 0.5
            gradientX[line] = gx
            gradientY[line] = gy
            sumX += gx
            sumY += gy
        }
        let share = 1 / Float(count * count)
        let (meanX, meanY) = (sumX.sum() * share, sumY.sum() * share)
        var (xx, xy, yy) = (SIMD8<Float>(), SIMD8<Float>(), SIMD8<Float>())
        for line in 0..<count {
            let gx = gradientX[line] - meanX
            let gy = gradientY[line] - meanY
            gradientX[line] = gx
            gradientY[line] = gy
            xx += gx * gx
            xy += gx * gy
            yy += gy * gy
        }
        let (a, b, c) = (xx.sum(), xy.sum(), yy.sum())
        let determinant = a * c - b * b
        guard determinant > 1 else { return false }
        inverse = (c / determinant, -b / determinant, a / determinant)
        return true
    }

    /// Moves the window until it matches.
    private func follow(
        in level: PlaneMemory<Float>,
        at x: Float,
        _ y: Float,
        start: (x: Float, y: Float)
    ) -> Track? {
        let count = PointTracker.size
        var (shiftX, shiftY) = start
        for _ in 0..<PointTracker.iterations {
            guard let window = Window(level, x + shiftX, y + shiftY, margin: 0) else { return nil }
            var (sumX, sumY) = (SIMD8<Float>(), SIMD8<Float>())
            for line in 0..<count {
                let error = window.line(line) - template[line]
                sumX += error * gradientX[line]
                sumY += error * gradientY[line]
            }
            let (bx, by) = (sumX.sum(), sumY.sum())
            let stepX = inverse.xx * bx + inverse.xy * by
            let stepY = inverse.xy * bx + inverse.yy * by
            shiftX -= stepX
            shiftY -= stepY
            if stepX * stepX + stepY * stepY < 0.0004 { break }
        }
        guard let window = Window(level, x + shiftX, y + shiftY, margin: 0) else { return nil }
        var total = SIMD8<Float>()
        for line in 0..<count { total += window.line(line) - template[line] }
        let mean = total.sum() / Float(count * count)
        var distance = SIMD8<Float>()
        for line in 0..<count {
            let error = window.line(line) - template[line] - mean
            distance += error.replacing(with: -error, where: error .< 0)
        }
        return Track(x: shiftX, y: shiftY, residual: distance.sum() / Float(count * count))
    }

    /// A window of eight by eight samples around a place between samples.
    private struct Window {
        private let corner: UnsafePointer<Float>
        private let stride: Int
        private let weights: (Float, Float, Float, Float)

        /// Nil when the window, or `margin` samples around it, leave the picture.
        @inline(__always)
        init?(_ level: PlaneMemory<Float>, _ x: Float, _ y: Float, margin: Int) {
            let half = Float(PointTracker.size - 1) / 2
            let (left, top) = (x - half, y - half)
            let edge = Float(margin)
            let reach = Float(PointTracker.size + margin)
            guard left >= edge, top >= edge, left + reach < Float(level.width),
                top + reach < Float(level.height)
            else { return nil }
            let (column, row) = (Int(left), Int(top))
            let (fx, fy) = (left - Float(column), top - Float(row))
            corner = UnsafePointer(level.row(row) + column)
            stride = level.stride
            weights = ((1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy)
        }

        /// One line of the window, moved right by `offset` samples.
        @inline(__always)
        func line(_ index: Int, _ offset: Int = 0) -> SIMD8<Float> {
            let upper = corner + (index &* stride &+ offset)
            let lower = upper + stride
            return vector(upper) * weights.0 + vector(upper + 1) * weights.1
                + (vector(lower) * weights.2 + vector(lower + 1) * weights.3)
        }
    }
}
