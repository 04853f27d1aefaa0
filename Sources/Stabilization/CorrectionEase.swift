/// Fades the correction out where it would do harm, and in again, so softly that nobody sees it.
///
/// Without sight of the motion the view returns to the middle; a camera on a tripod is left alone.
struct CorrectionEase {
    /// How much of the correction is applied: 0...1, before the soft curve.
    private var sight = 1.0
    private var hold = 1.0
    private var isOnTripod = false

    /// Seconds of a fade.
    private static let sightTime = 0.7
    private static let tripodTime = 1.0
    /// Seconds of calm that make a tripod.
    static let calm = 1.0
    /// The largest movement that is still one, and the least that is none any more, as shares of the width.
    private static let still = 0.3 / 1280
    private static let moving = 0.6 / 1280

    private let width: Double

    init(width: Int) {
        self.width = Double(width)
    }

    /// Whether the correction is faded out wholly because the motion is not seen.
    var isBlind: Bool { sight == 0 }

    /// How far the measured motion is trusted.
    var confidence: Double { sight }

    /// The share of the correction to apply.
    mutating func share(isLost: Bool, window: PathWindow, elapsed: Double) -> Double {
        let step = elapsed / CorrectionEase.sightTime
        sight = min(max(sight + (isLost ? -step : step), 0), 1)
        let span = (window.times.last ?? 0) - (window.times.first ?? 0)
        let movement = movement(window)
        if movement > CorrectionEase.moving * width {
            isOnTripod = false
        } else if movement < CorrectionEase.still * width, span >= CorrectionEase.calm {
            isOnTripod = true
        }
        let change = elapsed / CorrectionEase.tripodTime
        hold = min(max(hold + (isOnTripod ? -change : change), 0), 1)
        return soft(sight) * soft(hold)
    }

    /// After a cut nothing is left to be eased.
    mutating func reset() {
        self = CorrectionEase(width: Int(width))
    }

    private func soft(_ value: Double) -> Double { value * value * (3 - 2 * value) }

    /// How far the camera strays from its mean place: root mean square, in pixels, over the last and the next pictures.
    private func movement(_ window: PathWindow) -> Double {
        let recent = window.times.indices.filter { window.times[$0] >= -CorrectionEase.calm }
        let count = Double(recent.count)
        let mean = recent.reduce(PathWindow.Axes.zero) { $0 + window.poses[$1] } / count
        let square = recent.reduce(PathWindow.Axes.zero) { sum, index in
            let away = window.poses[index] - mean
            return sum + away * away
        }
        // A turn moves what is a quarter of the width away from the middle.
        let arm = width / 4
        return ((square[0] + square[1] + (square[2] + square[3]) * arm * arm) / count).squareRoot()
    }
}
