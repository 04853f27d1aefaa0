/// The best place to track in each cell of a grid over the picture: where brightness changes in both directions.
///
/// The measure is Shi and Tomasi's: the smaller eigenvalue of the gradients' second moments in a window.
final class CornerGrid {
    /// A place, in samples of the level it was found in.
    struct Corner: Equatable {
        var x: Int
        var y: Int
        /// The cell it lies in, row by row.
        var cell: Int
    }

    static let columns = 16
    static let rows = 9
    /// Places nearer to the edge are not used: the window around them would leave the picture.
    static let border = 10

    /// Half a window.
    private static let radius = 3
    /// The least measure that is more than noise: squared gradients of a window's samples.
    private static let floor: Float = 49 * 3
    private static let shareOfBest: Float = 0.003

    /// Products of gradients: for each of the window's rows, and their sums over those rows.
    private let products: [PlaneMemory<Float>]
    private let sums: [PlaneMemory<Float>]
    private let scores: PlaneMemory<Float>

    init(width: Int, height: Int) {
        let lines = CornerGrid.radius * 2 + 1
        products = (0..<3).map { _ in PlaneMemory(width: width + 8, height: lines) }
        sums = (0..<3).map { _ in PlaneMemory(width: width + 8, height: 1) }
        scores = PlaneMemory(width: width + 8, height: 1)
    }

    /// The best places of a picture, at most one per cell.
    func corners(of level: PlaneMemory<Float>) -> [Corner] {
        let border = CornerGrid.border
        guard level.width > 2 * border, level.height > 2 * border else { return [] }
        var best = [(score: Float, x: Int, y: Int)](
            repeating: (0, 0, 0),
            count: CornerGrid.columns * CornerGrid.rows
        )
        let lines = CornerGrid.radius * 2 + 1
        for plane in sums { plane.base.update(repeating: 0, count: plane.stride) }
        for y in 1..<level.height - border + CornerGrid.radius {
            // The line of the window that scrolls out makes room for the one that scrolls in.
            let line = y % lines
            advance(level, y, line, isFull: y > lines)
            let middle = y - CornerGrid.radius
            guard middle >= border, middle < level.height - border, middle % 2 == 0 else { continue }
            measure(from: border, to: level.width - border)
            let cellRow = middle * CornerGrid.rows / level.height
            let score = scores.base
            for column in 0..<CornerGrid.columns {
                let first = max(border, column * level.width / CornerGrid.columns)
                let end = min(level.width - border, (column + 1) * level.width / CornerGrid.columns)
                guard first < end else { continue }
                var (top, at): (Float, Int) = (0, first)
                for x in first..<end where score[x] > top { (top, at) = (score[x], x) }
                let cell = cellRow * CornerGrid.columns + column
                if top > best[cell].score { best[cell] = (top, at, middle) }
            }
        }
        let threshold = max(CornerGrid.floor, CornerGrid.shareOfBest * (best.map(\.score).max() ?? 0))
        return best.enumerated().compactMap { cell, place in
            place.score > threshold ? Corner(x: place.x, y: place.y, cell: cell) : nil
        }
    }

    /// Adds a row of gradients to the sums, and takes off the one whose place it takes.
    private func advance(_ level: PlaneMemory<Float>, _ y: Int, _ line: Int, isFull: Bool) {
        let (above, row, below) = (level.row(y - 1), level.row(y), level.row(min(y + 1, level.height - 1)))
        let (xx, xy, yy) = (products[0].row(line), products[1].row(line), products[2].row(line))
        let (sumXX, sumXY, sumYY) = (sums[0].base, sums[1].base, sums[2].base)
        for x in 1..<level.width &- 1 {
            let gx = row[x &+ 1] - row[x &- 1]
            let gy = below[x] - above[x]
            let (newXX, newXY, newYY) = (gx * gx, gx * gy, gy * gy)
            if isFull {
                sumXX[x] += newXX - xx[x]
                sumXY[x] += newXY - xy[x]
                sumYY[x] += newYY - yy[x]
            } else {
                sumXX[x] += newXX
                sumXY[x] += newXY
                sumYY[x] += newYY
            }
            xx[x] = newXX
            xy[x] = newXY
            yy[x] = newYY
        }
    }

    /// The measure for all columns, eight at a time.
    private func measure(from start: Int, to end: Int) {
        let (sumXX, sumXY, sumYY) = (sums[0].base, sums[1].base, sums[2].base)
        var x = start
        while x < end {
            let left = x &- CornerGrid.radius
            var (xx, xy, yy) = (SIMD8<Float>(), SIMD8<Float>(), SIMD8<Float>())
            for column in 0..<CornerGrid.radius &* 2 &+ 1 {
                xx += vector(sumXX + (left &+ column))
                xy += vector(sumXY + (left &+ column))
                yy += vector(sumYY + (left &+ column))
            }
            let difference = (xx - yy) * 0.5
            let root = (difference * difference + xy * xy).squareRoot()
            let score = (xx + yy) * 0.5 - root
            UnsafeMutableRawPointer(scores.base + x).storeBytes(of: score, as: SIMD8<Float>.self)
            x = x &+ 8
        }
    }
}

/// Eight samples in a row, wherever they begin.
@inline(__always)
func vector(_ start: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(start).loadUnaligned(as: SIMD8<Float>.self)
}
