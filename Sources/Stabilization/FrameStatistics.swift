/// What was found out about one picture, and what was done to it.
public struct FrameStatistics: Sendable, Hashable {
    /// A move, turn and zoom around the middle of the picture.
    public struct Move: Sendable, Hashable {
        /// Pixels to the right.
        public var x: Double
        /// Pixels down.
        public var y: Double
        /// Radians, clockwise on the screen.
        public var angle: Double
        /// Scale: 1 when the size was not touched.
        public var scale: Double

        /// Nothing moves.
        public static let identity = Move(x: 0, y: 0, angle: 0, scale: 1)
    }

    /// Points that were found again in this picture.
    public var tracked = 0
    /// Those of them that move as the camera does.
    public var inliers = 0
    /// How far the measured motion is trusted: 0 lost, 1 fully.
    public var confidence = 1.0
    /// Where a point of the picture before went in this one, as measured; identity when that could not be seen.
    public var motion = Move.identity
    /// What was done to the picture: where in the input a point of the output was taken from, besides the crop.
    public var correction = Move.identity
    /// Whether the correction had to be cut so that nothing outside the picture shows.
    public var wasClamped = false
    /// Whether the camera's motion could not be seen (dark, covered, without texture).
    public var isLost = false
    /// Whether the path began anew with this picture.
    public var isCut = false

    /// A picture that was left as it is.
    public init() {}
}
