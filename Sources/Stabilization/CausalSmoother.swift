internal import Glibc

/// Decides the view without looking ahead: it stands still while the camera stays near, and follows when it leaves.
struct CausalSmoother {
    /// What the crop allows; may change from picture to picture.
    var limit: CropLimit
    /// How fast the view moves along each axis, per second.
    private var velocity = PathWindow.Axes.zero

    /// The share of the crop within which the view stands still.
    private static let inner = 0.5
    /// Seconds in which a distance is made up, at the edge of the crop.
    private static let follow = 0.2
    /// Seconds in which the view takes up speed.
    private static let response = 0.1
    /// Seconds in which the view comes to the camera by itself.
    private static let leak = 4.0

    init(limit: CropLimit) {
        self.limit = limit
    }

    /// The correction of the due picture.
    ///
    /// - Parameters:
    ///   - view: Where the view was at the picture before, seen from the due one.
    ///   - elapsed: Seconds since then.
    /// - Returns: Where the view is, seen from the due picture.
    mutating func correction(view: PathWindow.Axes, elapsed: Double) -> PathWindow.Axes {
        var result = view
        for axis in [2, 3, 0, 1] {
            let room = limit.room(along: axis, for: result)
            let distance = view[axis]
            let share = min(
                max((abs(distance) / max(room, 1e-9) - CausalSmoother.inner) / (1 - CausalSmoother.inner), 0),
                1
            )
            let pull = share * share * (3 - 2 * share) / CausalSmoother.follow + 1 / CausalSmoother.leak
            let wanted = -distance * pull
            velocity[axis] += (wanted - velocity[axis]) * (1 - exp(-elapsed / CausalSmoother.response))
            result[axis] = min(max(distance + velocity[axis] * elapsed, -room), room)
        }
        return result
    }

    /// Forgets how the view moved.
    mutating func reset() {
        velocity = .zero
    }
}
