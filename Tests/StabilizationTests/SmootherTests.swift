import Glibc
import Testing

@testable import Stabilization

/// The view along paths that can be written down.
@Suite struct SmootherTests {
    /// Runs a camera along a path, and gives where the view was.
    private func views(
        lookAhead: Int,
        crop: Double = 0.1,
        count: Int = 240,
        times: (Int) -> Double = { Double($0) / 30 },
        along pose: (Double) -> Similarity
    ) -> (views: [Similarity], steps: [ViewPlanner.Step]) {
        let limit = CropLimit(width: 1280, height: 720, crop: crop)
        var planner = ViewPlanner(width: 1280, strength: 1, lookAhead: lookAhead, limit: limit)
        var steps: [ViewPlanner.Step] = []
        for index in 0..<count + lookAhead {
            if index < count {
                let motion =
                    index == 0
                    ? Similarity.identity : pose(times(index)).inverse * pose(times(index - 1))
                planner.append(PathFrame(time: times(index), motion: motion, startsAnew: index == 0))
            }
            if index >= lookAhead { steps.append(planner.next()) }
        }
        return (steps.indices.map { pose(times($0)) * steps[$0].correction }, steps)
    }

    private func move(_ x: Double, _ y: Double = 0) -> Similarity {
        Similarity(x: x, y: y, angle: 0, logScale: 0)
    }

    @Test(arguments: [0, 5, 8, 15, 30])
    func aStillCameraIsLeftAlone(_ lookAhead: Int) {
        for step in views(lookAhead: lookAhead, along: { _ in .identity }).steps {
            #expect(abs(step.correction.x) < 1e-9 && abs(step.correction.b) < 1e-9)
            #expect(!step.wasClamped)
        }
    }

    @Test(arguments: [0, 8, 15])
    func tremorIsTakenOut(_ lookAhead: Int) {
        let (views, _) = views(lookAhead: lookAhead) { time in
            Similarity(
                x: 6 * sin(2 * .pi * 4 * time),
                y: 4 * sin(2 * .pi * 7 * time),
                angle: 0.003 * sin(30 * time),
                logScale: 0
            )
        }
        for (before, after) in zip(views[60...], views[61...]) {
            #expect(abs(after.x - before.x) < 0.35)
            #expect(abs(after.y - before.y) < 0.35)
            #expect(abs(after.angle - before.angle) < 0.0003)
        }
    }

    @Test(arguments: [8, 15])
    func anEvenPanIsFollowed(_ lookAhead: Int) {
        let (views, steps) = views(lookAhead: lookAhead) { move(200 * $0) }
        for index in 90..<210 {
            #expect(abs(views[index].x - views[index - 1].x - 200.0 / 30) < 0.2)
            #expect(!steps[index].wasClamped)
        }
    }

    @Test(arguments: [0, 8, 15])
    func theViewArrivesAfterAPan(_ lookAhead: Int) {
        let (_, steps) = views(lookAhead: lookAhead) { time in move(260 * min(max(time - 1, 0), 2)) }
        // Half a second after the stop, and at the end.
        #expect(abs(steps[105].correction.x) < 50)
        #expect(abs(steps[239].correction.x) < 30)
    }

    @Test(arguments: [0, 8, 15, 30], [0.02, 0.1, 0.2])
    func theCropIsNeverLeft(_ lookAhead: Int, _ crop: Double) {
        let limit = CropLimit(width: 1280, height: 720, crop: crop)
        let (_, steps) = views(lookAhead: lookAhead, crop: crop) { time in
            Similarity(
                x: 400 * sin(3 * time),
                y: 300 * sin(2 * time),
                angle: 0.3 * sin(5 * time),
                logScale: 0.2 * sin(time)
            )
        }
        for step in steps {
            let correction = step.correction
            #expect(!limit.clamp(correction.easedByRounding).wasClamped, "\(correction)")
        }
    }

