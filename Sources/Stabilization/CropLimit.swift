/// What a correction may be so that every sampled pixel lies inside the picture.
///
/// The output is a window of the input, cut by `crop` and then moved, turned and zoomed by the correction. In closed
/// form: a window of `w × h`, turned by θ and scaled by k, reaches `k·(w·|cos θ| + h·|sin θ|)/2` from its middle.
struct CropLimit {
    /// The share that is cut off.
    let crop: Double
    private let width: Int
    private let height: Int
    /// Scale of the window when nothing is corrected.
    let zoom: Double
    /// From the middle of the picture to the last sample of luma and of chroma: the nearer of both.
    private let halfWidth: Double
    private let halfHeight: Double
    /// Rounding of positions in the warp, in pixels, with a wide margin.
    private static let slack = 1.0 / 128
    /// Radians, and logarithm of scale, that a view may be planned off the camera: 1.8° and 1.8 % at a tenth.
    private static let turnPerCrop = 0.314
    private static let zoomPerCrop = 0.18

    /// - Parameters:
    ///   - width: Pixels in a row.
    ///   - height: Rows.
    ///   - crop: The share cut off each dimension.
    init(width: Int, height: Int, crop: Double) {
        (self.width, self.height, self.crop) = (width, height, crop)
        zoom = 1 - crop
        halfWidth = max(0, Double(width - 2) / 2)
        halfHeight = max(0, Double(height - 2) / 2)
    }

    /// The same picture with another crop.
    func with(crop: Double) -> CropLimit { CropLimit(width: width, height: height, crop: crop) }

    /// How far a view may be planned from the camera along an axis.
    ///
    /// Turns and zooms may take up to about half of a crop; what they need of it is not left for moving.
    ///
    /// - Parameters:
    ///   - axis: 0 across and 1 down, in pixels; 2 angle; 3 logarithm of scale.
    ///   - view: The turn and zoom of the view.
    /// - Returns: The distance to either side.
    func room(along axis: Int, for view: PathWindow.Axes) -> Double {
        switch axis {
        case 2: return CropLimit.turnPerCrop * (1 - zoom)
        case 3: return CropLimit.zoomPerCrop * (1 - zoom)
        default:
            let (reach, room) = reach(of: Similarity(x: 0, y: 0, angle: view[2], logScale: view[3]))
            return max(0, axis == 0 ? room.x - reach.x : room.y - reach.y)
        }
    }

    /// The nearest correction that stays inside the picture, and whether it differs.
    func clamp(_ correction: Similarity) -> (correction: Similarity, wasClamped: Bool) {
        let untouched = reach(of: .identity)
        guard untouched.reach.x <= untouched.room.x, untouched.reach.y <= untouched.room.y else {
            // Without a crop there is no room for anything.
            return (.identity, correction != .identity)
        }
        var result = correction
        var wasClamped = false
        // A turn or zoom that does not fit even in the middle is eased back; identity always fits.
        var (reach, room) = reach(of: result)
        if reach.x > room.x || reach.y > room.y {
            wasClamped = true
            var (low, high) = (0.0, 1.0)
            for _ in 0..<24 {
                let share = (low + high) / 2
                let trial = Similarity(
                    x: 0,
                    y: 0,
                    angle: correction.angle * share,
                    logScale: correction.logScale * share
                )
                let (reach, room) = self.reach(of: trial)
                if reach.x <= room.x, reach.y <= room.y { low = share } else { high = share }
            }
            let eased = Similarity(
                x: 0,
                y: 0,
                angle: correction.angle * low,
                logScale: correction.logScale * low
            )
            result.a = eased.a
            result.b = eased.b
            (reach, room) = self.reach(of: result)
        }
        let limit = (x: max(0, room.x - reach.x), y: max(0, room.y - reach.y))
        let moved = (x: min(max(result.x, -limit.x), limit.x), y: min(max(result.y, -limit.y), limit.y))
        if moved.x != result.x || moved.y != result.y {
            wasClamped = true
            result.x = moved.x
            result.y = moved.y
        }
        return (result, wasClamped)
    }

    private func reach(
        of correction: Similarity
    ) -> (reach: (x: Double, y: Double), room: (x: Double, y: Double)) {
        let (c, s) = (abs(correction.a) * zoom, abs(correction.b) * zoom)
        // Across the turn one more pixel counts, so that the last chroma sample of an odd size is inside too.
        return (
            (c * halfWidth + s * (halfHeight + 1), s * (halfWidth + 1) + c * halfHeight),
            (halfWidth - CropLimit.slack, halfHeight - CropLimit.slack)
        )
    }
}
