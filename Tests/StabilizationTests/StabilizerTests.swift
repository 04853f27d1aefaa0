import Glibc
import Testing

@testable import Stabilization

/// Whole pictures in, whole pictures out.
@Suite struct StabilizerTests {
    private static func film(_ index: Int) -> Similarity {
        let time = Double(index) / 30
        return Similarity(
            x: 5 * sin(2 * .pi * 3.1 * time),
            y: 4 * sin(2 * .pi * 4.3 * time + 1),
            angle: 0.006 * sin(2 * .pi * 2.7 * time),
            logScale: 0
        )
    }

    /// Pushes pictures, takes out all that is ready, and drains.
    private func run(
        _ configuration: Stabilizer.Configuration,
        _ count: Int,
        time: (Int) -> UInt64 = { UInt64($0) * 33_333_333 },
        isDiscontinuity: (Int) -> Bool? = { _ in nil },
        draw: (Int, TestPicture) -> Void,
        taken: (Int, TestPicture, FrameStatistics) -> Void
    ) -> Int {
        let stabilizer = Stabilizer(configuration)
        let (input, output) = (TestPicture(configuration.layout), TestPicture(configuration.layout))
        var number = 0
        func takeOut() {
            while stabilizer.isReady {
                taken(number, output, stabilizer.pop(into: output.planes))
                number += 1
            }
        }
        for index in 0..<count {
            draw(index, input)
            stabilizer.push(input.planes, time: time(index), isDiscontinuity: isDiscontinuity(index))
            #expect(stabilizer.isReady == (index >= stabilizer.latency))
            takeOut()
            #expect(number == max(0, index + 1 - stabilizer.latency))
        }
        stabilizer.drain()
        takeOut()
        #expect(output.isIntact)
        return number
    }

