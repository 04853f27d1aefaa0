/// Planes of a picture that somebody else owns; only valid during the call they are passed to.
public struct PicturePlanes {
    /// One plane: where its first row begins, and how far apart rows are.
    public struct Plane {
        /// The first byte of the first row.
        public var base: UnsafeMutableRawPointer
        /// Bytes from one row to the next, at least ``PictureLayout/Plane/rowBytes``.
        public var stride: Int

        /// A plane.
        ///
        /// - Parameters:
        ///   - base: The first byte of the first row.
        ///   - stride: Bytes from one row to the next.
        public init(base: UnsafeMutableRawPointer, stride: Int) {
            self.base = base
            self.stride = stride
        }

        /// A row of the plane.
        func row(_ index: Int) -> UnsafeMutablePointer<UInt8> {
            (base + index &* stride).assumingMemoryBound(to: UInt8.self)
        }
    }

    /// As many as the picture's layout has, in its order.
    public var planes: [Plane]

    /// Planes of a picture.
    ///
    /// - Parameter planes: As many as the picture's layout has, in its order. A picture that is only read may lie
    ///   in read-only memory.
    public init(_ planes: [Plane]) {
        self.planes = planes
    }
}
