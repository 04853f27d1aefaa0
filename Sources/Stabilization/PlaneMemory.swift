/// Memory of one plane, with rows padded so that kernels may read a little past both ends of a row.
final class PlaneMemory<Sample: BitwiseCopyable> {
    let width: Int
    let height: Int
    /// Samples from one row to the next.
    let stride: Int
    let base: UnsafeMutablePointer<Sample>
    private let memory: UnsafeMutableRawPointer

    /// Room before the first row, in bytes.
    private static var margin: Int { 64 }

    /// Memory that holds zeros.
    ///
    /// - Parameters:
    ///   - width: Samples in a row.
    ///   - height: Rows.
    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        stride = (width + 16 + 63) & ~63
        // One more row: the row below the last one is read, with weight zero, when a position is exactly on it.
        let bytes = PlaneMemory.margin + stride * (height + 1) * MemoryLayout<Sample>.stride
        memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        _ = memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        base = (memory + PlaneMemory.margin).assumingMemoryBound(to: Sample.self)
    }

    deinit {
        memory.deallocate()
    }

    func row(_ index: Int) -> UnsafeMutablePointer<Sample> {
        base + index &* stride
    }
}