    @Test(.timeLimit(.minutes(15)), arguments: [StabilizationMode.lowlatency, .standard, .cinematic])
    func aShakyFilmGetsSteady(_ mode: StabilizationMode) {
        let world = World()
        let count = 32
        var views: [Similarity] = []
        let configuration = Stabilizer.Configuration(format: .gray8, width: 240, height: 136, mode: mode)
        let number = run(
            configuration,
            count,
            draw: { world.draw(StabilizerTests.film($0), into: $1) },
            taken: { index, _, statistics in
                let correction = statistics.correction
                let applied = Similarity(
                    x: correction.x,
                    y: correction.y,
                    angle: correction.angle,
                    logScale: log(correction.scale)
                )
                views.append(StabilizerTests.film(index) * applied)
                #expect(!statistics.isLost)
                #expect(statistics.isCut == (index == 0))
                if index > 0 { #expect(statistics.inliers > 60) }
            }
        )
        #expect(number == count)
        let settled = views[18..<31]
        for (before, after) in zip(settled, settled.dropFirst()) {
            #expect(abs(after.x - before.x) < 0.5)
            #expect(abs(after.y - before.y) < 0.5)
        }
    }

    @Test(.timeLimit(.minutes(15))) func theOutputShowsWhatTheStatisticsSay() {
        let world = World()
        let configuration = Stabilizer.Configuration(
            format: .gray8,
            width: 320,
            height: 180,
            mode: .lowlatency
        )
        _ = run(
            configuration,
            6,
            draw: { world.draw(StabilizerTests.film($0), into: $1) },
            taken: { index, output, statistics in
                let correction = statistics.correction
                let view =
                    StabilizerTests.film(index)
                    * Similarity(
                        x: correction.x,
                        y: correction.y,
                        angle: correction.angle,
                        logScale: log(correction.scale)
                    ).zoomed(0.9)
                for (column, row) in [(10, 10), (160, 90), (300, 160), (40, 150)] {
                    let (x, y) = view(Double(column) - 159.5, Double(row) - 89.5)
                    let shown = Double(output.planes.planes[0].row(row)[column])
                    #expect(abs(shown - min(max(world.brightness(x, y), 0), 255)) < 8)
                }
            }
        )
    }

    @Test(.timeLimit(.minutes(15)), arguments: PixelFormat.allCases)
    func picturesComeOutInOrderWhateverTheyAre(_ format: PixelFormat) {
        for lookAhead in [0, 1, 15, 30] {
            var configuration = Stabilizer.Configuration(format: format, width: 34, height: 22)
            configuration.lookAhead = lookAhead
            var seen: [UInt8] = []
            let count = 40
            let number = run(
                configuration,
                count,
                draw: { $1.fill(UInt8($0 + 10)) },
                taken: {
                    seen.append($1.bytes(0)[11 * $1.layout.planes[0].rowBytes + 12]); _ = ($0, $2)
                }
            )
            #expect(number == count)
            #expect(seen == (0..<count).map { UInt8($0 + 10) })
        }
    }

    /// Nothing of a change shows but what was asked for: the view goes on where it was.
    @Test(.timeLimit(.minutes(15))) func aChangeIsNoBreak() {
        let world = World()
        var configuration = Stabilizer.Configuration(format: .gray8, width: 320, height: 180, crop: 0.15)
        let stabilizer = Stabilizer(configuration)
        let (input, output) = (TestPicture(configuration.layout), TestPicture(configuration.layout))
        var views: [Similarity] = []
        var expected = 0
        func pop() {
            while stabilizer.isReady {
                let statistics = stabilizer.pop(into: output.planes)
                #expect(statistics.isCut == views.isEmpty)
                let correction = statistics.correction
                views.append(
                    StabilizerTests.film(views.count)
                        * Similarity(
                            x: correction.x,
                            y: correction.y,
                            angle: correction.angle,
                            logScale: log(correction.scale)
                        )
                )
            }
        }
        for index in 0..<120 {
            switch index {
            case 40: (configuration.mode, configuration.lookAhead) = (.cinematic, 15)
            case 60: configuration.crop = 0.1
            case 80: (configuration.mode, configuration.lookAhead) = (.standard, 8)
            default: break
            }
            if configuration != stabilizer.configuration {
                stabilizer.change(to: configuration)
                pop()
            }
            world.draw(StabilizerTests.film(index), into: input)
            stabilizer.push(input.planes, time: UInt64(index) * 33_333_333)
            pop()
            expected = max(expected, index + 1 - stabilizer.latency)
            #expect(views.count == expected)
        }
        stabilizer.drain()
        pop()
        #expect(views.count == 120)
        #expect(!stabilizer.isChanging)
        let settled = views[18..<120]
        for (before, after) in zip(settled, settled.dropFirst()) {
            #expect(abs(after.x - before.x) < 0.7)
            #expect(abs(after.y - before.y) < 0.7)
        }
    }

    @Test func modeOffChangesNothing() {
        var dice = Dice(3)
        for format in PixelFormat.allCases {
            let configuration = Stabilizer.Configuration(format: format, width: 48, height: 20, mode: .off)
            let stabilizer = Stabilizer(configuration)
            #expect(stabilizer.latency == 0)
            let (input, output) = (TestPicture(configuration.layout), TestPicture(configuration.layout))
            for index in input.planes.planes.indices {
                input.fill(index) { _, _ in UInt8(dice.integer(0...255)) }
            }
            stabilizer.push(input.planes, time: 0)
            #expect(stabilizer.isReady)
            #expect(stabilizer.pop(into: output.planes) == FrameStatistics())
            #expect(output.bytes == input.bytes)
        }
    }

    @Test(.timeLimit(.minutes(15))) func blackAndCutsMakeNoJumps() {
        let (world, other) = (World(seed: 1), World(seed: 2))
        let configuration = Stabilizer.Configuration(format: .gray8, width: 240, height: 136)
        var last = 0.0
        var lost = 0
        var cuts: [Int] = []
        _ = run(
            configuration,
            75,
            draw: { index, picture in
                if (20..<40).contains(index) {
                    picture.fill(16)
                } else {
                    (index < 60 ? world : other).draw(StabilizerTests.film(index), into: picture)
                }
            },
            taken: { index, _, statistics in
                if statistics.isLost { lost += 1 }
                if statistics.isCut { cuts.append(index) }
                if (21..<41).contains(index) {
                    // What happens to a picture that shows nothing is a matter of the view alone.
                    #expect(abs(statistics.correction.x - last) < 2.5, "at \(index)")
                }
                last = statistics.correction.x
            }
        )
        #expect(lost == 21)
        #expect(cuts == [0, 60])
    }

    @Test(.timeLimit(.minutes(15))) func gapsAndMarksBeginAnew() {
        let configuration = Stabilizer.Configuration(format: .gray8, width: 64, height: 48, mode: .lowlatency)
        var cuts: [Int] = []
        _ = run(
            configuration,
            12,
            // A gap of two seconds, and a step backwards.
            time: { [0, 1, 2, 3, 63, 64, 65, 66, 30, 31, 32, 33][$0] * 33_333_333 },
            draw: { $1.fill(UInt8($0)) },
            taken: { index, _, statistics in if statistics.isCut { cuts.append(index) } }
        )
        #expect(cuts == [0, 4, 8])
        let stabilizer = Stabilizer(configuration)
        let (input, output) = (TestPicture(configuration.layout), TestPicture(configuration.layout))
        input.fill(9)
        stabilizer.push(input.planes, time: 0)
        #expect(stabilizer.pop(into: output.planes).isCut)
        stabilizer.push(input.planes, time: 1)
        #expect(!stabilizer.pop(into: output.planes).isCut)
        stabilizer.push(input.planes, time: 2, isDiscontinuity: true)
        #expect(stabilizer.pop(into: output.planes).isCut)
    }

    /// Whoever knows that pictures are far apart says so; by themselves the times would begin anew with each.
    @Test(.timeLimit(.minutes(15)), arguments: [true, false])
    func slowPicturesGetSteadyAsWell(_ isSaid: Bool) {
        let world = World()
        // Faster than what such pictures may take for a wanted movement.
        func film(_ index: Int) -> Similarity {
            let time = Double(index)
            return Similarity(x: 5 * sin(2.2 * time), y: 4 * sin(2.7 * time + 1), angle: 0, logScale: 0)
        }
        var views: [Similarity] = []
        var cuts = 0
        let number = run(
            Stabilizer.Configuration(format: .gray8, width: 240, height: 136),
            40,
            time: { UInt64($0) * 700_000_000 },
            isDiscontinuity: { isSaid ? $0 == 0 : nil },
            draw: { world.draw(film($0), into: $1) },
            taken: { index, _, statistics in
                let correction = statistics.correction
                views.append(
                    film(index) * Similarity(x: correction.x, y: correction.y, angle: 0, logScale: 0)
                )
                if statistics.isCut { cuts += 1 }
            }
        )
        #expect(number == 40)
        #expect(cuts == (isSaid ? 1 : 40))
        func unrest(_ path: [Similarity]) -> Double {
            let steps = zip(path, path.dropFirst()).map { hypot($1.x - $0.x, $1.y - $0.y) }
            return steps.reduce(0, +) / Double(steps.count)
        }
        let before = unrest((4..<32).map { film($0) })
        let after = unrest(Array(views[4..<32]))
        #expect(isSaid ? after < before / 4 : abs(after - before) < 0.01, "\(before) to \(after)")
    }

    /// When a film begins, and how far its pictures are apart, in nanoseconds.
    private static let absurdTimes: [(UInt64, UInt64)] = [
        (0, 1), (1_700_000_000_000_000_000, 1), (.max - 2_000, 100), (0, 1 << 58),
    ]

    @Test(.timeLimit(.minutes(15)), arguments: absurdTimes, [0, 1, 8])
    func absurdTimesAreSurvived(_ times: (UInt64, UInt64), _ lookAhead: Int) {
        let world = World()
        var cuts = 0
        var configuration = Stabilizer.Configuration(format: .gray8, width: 120, height: 68)
        configuration.lookAhead = lookAhead
        let number = run(
            configuration,
            20,
            time: { times.0 + UInt64($0) * times.1 },
            isDiscontinuity: { $0 == 0 },
            draw: { world.draw(StabilizerTests.film($0), into: $1) },
            taken: { _, _, statistics in
                #expect(statistics.correction.x.isFinite && statistics.correction.angle.isFinite)
                if statistics.isCut { cuts += 1 }
            }
        )
        #expect(number == 20)
        #expect(cuts == 1)
    }

    @Test func resetForgetsAndGoesOn() {
        let configuration = Stabilizer.Configuration(format: .i420, width: 64, height: 48)
        let stabilizer = Stabilizer(configuration)
        let (input, output) = (TestPicture(configuration.layout), TestPicture(configuration.layout))
        for round in 0..<3 {
            input.fill(UInt8(50 + round))
            for index in 0..<8 { stabilizer.push(input.planes, time: UInt64(index)) }
            #expect(!stabilizer.isReady)
            stabilizer.reset()
        }
        stabilizer.drain()
        #expect(!stabilizer.isReady)
        for index in 0..<9 {
            input.fill(UInt8(100 + index))
            stabilizer.push(input.planes, time: UInt64(index) * 40_000_000)
        }
        #expect(stabilizer.isReady)
        #expect(stabilizer.pop(into: output.planes).isCut)
        #expect(output.bytes(0)[64 * 24 + 32] == 100)
        #expect(!stabilizer.isReady)
    }

    @Test(.timeLimit(.minutes(15))) func anyConfigurationWorks() {
        var dice = Dice(11)
        for _ in 0..<40 {
            let configuration = Stabilizer.Configuration(
                format: dice.one(of: PixelFormat.allCases),
                width: dice.integer(1...120),
                height: dice.integer(1...90),
                mode: dice.one(of: StabilizationMode.allCases),
                lookAhead: dice.integer(0...30),
                crop: dice.number(0...0.2),
                strength: dice.number(0...1)
            )
            var noise = Dice(12)
            var time: UInt64 = 0
            let count = dice.integer(1...12)
            let number = run(
                configuration,
                count,
                time: { _ in
                    time += UInt64(noise.integer(0...90_000_000))
                    return time
                },
                draw: { _, picture in
                    for index in picture.planes.planes.indices {
                        picture.fill(index) { _, _ in UInt8(noise.integer(0...255)) }
                    }
                },
                taken: { _, _, statistics in
                    #expect(statistics.correction.x.isFinite && statistics.correction.angle.isFinite)
                }
            )
            #expect(number == count)
        }
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            (160, 90), (161, 91), (1920, 1080), (3840, 2160), (2160, 3840), (7, 2161), (3840, 7), (1, 3840),
        ]
    )
    func sizesOfEveryKindGoThrough(_ width: Int, _ height: Int) {
        let configuration = Stabilizer.Configuration(
            format: .nv12,
            width: width,
            height: height,
            lookAhead: 1
        )
        let number = run(
            configuration,
            2,
            draw: { $1.fill(UInt8(90 + $0)) },
            taken: { index, picture, _ in
                #expect(picture.isUniform(UInt8(90 + index)))
            }
        )
        #expect(number == 2)
    }
}
