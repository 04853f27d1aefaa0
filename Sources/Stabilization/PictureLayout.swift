/// The planes of one picture in memory: how many, and how large.
public struct PictureLayout: Sendable, Hashable {
    /// One plane.
    public struct Plane: Sendable, Hashable {
        /// Samples in a row.
        public let width: Int
        /// Rows.
        public let height: Int
        /// Bytes a sample takes: two for pairs of chroma, four for a group of YUY2.
        public let bytesPerSample: Int

        /// Bytes of a row without padding: the least stride there can be.
        public var rowBytes: Int { width * bytesPerSample }
    }

    /// How the samples lie.
    public let format: PixelFormat
    /// Pixels in a row; may be odd.
    public let width: Int
    /// Rows of pixels; may be odd.
    public let height: Int
    /// The planes in the order of the format.
    public let planes: [Plane]

    /// The layout of pictures of a format and size.
    ///
    /// - Parameters:
    ///   - format: How the samples lie.
    ///   - width: Pixels in a row, at least 1.
    ///   - height: Rows of pixels, at least 1.
    public init(format: PixelFormat, width: Int, height: Int) {
        precondition(width > 0 && height > 0, "a picture has at least one pixel")
        self.format = format
        self.width = width
        self.height = height
        let luma = Plane(width: width, height: height, bytesPerSample: 1)
        let chroma = (width: (width + 1) / 2, height: (height + 1) / 2)
        planes =
            switch format {
            case .i420:
                [
                    luma,
                    Plane(width: chroma.width, height: chroma.height, bytesPerSample: 1),
                    Plane(width: chroma.width, height: chroma.height, bytesPerSample: 1),
                ]
            case .nv12: [luma, Plane(width: chroma.width, height: chroma.height, bytesPerSample: 2)]
            case .yuy2: [Plane(width: chroma.width, height: height, bytesPerSample: 4)]
            case .gray8: [luma]
            }
    }
}
