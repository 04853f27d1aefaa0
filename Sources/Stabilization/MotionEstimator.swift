/// Measures how the camera moved from one picture to the next.
///
/// Every pair of pictures is measured afresh, without long tracks, so nothing can drift.
final class MotionEstimator {
    /// What one picture told.
    struct Measurement {
        /// Where a point of the previous picture went in this one; identity when that could not be seen.
        var motion = Similarity.identity
        var tracked = 0
        var inliers = 0
        var isLost = false
        /// Whether this picture shows something else than the one before.
        var isCut = false
    }

    private var previous: LumaPyramid
    private var current: LumaPyramid
    private var corners: [CornerGrid.Corner] = []
    private var hasPrevious = false
    /// The middle of the picture in samples of the first level.
    private let middle: (x: Double, y: Double)
    private let grid: CornerGrid
    private let search: CoarseSearch
    private let tracker = PointTracker()
    private var fit = CameraMotionFit()
    private var background = BackgroundTrust(cells: CornerGrid.columns * CornerGrid.rows)
    /// The motion before, in samples of the first level.
    private var lastMotion = Similarity.identity

    /// With fewer points than this, or a smaller share, the motion is not believed.
    private static let leastInliers = 8
    private static let leastShare = 0.2
    /// Pictures that differ more than this share of their own variation have nothing in common.
    private static let cutDifference: Float = 0.8
    private static let leastCornersForCut = 12

    init(width: Int, height: Int) {
        previous = LumaPyramid(width: width, height: height)
        current = LumaPyramid(width: width, height: height)
        let size = 2 * Double(current.factor)
        middle = (Double(width) / size - 0.5, Double(height) / size - 0.5)
        grid = CornerGrid(width: current.levels[0].width, height: current.levels[0].height)
        search = CoarseSearch(width: current.levels[2].width, height: current.levels[2].height)
    }

    /// Forgets the pictures so far.
    func reset() {
        hasPrevious = false
        lastMotion = .identity
        background.reset()
    }

    /// Takes the next picture.
    func measure(_ luma: PlaneMemory<UInt8>) -> Measurement {
        swap(&previous, &current)
        current.load(luma)
        let oldCorners = corners
        corners = grid.corners(of: current.levels[0])
        guard hasPrevious else {
            hasPrevious = true
            return Measurement()
        }
        let match = search.match(from: previous.levels[2], to: current.levels[2])
        let pairs = track(oldCorners, match)
        var measurement = Measurement()
        measurement.tracked = pairs.count
        let result = fit.fit(pairs.map(\.pair), previous: lastMotion)
        if let result {
            measurement.inliers = result.follows.count { $0 }
        }
        guard let result, measurement.inliers >= MotionEstimator.leastInliers,
            Double(measurement.inliers) >= MotionEstimator.leastShare * Double(measurement.tracked)
        else {
            let hasTexture = min(oldCorners.count, corners.count) >= MotionEstimator.leastCornersForCut
            measurement.isCut = hasTexture && match.difference > MotionEstimator.cutDifference
            measurement.isLost = !measurement.isCut
            lastMotion = .identity
            background.reset()
            return measurement
        }
        background.update(zip(pairs, result.follows).map { ($0.cell, $1) })
        lastMotion = result.motion
        measurement.motion = result.motion
        let factor = Double(current.factor)
        measurement.motion.x *= factor
        measurement.motion.y *= factor
        return measurement
    }

    private func track(
        _ corners: [CornerGrid.Corner],
        _ match: CoarseSearch.Match
    ) -> [(pair: CameraMotionFit.Pair, cell: Int)] {
        corners.compactMap { corner in
            let (px, py) = (Double(corner.x) - middle.x, Double(corner.y) - middle.y)
            let predicted = lastMotion(px, py)
            let starts: [(x: Float, y: Float)] = [
                (Float(match.x * 4), Float(match.y * 4)),
                (Float(predicted.x - px), Float(predicted.y - py)),
                (0, 0),
            ]
            let track = tracker.track(
                x: Float(corner.x),
                y: Float(corner.y),
                from: previous,
                to: current,
                starts: starts
            )
            return track.map { track in
                let pair = CameraMotionFit.Pair(
                    px: px,
                    py: py,
                    qx: px + Double(track.x),
                    qy: py + Double(track.y),
                    weight: background[corner.cell]
                )
                return (pair, corner.cell)
            }
        }
    }
}
