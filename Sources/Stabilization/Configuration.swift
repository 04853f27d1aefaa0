extension Stabilizer {
    /// What a stabilizer works on, and how.
    public struct Configuration: Sendable, Hashable {
        /// How the samples of the pictures lie.
        public var format: PixelFormat
        /// Pixels in a row.
        public var width: Int
        /// Rows of pixels.
        public var height: Int
        /// How much delay is spent on how steady a picture.
        public var mode: StabilizationMode
        /// How many pictures are held back to look ahead, 0 to 30; without effect in mode off.
        public var lookAhead: Int
        /// The share of width and of height that is cut off to have room for corrections: 0 to 0.2.
        public var crop: Double
        /// How much of the shake is taken out: 0 none, 1 all that the crop allows.
        public var strength: Double

        /// A configuration.
        ///
        /// - Parameters:
        ///   - format: How the samples of the pictures lie.
        ///   - width: Pixels in a row, at least 1.
        ///   - height: Rows of pixels, at least 1.
        ///   - mode: How much delay is spent on how steady a picture.
        ///   - lookAhead: How many pictures are held back, 0 to 30; nil for what the mode does by itself.
        ///   - crop: The share cut off each dimension, 0 to 0.2.
        ///   - strength: 0 to 1.
        public init(
            format: PixelFormat,
            width: Int,
            height: Int,
            mode: StabilizationMode = .standard,
            lookAhead: Int? = nil,
            crop: Double = 0.1,
            strength: Double = 1
        ) {
            self.format = format
            self.width = width
            self.height = height
            self.mode = mode
            self.lookAhead = lookAhead ?? mode.defaultLookAhead
            self.crop = crop
            self.strength = strength
        }

        /// The planes of a picture of this configuration.
        public var layout: PictureLayout { PictureLayout(format: format, width: width, height: height) }
    }
}
