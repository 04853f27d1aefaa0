internal import Glibc

/// Plans the view for the pictures ahead, and gives out the first step of the plan.
///
/// With every picture the plan is made anew: a smooth path near the camera's, which continues the one so far and
/// keeps within what the crop allows. The smoothest plan follows a pan late, so it gets quicker as the camera's
/// trend leads out of the crop.
struct LookAheadSmoother {
    /// What the crop allows; may change from picture to picture.
    var limit: CropLimit
    /// How quick the plan is along each axis: 0 slow, 1 quick.
    private var quickness = PathWindow.Axes.zero

    /// Frequencies that the view follows, in Hz: when slow and when quick.
    private static let slow = 0.3
    private static let quick = 0.8
    /// Seconds ahead that the slow one needs; with less, a plan that is too slow overshoots.
    private static let fullView = 0.5
    /// How much quicker the slow one gets per missing second, in Hz.
    private static let shortSight = 0.65
    /// From this share of the room on the plan gets quicker, and at the end of the ramp it is quick.
    private static let rampStart = 0.1
    private static let rampLength = 0.35
    /// Seconds in which the plan takes up another pace.
    private static let response = 0.09
    private static let passes = 12
    private static let tightening = 8.0

    /// Seconds of the past that tell the camera's trend.
    static let past = 0.5

    init(limit: CropLimit) {
        self.limit = limit
    }

    /// The correction of the due picture.
    ///
    /// - Parameters:
    ///   - window: The camera's path around it.
    ///   - history: Where the view was at the one or two pictures before, seen from the due one; seconds before it.
    ///   - elapsed: Seconds since the picture before.
    /// - Returns: Where the view is, seen from the due picture.
    mutating func correction(
        _ window: PathWindow,
        history: [(time: Double, pose: PathWindow.Axes)],
        elapsed: Double
    ) -> PathWindow.Axes {
        let ahead = window.due..<window.times.count
        let times = Array(window.times[ahead])
        var plan = [PathWindow.Axes](repeating: .zero, count: times.count)
        let response = 1 - exp(-elapsed / LookAheadSmoother.response)
        let missing = max(0, LookAheadSmoother.fullView - (times.last ?? 0))
        let slow = LookAheadSmoother.slow + LookAheadSmoother.shortSight * missing
        // Turn and zoom first: what they need of the crop is not left for moving.
        for axis in [2, 3, 0, 1] {
            let limits = plan.map { limit.room(along: axis, for: $0) }
            let solver = PathSolver(
                times: times,
                history: .init(times: history.map(\.time), values: history.map { $0.pose[axis] })
            )
            let targets = window.poses[ahead].map { $0[axis] }
            let need = trend(window, axis, from: history.last?.pose[axis]) / max(limits[0], 1e-9)
            let share = min(max((need - LookAheadSmoother.rampStart) / LookAheadSmoother.rampLength, 0), 1)
            quickness[axis] += response * (share * share * (3 - 2 * share) - quickness[axis])
            let path = constrained(
                solver,
                targets,
                limits,
                cutoff: slow * pow(LookAheadSmoother.quick / slow, quickness[axis])
            )
            for index in plan.indices { plan[index][axis] = path[index] - targets[index] }
        }
        return plan[0]
    }

    /// Forgets how the camera moved.
    mutating func reset() {
        quickness = .zero
    }

    /// Where the camera's straight trend leads at the end of the window, from where the view is now.
    ///
    /// A step up and down again, as of a person who walks, is no trend.
    private func trend(_ window: PathWindow, _ axis: Int, from view: Double?) -> Double {
        let count = Double(window.times.count)
        let middle = window.times.reduce(0, +) / count
        let mean = window.poses.reduce(0) { $0 + $1[axis] } / count
        var (slope, spread) = (0.0, 0.0)
        for (time, pose) in zip(window.times, window.poses) {
            slope += (time - middle) * (pose[axis] - mean)
            spread += (time - middle) * (time - middle)
        }
        slope = spread > 0 ? slope / spread : 0
        let end = window.times.last ?? 0
        return abs(mean + slope * (end - middle) - (view ?? mean))
    }

    /// The smooth path that keeps within the limits: where it does not, it is pulled back harder.
    private func constrained(
        _ solver: PathSolver,
        _ targets: [Double],
        _ limits: [Double],
        cutoff: Double
    ) -> [Double] {
        var weights = [Double](repeating: 1, count: targets.count)
        var pulled = targets
        var path = solver.path(near: targets, weights: weights, cutoff: cutoff)
        for _ in 0..<LookAheadSmoother.passes {
            var isInside = true
            for index in path.indices {
                let distance = path[index] - targets[index]
                guard abs(distance) > limits[index] else { continue }
                isInside = false
                weights[index] *= LookAheadSmoother.tightening
                pulled[index] = targets[index] + (distance < 0 ? -0.98 : 0.98) * limits[index]
            }
            if isInside { break }
            path = solver.path(near: pulled, weights: weights, cutoff: cutoff)
        }
        return path
    }
}
