import Testing

@testable import CameraElements

/// How far apart pictures are, by itself.
struct PicturePaceTests {
    private static let second: UInt64 = 1_000_000_000
    private static let thirtieth: UInt64 = 33_333_333

    /// What becomes of caps of 30 pictures a second, and how often it changes.
    private func pace(_ distances: [UInt64], caps: UInt64 = thirtieth) -> (duration: UInt64, changes: Int) {
        var pace = PicturePace(caps)
        var (time, changes) = (Self.second, 0)
        pace.note(time)
        for distance in distances {
            let before = pace.duration
            time += distance
            pace.note(time)
            if pace.duration != before { changes += 1 }
        }
        return (pace.duration, changes)
    }

    private func often(_ distances: [UInt64]) -> [UInt64] {
        (0..<400).map { distances[$0 % distances.count] }
    }

    @Test(arguments: [30, 25, 24, 20, 15, 12, 10, 8, 5, 3])
    func slowerPicturesAreReckonedWith(rate: UInt64) {
        let distance = Self.second / rate
        let (duration, changes) = pace(often([distance]))
        #expect((distance...distance + Self.thirtieth / 8 + 1) ~= duration, "\(duration)")
        #expect(changes == (rate == 30 ? 0 : 1))
    }

    @Test func halfTheRateIsExactlyTwiceTheDistance() {
        let (duration, _) = pace(often([66_666_667]))
        #expect((66_666_667...66_666_700) ~= duration, "\(duration)")
    }

    @Test func shortAndLongOnesTakingTurnsAreTakenTogether() {
        let (duration, changes) = pace(often([Self.thirtieth, 2 * Self.thirtieth]))
        #expect((50_000_000 - 1...50_000_000 + Self.thirtieth / 8 + 1) ~= duration, "\(duration)")
        #expect(changes == 1)
    }

    @Test func whatIsLostNowAndThenChangesNothing() {
        let regular = [UInt64](repeating: Self.thirtieth, count: 8)
        for odd: [UInt64] in [
            [2 * Self.thirtieth], [3 * Self.thirtieth], [2 * Self.thirtieth, 2 * Self.thirtieth],
            [10 * Self.second], [60_000_000, 1_000, 90_000_000],
        ] {
            let (duration, changes) = pace(often(regular + odd))
            #expect(duration == Self.thirtieth && changes == 0, "\(odd)")
        }
    }

    @Test func aClockThatIsNotExactChangesNothing() {
        // Slower by a thousandth, and early and late by a tenth.
        let jitter: [Int64] = [0, 3, -2, 1, -3, 2, 0, -1]
        let distances = (0..<400).map { index in
            UInt64(33_366_700 + (jitter[index % 8] - jitter[(index + 7) % 8]) * 500_000)
        }
        #expect(pace(distances) == (Self.thirtieth, 0))
    }

    @Test func itNeverGetsLess() {
        let slow = [UInt64](repeating: 2 * Self.thirtieth, count: 30)
        let fast = [UInt64](repeating: Self.thirtieth, count: 300)
        let (duration, changes) = pace(slow + fast + slow + fast)
        #expect((2 * Self.thirtieth...2 * Self.thirtieth + 100) ~= duration)
        #expect(changes == 1)
    }

    @Test func aCameraThatGetsSlowerLittleByLittleChangesItSeldom() {
        let distances = (0..<1000).map { Self.thirtieth + UInt64($0) * Self.thirtieth / 1000 }
        let (duration, changes) = pace(distances)
        #expect(duration >= distances[950])
        #expect(changes <= 8)
    }

    @Test func absurdTimesAreSurvived() {
        for caps in [VideoStabFormat.durations.lowerBound, VideoStabFormat.durations.upperBound] {
            var pace = PicturePace(caps)
            for index in 0..<40 { pace.note(UInt64(index) << 57) }
            #expect(
                VideoStabFormat.durations.upperBound...2 * VideoStabFormat.durations.upperBound
                    ~= pace.duration
            )
            for _ in 0..<20 { pace.note(.max) }
            for _ in 0..<20 { pace.note(0) }
        }
    }
}
