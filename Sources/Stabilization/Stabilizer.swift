/// Makes a shaky picture steady, picture by picture, with a fixed delay.
///
/// Pictures go in with ``push(_:time:isDiscontinuity:)`` and come out with ``pop(into:)``, one for one and in order.
/// A stabilizer is used by one thread at a time; it never waits for anything.
public final class Stabilizer {
    /// What it works on, and how.
    public private(set) var configuration: Configuration
    private var ring: PictureRing
    private let warp: PictureWarp
    private let estimator: MotionEstimator
    private var planner: ViewPlanner
    /// What was measured of the pictures in the ring.
    private var measurements: [MotionEstimator.Measurement] = []
    private var lastTime: UInt64?
    /// Where the path is, in seconds; only differences matter, and they are exact at any time of day.
    private var pathTime = 0.0
    private var isDraining = false

    /// After a longer gap the path starts anew where nobody says otherwise, in nanoseconds.
    private static let longestGap: UInt64 = 500_000_000

    /// Seconds between two places of a path: closer ones cannot be told apart, further ones have nothing in common.
    private static let distances = 0.001...3600.0

    /// A stabilizer that has seen nothing yet.
    ///
    /// - Parameters:
    ///   - configuration: What it works on. Values outside the ranges stated there are a programming error.
    ///   - startsUncropped: Whether the first picture is shown whole and the crop comes within half a second, for
    ///     pictures that were shown whole before.
    public init(_ configuration: Configuration, startsUncropped: Bool = false) {
        Stabilizer.check(configuration)
        self.configuration = configuration
        latency = configuration.mode == .off ? 0 : configuration.lookAhead
        ring = PictureRing(configuration.layout, capacity: latency + 1)
        let limit = CropLimit(
            width: configuration.width,
            height: configuration.height,
            crop: configuration.crop
        )
        planner = ViewPlanner(
            width: configuration.width,
            strength: configuration.strength,
            lookAhead: configuration.lookAhead,
            limit: limit,
            startsUncropped: startsUncropped
        )
        estimator = MotionEstimator(width: configuration.width, height: configuration.height)
        warp = PictureWarp(configuration.layout)
    }

    private static func check(_ configuration: Configuration) {
        precondition(0...30 ~= configuration.lookAhead, "look-ahead is 0 to 30 pictures")
        precondition(0...0.2 ~= configuration.crop, "crop is 0 to 0.2")
        precondition(0...1 ~= configuration.strength, "strength is 0 to 1")
    }

    /// How many pictures are held back: the look-ahead, and none in mode off.
    public private(set) var latency: Int

    /// Goes over to another mode, look-ahead, crop or strength: within half a second, and without a break.
    ///
    /// With less look-ahead some pictures become ready at once; with more, the next ones take longer. Before the first
    /// picture nothing needs time.
    ///
    /// - Parameter configuration: Of the same format and size. Neither it nor the one before may be of mode off; a crop
    ///   of 0 shows pictures as they are.
    public func change(to configuration: Configuration) {
        Stabilizer.check(configuration)
        precondition(configuration.layout == self.configuration.layout, "a change keeps format and size")
        precondition(
            configuration.mode != .off && self.configuration.mode != .off,
            "mode off takes another stabilizer"
        )
        self.configuration = configuration
        latency = configuration.lookAhead
        ring.resize(to: latency + 1)
        planner.change(
            crop: configuration.crop,
            strength: configuration.strength,
            lookAhead: configuration.lookAhead
        )
    }

    /// Whether the pictures that come out are still on their way to the last change.
    public var isChanging: Bool { planner.isChanging }

    /// Takes one picture; it is copied, and may be reused after the call.
    ///
    /// Take out what is ready before the next one: there is room for ``latency`` pictures and one more.
    ///
    /// - Parameters:
    ///   - picture: All planes of the configuration's layout.
    ///   - time: Its presentation time in nanoseconds.
    ///   - isDiscontinuity: Whether it does not continue what came before: the path starts anew, as it does when time
    ///     does not go on. By default a gap of more than half a second is a discontinuity.
    public func push(_ picture: PicturePlanes, time: UInt64, isDiscontinuity: Bool? = nil) {
        isDraining = false
        let stored = ring.append(picture)
        guard configuration.mode != .off else { return }
        let elapsed = lastTime.flatMap { time > $0 ? time - $0 : nil }
        lastTime = time
        let startsAnew = elapsed.map { isDiscontinuity ?? ($0 > Stabilizer.longestGap) } ?? true
        pathTime += elapsed.map(Stabilizer.seconds) ?? Stabilizer.distances.lowerBound
        if startsAnew { estimator.reset() }
        var measurement = estimator.measure(stored.luma)
        measurement.isCut = measurement.isCut || startsAnew
        measurements.append(measurement)
        planner.append(
            PathFrame(
                time: pathTime,
                motion: measurement.motion,
                isLost: measurement.isLost,
                startsAnew: measurement.isCut
            )
        )
    }

    private static func seconds(_ nanoseconds: UInt64) -> Double {
        min(max(Double(nanoseconds) * 1e-9, distances.lowerBound), distances.upperBound)
    }

    /// Whether a picture can be taken out without further input.
    public var isReady: Bool { isDraining ? !ring.isEmpty : ring.count > latency }

    /// Writes the next steady picture; call it only when ``isReady``.
    ///
    /// - Parameter output: All planes of the configuration's layout, not those of a pushed picture.
    /// - Returns: What was found out about the picture, and done to it.
    public func pop(into output: PicturePlanes) -> FrameStatistics {
        let picture = ring.removeFirst()
        guard configuration.mode != .off else {
            warp.draw(picture, through: .identity, into: output)
            return FrameStatistics()
        }
        let step = planner.next()
        let correction = step.correction
        let window = Similarity(
            a: correction.a * step.zoom,
            b: correction.b * step.zoom,
            x: correction.x,
            y: correction.y
        )
        warp.draw(picture, through: window, into: output)
        return FrameStatistics(measurements.removeFirst(), step)
    }

    /// After the last push: what is held back becomes ready.
    public func drain() {
        isDraining = true
    }

    /// Forgets everything, as after a seek; pictures held back are dropped.
    public func reset() {
        ring.removeAll()
        measurements = []
        lastTime = nil
        planner.reset()
        estimator.reset()
        isDraining = false
    }
}

extension FrameStatistics {
    init(_ measurement: MotionEstimator.Measurement, _ step: ViewPlanner.Step) {
        tracked = measurement.tracked
        inliers = measurement.inliers
        confidence = step.confidence
        motion = Move(measurement.motion)
        correction = Move(step.correction)
        wasClamped = step.wasClamped
        isLost = measurement.isLost
        isCut = measurement.isCut
    }
}

extension FrameStatistics.Move {
    init(_ move: Similarity) {
        self.init(x: move.x, y: move.y, angle: move.angle, scale: move.scale)
    }
}
