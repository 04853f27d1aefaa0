/// The parts of a file that hold media, in file order.
struct MediaMap {
    private let parts: [Range<Int64>]

    init(_ parts: [Range<Int64>]) {
        self.parts = parts
    }

    /// The same parts without what lies behind a place.
    func before(_ end: Int64) -> MediaMap {
        MediaMap(parts.filter { $0.lowerBound < end }.map { $0.lowerBound..<min($0.upperBound, end) })
    }

    /// Which of some samples, lying one behind the other, are completely inside the part that they begin in.
    ///
    /// Samples of no bytes are complete wherever they are.
    func complete(offset: Int128, size: UInt32, count: UInt32) -> Range<UInt32> {
        guard size > 0 else { return 0..<count }
        guard let part = firstPart(endingAfter: offset) else { return 0..<0 }
        let before = max(0, Int128(part.lowerBound) - offset)
        let inside = Int128(part.upperBound) - offset
        let first = (before + Int128(size) - 1) / Int128(size)
        let last = min(Int128(count), inside / Int128(size))
        return first < last ? UInt32(clamping: first)..<UInt32(clamping: last) : 0..<0
    }

    private func firstPart(endingAfter offset: Int128) -> Range<Int64>? {
        var low = 0
        var high = parts.count
        while low < high {
            let middle = (low + high) / 2
            if Int128(parts[middle].upperBound) > offset { high = middle } else { low = middle + 1 }
        }
        return low < parts.count ? parts[low] : nil
    }
}
