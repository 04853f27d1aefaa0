import Testing

@testable import Stabilization

/// The measured motion against the true one, on a generated world that is drawn exactly.
@Suite struct EstimatorTests {
    /// What the estimator says of the second of two pictures.
    private func measure(_ first: TestPicture, _ second: TestPicture) -> MotionEstimator.Measurement {
        let estimator = MotionEstimator(width: first.layout.width, height: first.layout.height)
        let stored = StoredPicture(first.layout)
        stored.load(first.planes)
        _ = estimator.measure(stored.luma)
        stored.load(second.planes)
        return estimator.measure(stored.luma)
    }

    /// The largest distance of two motions over the picture, in pixels.
    private func distance(_ one: Similarity, _ other: Similarity, _ width: Double, _ height: Double) -> Double
    {
        [(0, 0), (-0.35, -0.35), (0.35, -0.35), (-0.35, 0.35), (0.35, 0.35)].map { (x: Double, y: Double) in
            let (a, b) = (one(x * width, y * height), other(x * width, y * height))
            return max(abs(a.x - b.x), abs(a.y - b.y))
        }.max() ?? 0
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            Similarity.identity,
            Similarity(x: 0.4, y: -0.3, angle: 0, logScale: 0),
            Similarity(x: 7.25, y: 4.5, angle: 0, logScale: 0),
            Similarity(x: -19, y: 11, angle: 0, logScale: 0),
            Similarity(x: 0, y: 0, angle: 0.02, logScale: 0),
            Similarity(x: 0, y: 0, angle: 0, logScale: 0.02),
            Similarity(x: -3, y: 2, angle: -0.03, logScale: -0.015),
        ]
    )
    func motionIsMeasuredExactly(_ motion: Similarity) {
        let world = World()
        // What was at p is at motion(p): the camera's pose turns the other way.
        let found = measure(world.picture(.identity), world.picture(motion.inverse))
        #expect(!found.isLost && !found.isCut)
        #expect(found.inliers > 60)
        let error = distance(found.motion, motion, 320, 180)
        #expect(error < 0.08, "off by \(error) px")
    }

    @Test(.timeLimit(.minutes(15))) func largePicturesAreMeasuredInTheirOwnPixels() {
        let world = World(seed: 3, amplitude: 0.8)
        let motion = Similarity(x: 5.5, y: -3.25, angle: 0.004, logScale: 0)
        let scale = Similarity(a: 0.4, b: 0, x: 0, y: 0)
        let found = measure(
            world.picture(scale, 1001, 563),
            world.picture(scale * motion.inverse, 1001, 563)
        )
        #expect(distance(found.motion, motion, 1001, 563) < 0.2)
    }

    @Test(.timeLimit(.minutes(15))) func smallPicturesAreMeasuredToo() {
        let world = World(seed: 4)
        let motion = Similarity(x: 2.5, y: -1.25, angle: 0.005, logScale: 0)
        let found = measure(world.picture(.identity, 160, 90), world.picture(motion.inverse, 160, 90))
        #expect(distance(found.motion, motion, 160, 90) < 0.1)
    }

    @Test(.timeLimit(.minutes(15))) func aChangeOfBrightnessIsNoMotion() {
        let world = World(amplitude: 0.6)
        let first = world.picture(.identity)
        let second = world.picture(.identity)
        second.fill(0) { column, row in first.planes.planes[0].row(row)[column] &+ 20 }
        let found = measure(first, second)
        #expect(distance(found.motion, .identity, 320, 180) < 0.02)
    }

    @Test(.timeLimit(.minutes(15))) func aThingInFrontDoesNotTakeOver() {
        let (world, thing) = (World(seed: 5), World(seed: 6))
        func picture(_ pose: Similarity, _ offset: Double) -> TestPicture {
            let picture = world.picture(pose)
            let covering = thing.picture(Similarity(x: -offset, y: 0, angle: 0, logScale: 0))
            picture.fill(0) { column, row in
                let isCovered = (80..<250).contains(column) && (20..<150).contains(row)
                return (isCovered ? covering : picture).planes.planes[0].row(row)[column]
            }
            return picture
        }
        // A camera that moved a little before, and goes on so, while a thing comes into view.
        let estimator = MotionEstimator(width: 320, height: 180)
        let stored = StoredPicture(PictureLayout(format: .gray8, width: 320, height: 180))
        var last = MotionEstimator.Measurement()
        for step in 0..<4 {
            let pose = Similarity(x: 1.5 * Double(step), y: 0, angle: 0, logScale: 0)
            let shown = step < 2 ? world.picture(pose) : picture(pose, 9 * Double(step))
            stored.load(shown.planes)
            last = estimator.measure(stored.luma)
        }
        #expect(distance(last.motion, Similarity(x: -1.5, y: 0, angle: 0, logScale: 0), 320, 180) < 0.2)
    }

    @Test(.timeLimit(.minutes(15))) func whatCannotBeSeenIsLost() {
        let world = World()
        let black = TestPicture(.gray8, 320, 180)
        black.fill(16)
        #expect(measure(world.picture(.identity), black).isLost)
        #expect(measure(black, world.picture(.identity)).isLost)
        #expect(measure(black, black).isLost)
        #expect(measure(black, black).motion == .identity)
    }

    @Test(.timeLimit(.minutes(15))) func anotherSceneIsACut() {
        let found = measure(World(seed: 1).picture(.identity), World(seed: 2).picture(.identity))
        #expect(found.isCut)
        #expect(!found.isLost)
        #expect(found.motion == .identity)
    }

    @Test func placesToTrackAreWhereTheTextureIs() {
        let level = PlaneMemory<Float>(width: 160, height: 90)
        // A bright square on nothing: its corners are good places, its edges are not.
        for y in 0..<90 { for x in 0..<160 { level.row(y)[x] = 40...100 ~= x && 30...60 ~= y ? 200 : 50 } }
        let corners = CornerGrid(width: 160, height: 90).corners(of: level)
        #expect(!corners.isEmpty)
        for corner in corners {
            let isNear = [(40, 30), (101, 30), (40, 61), (101, 61)].contains {
                abs($0.0 - corner.x) <= 5 && abs($0.1 - corner.y) <= 5
            }
            #expect(isNear, "\(corner)")
        }
    }

    @Test func aFitIgnoresPointsThatLie() throws {
        var dice = Dice(2)
        let motion = Similarity(x: 4, y: -3, angle: 0.02, logScale: 0.01)
        let pairs = (0..<100).map { index in
            let (x, y) = (dice.number(-200...200), dice.number(-100...100))
            let (qx, qy) =
                index % 5 < 3 ? motion(x, y) : (x + dice.number(-30...30), y + dice.number(-30...30))
            return CameraMotionFit.Pair(px: x, py: y, qx: qx, qy: qy, weight: 1)
        }
        var fit = CameraMotionFit()
        let fitted = fit.fit(pairs, previous: .identity)
        let result = try #require(fitted)
        #expect(distance(result.motion, motion, 400, 200) < 1e-6)
        #expect(result.follows.count { $0 } >= 60)
    }

    @Test func trustIsLostFastAndEarnedSlowly() {
        var trust = BackgroundTrust(cells: 2)
        trust.update([(0, false), (1, true)])
        trust.update([(0, false), (1, true)])
        #expect(trust[0] < 0.5)
        #expect(trust[1] == 1)
        let low = trust[0]
        trust.update([(0, true), (1, true)])
        #expect(trust[0] > low && trust[0] < 0.65)
        trust.reset()
        #expect(trust[0] == 1)
    }
}
