/// A first guess at the motion between two pictures: the shift at which the smallest levels agree best.
///
/// Only a guess: a large thing in front of the camera can win here. It is one of several starts for the tracker.
struct CoarseSearch {
    /// Where the pictures agree best.
    struct Match {
        /// In samples of the level searched: where what was at 0 went.
        var x = 0
        var y = 0
        /// The mean difference there, relative to how much the picture varies by itself: about 0.1 for two pictures
        /// of one scene, 1 and more for pictures that have nothing in common.
        var difference: Float = 0
    }

    private let previous: PlaneMemory<UInt8>
    private let current: PlaneMemory<UInt8>
    private let range: (x: Int, y: Int)

    init(width: Int, height: Int) {
        previous = PlaneMemory(width: width, height: height)
        current = PlaneMemory(width: width, height: height)
        range = (width / 8, height / 6)
    }

    /// Searches for the shift from one level to another of the same size.
    func match(from old: PlaneMemory<Float>, to new: PlaneMemory<Float>) -> Match {
        let variation = level(new, into: current)
        _ = level(old, into: previous)
        let (width, height) = (new.width - 2 * range.x, new.height - 2 * range.y)
        var best = Match()
        var least = Int.max
        for y in -range.y...range.y {
            for x in -range.x...range.x {
                var sum = 0
                for line in 0..<height {
                    sum &+= absoluteDifference(
                        previous.row(range.y &+ line) + range.x,
                        current.row(range.y &+ y &+ line) + (range.x &+ x),
                        count: width
                    )
                    if sum >= least { break }
                }
                if sum < least {
                    least = sum
                    (best.x, best.y) = (x, y)
                }
            }
        }
        best.difference = Float(least) / Float(max(1, width * height)) / max(1, variation)
        return best
    }

    /// Copies a level as bytes around a common middle, so that a change of brightness does not matter.
    ///
    /// - Returns: The mean distance from the middle.
    private func level(_ source: PlaneMemory<Float>, into target: PlaneMemory<UInt8>) -> Float {
        var sum: Float = 0
        for y in 0..<source.height {
            let row = source.row(y)
            for x in 0..<source.width { sum += row[x] }
        }
        let count = Float(source.width * source.height)
        let mean = sum / count
        var distance: Float = 0
        for y in 0..<source.height {
            let (row, output) = (source.row(y), target.row(y))
            for x in 0..<source.width {
                let value = row[x] - mean
                distance += abs(value)
                output[x] = UInt8(min(max(value + 128, 0), 255))
            }
        }
        return distance / count
    }

    /// A plain loop, which becomes the machine's own instruction for this.
    @inline(__always)
    private func absoluteDifference(
        _ first: UnsafePointer<UInt8>,
        _ second: UnsafePointer<UInt8>,
        count: Int
    ) -> Int {
        var sum: Int32 = 0
        for index in 0..<count {
            sum =
                sum
                &+ abs(Int32(truncatingIfNeeded: first[index]) &- Int32(truncatingIfNeeded: second[index]))
        }
        return Int(sum)
    }
}
