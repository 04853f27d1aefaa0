public import PipelineTemplates

/// A way in which a camera can deliver pictures: a format, a size or a range of sizes, and frame rates.
public struct CaptureMode: Sendable, Hashable {
    /// Allowed values of one side of the picture, in pixels.
    public struct Extent: Sendable, Hashable {
        /// The smallest.
        public let minimum: Int
        /// The largest.
        public let maximum: Int
        /// The distance between two allowed values.
        public let step: Int

        /// Makes a range; a fixed size has equal ends.
        public init(minimum: Int, maximum: Int, step: Int = 1) {
            self.minimum = minimum
            self.maximum = maximum
            self.step = max(1, step)
        }

        /// Whether the camera offers exactly this.
        public func contains(_ value: Int) -> Bool {
            value >= minimum && value <= maximum && (value - minimum) % step == 0
        }

        /// Whether there is but one value.
        public var isFixed: Bool { minimum == maximum }
    }

    /// The media type, such as `video/x-raw` or `image/jpeg`.
    public let mediaType: String
    /// The pixel format of raw pictures, such as `YUY2`; nil for coded ones.
    public let format: String?
    /// Widths.
    public let width: Extent
    /// Heights.
    public let height: Extent
    /// Frame rates, highest first; a range is given by its two ends.
    public let framerates: [Fraction]
    /// Whether every rate between the two ends is possible.
    public let isFramerateRange: Bool

    /// Makes a mode.
    public init(
        mediaType: String,
        format: String?,
        width: Extent,
        height: Extent,
        framerates: [Fraction],
        isFramerateRange: Bool = false
    ) {
        self.mediaType = mediaType
        self.format = format
        self.width = width
        self.height = height
        self.framerates = framerates.sorted { $0.value > $1.value }
        self.isFramerateRange = isFramerateRange
    }

    /// The rate that the camera would use for a wanted one: equal within 1 percent, as 29.97 is for 30.
    public func framerate(near wanted: Fraction) -> Fraction? {
        let near = framerates.filter { $0.isNear(wanted) }
        if let match = near.min(by: { abs($0.value - wanted.value) < abs($1.value - wanted.value) }) {
            return match
        }
        guard isFramerateRange, let highest = framerates.first, let lowest = framerates.last else {
            return nil
        }
        let value = wanted.value
        return value <= highest.value && value >= lowest.value ? wanted : nil
    }
}

extension Fraction {
    func isNear(_ other: Fraction) -> Bool {
        abs(value - other.value) <= other.value * 0.01
    }
}
