/// The inner loop of the warp: one row of samples, taken with two-dimensional linear interpolation along a line.
///
/// Positions are fixed-point numbers with 16 bits after the point; the upper 8 of them weight the four neighbours.
/// The caller guarantees that the line lies inside the plane, so nothing is checked here. Eight samples at a time:
/// both neighbours of a row are one 16-bit load, and all arithmetic stays in 16-bit lanes (255·256 fits).
struct RowWarp {
    /// How far the line advances per sample, with 32 bits after the point, so that long rows stay exact.
    private let step: (x: Int, y: Int)
    /// The same with 16 bits after the point.
    private let stepX: Int
    private let stepY: Int
    private let stepsX: SIMD8<UInt16>
    private let stepsY: SIMD8<UInt16>

    /// - Parameter step: How far the line advances per sample, with 32 bits after the point.
    init(step: (x: Int, y: Int)) {
        self.step = step
        stepX = step.x &>> 16
        stepY = step.y &>> 16
        let lanes = SIMD8<UInt16>(0, 1, 2, 3, 4, 5, 6, 7)
        stepsX = lanes &* UInt16(truncatingIfNeeded: stepX)
        stepsY = lanes &* UInt16(truncatingIfNeeded: stepY)
    }

    /// Writes `count` samples.
    ///
    /// - Parameters:
    ///   - plane: The first sample of the plane that is read.
    ///   - stride: Its bytes from row to row.
    ///   - start: The position of the first sample, with 32 bits after the point.
    ///   - count: How many samples.
    ///   - output: Room for `count` samples.
    func run(
        plane: UnsafePointer<UInt8>,
        stride: Int,
        start: (x: Int, y: Int),
        count: Int,
        into output: UnsafeMutablePointer<UInt8>
    ) {
        let raw = UnsafeRawPointer(plane)
        var (x, y) = start
        var index = 0
        while index < count {
            // The last block may be short: what it would read beyond the line is outside the plane.
            if index &+ 8 > count {
                let rest = count &- index
                tail(raw, stride: stride, x: x &>> 16, y: y &>> 16, count: rest, into: output + index)
                return
            }
            let block = block(raw, stride: stride, x: x &>> 16, y: y &>> 16)
            UnsafeMutableRawPointer(output + index).storeBytes(
                of: SIMD8<UInt8>(truncatingIfNeeded: block),
                as: SIMD8<UInt8>.self
            )
            x = x &+ step.x &* 8
            y = y &+ step.y &* 8
            index = index &+ 8
        }
    }

    @inline(__always)
    private func block(_ raw: UnsafeRawPointer, stride: Int, x: Int, y: Int) -> SIMD8<UInt16> {
        let top: SIMD8<UInt16>
        let bottom: SIMD8<UInt16>
        let firstRow = y &>> 16
        if firstRow == (y &+ stepY &* 7) &>> 16 {
            let upper = raw + firstRow &* stride
            top = pairs(upper) { lane in (x &+ stepX &* lane) &>> 16 }
            bottom = pairs(upper + stride) { lane in (x &+ stepX &* lane) &>> 16 }
        } else {
            top = pairs(raw) { lane in offset(x, y, lane, stride) }
            bottom = pairs(raw + stride) { lane in offset(x, y, lane, stride) }
        }
        let weightX = (stepsX &+ UInt16(truncatingIfNeeded: x)) &>> 8
        let weightY = (stepsY &+ UInt16(truncatingIfNeeded: y)) &>> 8
        return mix(top, bottom, weightX, weightY)
    }

    private func tail(
        _ raw: UnsafeRawPointer,
        stride: Int,
        x: Int,
        y: Int,
        count: Int,
        into output: UnsafeMutablePointer<UInt8>
    ) {
        for lane in 0..<count {
            let at = offset(x, y, lane, stride)
            let top = SIMD8<UInt16>(repeating: pair(raw, at))
            let bottom = SIMD8<UInt16>(repeating: pair(raw + stride, at))
            let weightX = SIMD8(repeating: UInt16(truncatingIfNeeded: x &+ stepX &* lane) &>> 8)
            let weightY = SIMD8(repeating: UInt16(truncatingIfNeeded: y &+ stepY &* lane) &>> 8)
            output[lane] = UInt8(truncatingIfNeeded: mix(top, bottom, weightX, weightY)[0])
        }
    }

    @inline(__always)
    private func offset(_ x: Int, _ y: Int, _ lane: Int, _ stride: Int) -> Int {
        ((y &+ stepY &* lane) &>> 16) &* stride &+ ((x &+ stepX &* lane) &>> 16)
    }

    @inline(__always)
    private func pairs(_ base: UnsafeRawPointer, _ offset: (Int) -> Int) -> SIMD8<UInt16> {
        SIMD8(
            pair(base, offset(0)),
            pair(base, offset(1)),
            pair(base, offset(2)),
            pair(base, offset(3)),
            pair(base, offset(4)),
            pair(base, offset(5)),
            pair(base, offset(6)),
            pair(base, offset(7))
        )
    }

    @inline(__always)
    private func pair(_ base: UnsafeRawPointer, _ offset: Int) -> UInt16 {
        UInt16(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// The value between four neighbours: pairs of the upper and of the lower row, the left one in the low byte.
    @inline(__always)
    private func mix(
        _ top: SIMD8<UInt16>,
        _ bottom: SIMD8<UInt16>,
        _ weightX: SIMD8<UInt16>,
        _ weightY: SIMD8<UInt16>
    ) -> SIMD8<UInt16> {
        mix(mix(top & 0xFF, top &>> 8, weightX), mix(bottom & 0xFF, bottom &>> 8, weightX), weightY)
    }

    /// `a` to `b` by `weight`/256, rounded; the difference may wrap, the sum fits again.
    @inline(__always)
    private func mix(
        _ a: SIMD8<UInt16>,
        _ b: SIMD8<UInt16>,
        _ weight: SIMD8<UInt16>
    ) -> SIMD8<UInt16> {
        ((a &<< 8) &+ (b &- a) &* weight &+ 128) &>> 8
    }
}
