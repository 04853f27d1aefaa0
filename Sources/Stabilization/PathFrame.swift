/// What is known of the camera's path at one picture.
struct PathFrame {
    /// In seconds.
    var time: Double
    /// From a point of the picture before to this one.
    var motion: Similarity
    /// Whether the motion could not be seen, and is a guess.
    var isLost = false
    /// Whether the picture has nothing to do with the one before.
    var startsAnew = false
}
