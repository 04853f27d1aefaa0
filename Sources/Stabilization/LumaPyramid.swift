/// A picture's luma at a size that motion is measured at, and at a half and a quarter of it.
final class LumaPyramid {
    /// From large to small.
    let levels: [PlaneMemory<Float>]
    /// How many pixels of the picture make one sample of the first level, across and down.
    let factor: Int
    private let sums: PlaneMemory<UInt16>

    /// Motion is measured on pictures whose longer side has at most so many samples.
    private static let length = 480

    init(width: Int, height: Int) {
        factor = max(1, (max(width, height) + LumaPyramid.length - 1) / LumaPyramid.length)
        let (width, height) = (max(1, width / factor), max(1, height / factor))
        levels = (0..<3).map { PlaneMemory(width: max(1, width >> $0), height: max(1, height >> $0)) }
        sums = PlaneMemory(width: width * factor, height: 1)
    }

    /// Takes over a picture.
    func load(_ luma: PlaneMemory<UInt8>) {
        shrink(luma, into: levels[0])
        halve(levels[0], into: levels[1])
        halve(levels[1], into: levels[2])
    }

    /// The mean of squares of `factor` pixels each.
    private func shrink(_ source: PlaneMemory<UInt8>, into target: PlaneMemory<Float>) {
        // A picture may be narrower or lower than one square.
        let count = min(target.width &* factor, source.width)
        let sum = sums.base
        let share = 1 / Float(factor * factor)
        for y in 0..<target.height {
            let first = source.row(min(y &* factor, source.height - 1))
            for x in 0..<count { sum[x] = UInt16(truncatingIfNeeded: first[x]) }
            for line in 1..<max(1, factor) {
                let row = source.row(min(y &* factor &+ line, source.height &- 1))
                for x in 0..<count { sum[x] = sum[x] &+ UInt16(truncatingIfNeeded: row[x]) }
            }
            for x in count..<target.width &* factor { sum[x] = sum[count &- 1] }
            let output = target.row(y)
            switch factor {
            case 3: gather(sum, 3, share, into: output, count: target.width)
            case 4: gather(sum, 4, share, into: output, count: target.width)
            default: gather(sum, factor, share, into: output, count: target.width)
            }
        }
    }

    /// Adds up neighbours; inlined so that usual factors become constants.
    @inline(__always)
    private func gather(
        _ sum: UnsafePointer<UInt16>,
        _ factor: Int,
        _ share: Float,
        into output: UnsafeMutablePointer<Float>,
        count: Int
    ) {
        for x in 0..<count {
            var total: Int32 = 0
            for column in 0..<factor {
                total = total &+ Int32(truncatingIfNeeded: sum[x &* factor &+ column])
            }
            output[x] = Float(total) * share
        }
    }

    private func halve(_ source: PlaneMemory<Float>, into target: PlaneMemory<Float>) {
        for y in 0..<target.height {
            let upper = source.row(y &* 2)
            let lower = source.row(min(y &* 2 &+ 1, source.height &- 1))
            let output = target.row(y)
            for x in 0..<target.width {
                output[x] =
                    (upper[x &* 2] + upper[x &* 2 &+ 1] + lower[x &* 2] + lower[x &* 2 &+ 1]) * 0.25
            }
        }
    }
}
