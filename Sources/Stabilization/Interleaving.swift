/// Takes rows of pairs and groups apart and puts them together.
///
/// Eight or sixteen bytes at a time as wider little-endian lanes, the rest of a row one by one.
enum Interleaving {
    /// `UVUV…` into `UU…` and `VV…`.
    static func splitPairs(
        _ pairs: UnsafePointer<UInt8>,
        into first: UnsafeMutablePointer<UInt8>,
        _ second: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        var index = 0
        while index &+ 8 <= count {
            let lanes = load(pairs + index &* 2, as: SIMD8<UInt16>.self)
            store(SIMD8<UInt8>(truncatingIfNeeded: lanes), first + index)
            store(SIMD8<UInt8>(truncatingIfNeeded: lanes &>> 8), second + index)
            index = index &+ 8
        }
        for index in index..<count {
            first[index] = pairs[index &* 2]
            second[index] = pairs[index &* 2 &+ 1]
        }
    }

    /// `UU…` and `VV…` into `UVUV…`.
    static func joinPairs(
        _ first: UnsafePointer<UInt8>,
        _ second: UnsafePointer<UInt8>,
        into pairs: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        for index in 0..<count {
            pairs[index &* 2] = first[index]
            pairs[index &* 2 &+ 1] = second[index]
        }
    }

    /// `YUYV…` into luma and both chroma rows; `luma` has room for an even number of samples.
    static func splitGroups(
        _ groups: UnsafePointer<UInt8>,
        luma: UnsafeMutablePointer<UInt8>,
        first: UnsafeMutablePointer<UInt8>,
        second: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        var index = 0
        while index &+ 4 <= count {
            let lanes = load(groups + index &* 4, as: SIMD8<UInt16>.self)
            store(SIMD8<UInt8>(truncatingIfNeeded: lanes), luma + index &* 2)
            let chroma = unsafeBitCast(lanes &>> 8, to: SIMD4<UInt32>.self)
            store(SIMD4<UInt8>(truncatingIfNeeded: chroma), first + index)
            store(SIMD4<UInt8>(truncatingIfNeeded: chroma &>> 16), second + index)
            index = index &+ 4
        }
        for index in index..<count {
            luma[index &* 2] = groups[index &* 4]
            first[index] = groups[index &* 4 &+ 1]
            luma[index &* 2 &+ 1] = groups[index &* 4 &+ 2]
            second[index] = groups[index &* 4 &+ 3]
        }
    }

    /// Luma and both chroma rows into `YUYV…`; `luma` has an even number of samples.
    static func joinGroups(
        luma: UnsafePointer<UInt8>,
        first: UnsafePointer<UInt8>,
        second: UnsafePointer<UInt8>,
        into groups: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        for index in 0..<count {
            groups[index &* 4] = luma[index &* 2]
            groups[index &* 4 &+ 1] = first[index]
            groups[index &* 4 &+ 2] = luma[index &* 2 &+ 1]
            groups[index &* 4 &+ 3] = second[index]
        }
    }

    @inline(__always)
    private static func load<Vector: BitwiseCopyable>(_ start: UnsafePointer<UInt8>, as type: Vector.Type)
        -> Vector
    {
        UnsafeRawPointer(start).loadUnaligned(as: type)
    }

    @inline(__always)
    private static func store<Vector: BitwiseCopyable>(_ value: Vector, _ start: UnsafeMutablePointer<UInt8>)
    {
        UnsafeMutableRawPointer(start).storeBytes(of: value, as: Vector.self)
    }
}
