/// The inner loop of the warp: one row of samples, taken with two-dimensional linear interpolation along a line.
///
/// Positions are fixed-point numbers with 16 bits after the point; the upper 8 of them weight the four neighbours.
/// The caller guarantees that the line lies inside the plane, so nothing is checked here. Eight samples at a time, and
/// all arithmetic stays in 16-bit lanes (255·256 fits).
///
/// A line that advances by nearly one sample has its eight samples beside each other, but for one place where it skips
/// a sample or takes one twice: then rows are loaded as they are, and each lane chooses between two neighbours. Other
/// lines load both neighbours of each sample as one 16-bit number.
struct RowWarp {
    /// How far the line advances per sample, with 32 bits after the point, so that long rows stay exact.
    private let step: (x: Int, y: Int)
    /// The same with 16 bits after the point.
    private let stepX: Int
    private let stepY: Int
    private let stepsX: SIMD8<UInt16>
    private let stepsY: SIMD8<UInt16>
    /// Whether eight samples skip or repeat one at most.
    private let isNearlyOne: Bool
    /// How many blocks it takes a line to come one sample of 32 bits after the point further down.
    private let blocksPerUnit: Double
    /// By how much more or less than one each lane advances, with 15 bits after the point.
    private let surplus: SIMD8<UInt16>
    /// All bits where a line that lags behind takes the later samples.
    private let isLagging: SIMD8<UInt16>

    /// - Parameter step: How far the line advances per sample, with 32 bits after the point.
    init(step: (x: Int, y: Int)) {
        self.step = step
        stepX = step.x &>> 16
        stepY = step.y &>> 16
        let lanes = SIMD8<UInt16>(0, 1, 2, 3, 4, 5, 6, 7)
        stepsX = lanes &* UInt16(truncatingIfNeeded: stepX)
        stepsY = lanes &* UInt16(truncatingIfNeeded: stepY)
        let excess = (step.x - 1 << 32 + 1 << 16) >> 17
        isNearlyOne = abs(excess) * 7 < 1 << 15
        surplus = lanes &* UInt16(truncatingIfNeeded: excess)
        isLagging = SIMD8(repeating: excess < 0 ? .max : 0)
        blocksPerUnit = 1 / Double(max(1, abs(step.y)) * 8)
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
            let near = min(blocksBetweenRows(y), (count &- index) / 8)
            if near > 0 {
                let row = raw + (y &>> 32) &* stride
                drawBetweenRows(row, stride: stride, from: &x, &y, blocks: near, into: output + index)
                index = index &+ near &* 8
                continue
            }
            // The last block may be short: what it would read beyond the line is outside the plane.
            if index &+ 8 > count {
                let rest = count &- index
                tail(raw, stride: stride, x: x &>> 16, y: y &>> 16, count: rest, into: output + index)
                return
            }
            let block = block(raw, stride: stride, x: x &>> 16, y: y &>> 16)
            RowWarp.store(block, output + index)
            x = x &+ step.x &* 8
            y = y &+ step.y &* 8
            index = index &+ 8
        }
    }

    @inline(__always)
    private static func store(_ block: SIMD8<UInt16>, _ output: UnsafeMutablePointer<UInt8>) {
        UnsafeMutableRawPointer(output).storeBytes(
            of: SIMD8<UInt8>(truncatingIfNeeded: block),
            as: SIMD8<UInt8>.self
        )
    }

    // MARK: - Lines along the rows

    /// How many blocks from here on surely lie between the same two rows; none for lines that go too fast or slow.
    @inline(__always)
    private func blocksBetweenRows(_ y: Int) -> Int {
        guard isNearlyOne else { return 0 }
        let fraction = y & 0xFFFF_FFFF
        // Lanes are counted with 16 bits after the point, which may be a little further.
        let room = (step.y < 0 ? fraction : 0xFFFF_FFFF - fraction) &- 8 << 16
        return room < 0 ? 0 : Int(Double(room) * blocksPerUnit)
    }

    /// Draws blocks of samples that lie between two rows, nearly beside each other.
    @inline(__always)
    private func drawBetweenRows(
        _ row: UnsafeRawPointer,
        stride: Int,
        from x: inout Int,
        _ y: inout Int,
        blocks: Int,
        into output: UnsafeMutablePointer<UInt8>
    ) {
        let (surplus, stepsY, isLagging) = (surplus, stepsY, isLagging)
        let (advanceX, advanceY) = (step.x &* 8, step.y &* 8)
        // A line that lags behind may take the sample before the first.
        let upper = row + Int(Int16(truncatingIfNeeded: isLagging[0]))
        let lower = upper + stride
        for block in 0..<blocks {
            // Where each lane is beyond its number; the highest bit says that it is one sample further, or less far.
            let position = SIMD8(repeating: UInt16(truncatingIfNeeded: x &>> 17) & 0x7FFF) &+ surplus
            let isOff = SIMD8<UInt16>(truncatingIfNeeded: SIMD8<Int16>(truncatingIfNeeded: position) &>> 15)
            let isLater = isOff ^ isLagging
            let weightY = (stepsY &+ UInt16(truncatingIfNeeded: y &>> 16)) &>> 8
            let (above, below) = (upper + x &>> 32, lower + x &>> 32)
            let first = mix(samples(above), samples(below), weightY)
            let second = mix(samples(above + 1), samples(below + 1), weightY)
            let third = mix(samples(above + 2), samples(below + 2), weightY)
            let drawn = mix(
                first &+ ((second &- first) & isLater),
                second &+ ((third &- second) & isLater),
                (position & 0x7FFF) &>> 7
            )
            RowWarp.store(drawn, output + block &* 8)
            x = x &+ advanceX
            y = y &+ advanceY
        }
    }

    @inline(__always)
    private func samples(_ row: UnsafeRawPointer) -> SIMD8<UInt16> {
        SIMD8(truncatingIfNeeded: row.loadUnaligned(as: SIMD8<UInt8>.self))
    }

    // MARK: - Any line

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
        return mix(
            mix(top & 0xFF, top &>> 8, weightX),
            mix(bottom & 0xFF, bottom &>> 8, weightX),
            weightY
        )
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
            let value = mix(
                mix(top & 0xFF, top &>> 8, weightX),
                mix(bottom & 0xFF, bottom &>> 8, weightX),
                weightY
            )
            output[lane] = UInt8(truncatingIfNeeded: value[0])
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