    @Test(arguments: [8, 15])
    func unevenTimesMakeNoDifference(_ lookAhead: Int) {
        // Every third picture is missing.
        let times: (Int) -> Double = { Double($0 + $0 / 2) / 30 }
        let shake: (Double) -> Similarity = { move(150 * $0 + 5 * sin(2 * .pi * 3 * $0)) }
        let (views, _) = views(lookAhead: lookAhead, count: 160, times: times, along: shake)
        for index in 70..<140 {
            let speed = (views[index].x - views[index - 1].x) / (times(index) - times(index - 1))
            #expect(abs(speed - 150) < 25, "at \(index)")
        }
    }

    @Test func aGrowingZoomDoesNotGrowTheError() {
        let (views, steps) = views(lookAhead: 15) { time in
            Similarity(x: 3 * sin(20 * time), y: 0, angle: 2 * time, logScale: -0.3 * time)
        }
        for index in 60..<220 {
            #expect(abs(steps[index].correction.x) < 30)
            #expect(abs(views[index].x) < 3)
        }
    }

    @Test func theSolverAgreesWithElimination() {
        var dice = Dice(4)
        let count = 9
        var matrix = [[Double]](repeating: Array(repeating: 0, count: count), count: count)
        for index in 0..<count {
            matrix[index][index] = dice.number(20...30)
            for beside in 1...2 where index + beside < count {
                matrix[index][index + beside] = dice.number(-4...4)
                matrix[index + beside][index] = matrix[index][index + beside]
            }
        }
        let solution = (0..<count).map { _ in dice.number(-10...10) }
        let right = matrix.map { row in zip(row, solution).reduce(0) { $0 + $1.0 * $1.1 } }
        let band = { (beside: Int) in
            (0..<count).map { $0 + beside < count ? matrix[$0][$0 + beside] : 0 }
        }
        let found = PathSolver.solve(band(0), band(1), band(2), right)
        for (a, b) in zip(found, solution) { #expect(abs(a - b) < 1e-9) }
    }

    @Test func theSolverContinuesAStraightLine() {
        let solver = PathSolver(
            times: [0, 0.1, 0.3],
            history: .init(times: [-0.3, -0.1], values: [-3, -1])
        )
        let path = solver.path(near: [0, 1, 3], weights: [1, 1, 1], cutoff: 0.5)
        for (value, expected) in zip(path, [0.0, 1, 3]) { #expect(abs(value - expected) < 1e-9) }
    }

    @Test func theViewFadesToTheMiddleWhenSightIsLostAndBack() {
        let limit = CropLimit(width: 1280, height: 720, crop: 0.1)
        var planner = ViewPlanner(width: 1280, strength: 1, lookAhead: 8, limit: limit)
        var shifts: [Double] = []
        for index in 0..<180 {
            let isLost = (60..<100).contains(index)
            let motion =
                isLost || index == 0 ? .identity : move(6 * sin(Double(index)) - 6 * sin(Double(index - 1)))
            planner.append(
                PathFrame(time: Double(index) / 30, motion: motion, isLost: isLost, startsAnew: index == 0)
            )
            if index >= 8 { shifts.append(planner.next().correction.x) }
        }
        #expect(shifts[30..<55].map(abs).max() ?? 0 > 3)
        for shift in shifts[85..<98] { #expect(abs(shift) < 1e-9) }
        #expect(shifts[130..<170].map(abs).max() ?? 0 > 3)
    }

    @Test func aCutBeginsAnewAtOnce() {
        let limit = CropLimit(width: 1280, height: 720, crop: 0.1)
        var planner = ViewPlanner(width: 1280, strength: 1, lookAhead: 8, limit: limit)
        var steps: [ViewPlanner.Step] = []
        for index in 0..<100 {
            // A fast pan, then another scene that stands still.
            planner.append(
                PathFrame(
                    time: Double(index) / 30,
                    motion: index < 50 ? move(-20) : .identity,
                    startsAnew: index == 0 || index == 50
                )
            )
            if index >= 8 { steps.append(planner.next()) }
        }
        for step in steps[50...] { #expect(abs(step.correction.x) < 1e-9) }
    }
}

extension Similarity {
    /// The same a little nearer to the middle, so that a value at a limit is not beyond it by rounding.
    var easedByRounding: Similarity { Similarity(axes * (1 - 1e-6)) }
}
