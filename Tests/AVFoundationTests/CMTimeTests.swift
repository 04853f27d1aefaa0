import Foundation
import GStreamer
import Testing

@testable import AVFoundation

/// Times behave as those of Core Media.
@Suite struct CMTimeTests {
    @Test func timesThatAreNoNumbersAreTold() {
        #expect(!CMTime.invalid.isValid && !CMTime.invalid.isNumeric)
        #expect(CMTime() == .invalid)
        #expect(CMTime.indefinite.isValid && CMTime.indefinite.isIndefinite && !CMTime.indefinite.isNumeric)
        #expect(CMTime.positiveInfinity.isPositiveInfinity && !CMTime.positiveInfinity.isNumeric)
        #expect(CMTime.negativeInfinity.isNegativeInfinity && !CMTime.negativeInfinity.isNumeric)
        #expect(CMTime.zero.isNumeric && CMTime.zero.value == 0 && CMTime.zero.timescale == 1)
        #expect(CMTime(value: 1, timescale: 0) == .invalid)
        #expect(CMTIME_IS_INVALID(kCMTimeInvalid) && CMTIME_IS_NUMERIC(kCMTimeZero))
        #expect(CMTime.invalid.flags.rawValue == 0 && CMTime.zero.flags.rawValue == 1)
        #expect(CMTime.indefinite.flags.rawValue == 17)
        #expect(CMTime.positiveInfinity.flags.rawValue == 5)
        #expect(CMTime.negativeInfinity.flags.rawValue == 9)
    }

    @Test func secondsBecomeTimesAndBack() {
        let time = CMTime(seconds: 0.5, preferredTimescale: 600)
        #expect(time.value == 300 && time.timescale == 600 && !time.hasBeenRounded)
        #expect(time.seconds == 0.5 && CMTimeGetSeconds(time) == 0.5)
        let third = CMTimeMakeWithSeconds(1.0 / 3, preferredTimescale: 600)
        #expect(third.value == 200 && !third.hasBeenRounded)
        let odd = CMTime(seconds: 0.0123, preferredTimescale: 100)
        #expect(odd.value == 1 && odd.hasBeenRounded)
        #expect(CMTime(seconds: 1, preferredTimescale: 0) == .invalid)
        #expect(CMTime(seconds: .infinity, preferredTimescale: 600) == .positiveInfinity)
        #expect(CMTime(seconds: -1e30, preferredTimescale: 600) == .negativeInfinity)
        #expect(CMTime(seconds: .nan, preferredTimescale: 600) == .invalid)
        #expect(CMTime.invalid.seconds.isNaN && CMTime.indefinite.seconds.isNaN)
        #expect(CMTime.positiveInfinity.seconds == .infinity)
        // The timescale is halved until the value has room.
        let far = CMTime(seconds: 1e17, preferredTimescale: 600)
        #expect(far.timescale == 75 && far.seconds == 1e17)
    }

    @Test func sumsTakeTheLeastCommonTimescale() {
        let sum = CMTime(value: 1, timescale: 4) + CMTime(value: 1, timescale: 6)
        #expect(sum.value == 5 && sum.timescale == 12 && !sum.hasBeenRounded)
        let same = CMTime(value: 1001, timescale: 30000) + CMTime(value: 1001, timescale: 30000)
        #expect(same.value == 2002 && same.timescale == 30000)
        let difference = CMTimeSubtract(CMTime(value: 1, timescale: 10), CMTime(value: 1, timescale: 5))
        #expect(difference.value == -1 && difference.timescale == 10)
        let primes = CMTime(value: 1, timescale: 2_147_483_629) + CMTime(value: 1, timescale: 2_147_483_587)
        #expect(primes.timescale == kCMTimeMaxTimescale && primes.value == 2 && primes.hasBeenRounded)
        var time = CMTime.zero
        time += CMTime(value: 1, timescale: 2)
        time -= CMTime(value: 1, timescale: 4)
        #expect(time == CMTime(value: 1, timescale: 4))
    }

    @Test func sumsThatHaveNoRoomGetCoarserAndThenInfinite() {
        let large = CMTime(value: .max, timescale: 600)
        let sum = large + large
        #expect(sum.timescale == 300 && sum.value == .max && !sum.hasBeenRounded)
        let whole = CMTime(value: .max, timescale: 1)
        #expect(whole + whole == .positiveInfinity)
        #expect(CMTime(value: .min, timescale: 1) - whole == .negativeInfinity)
    }

    @Test func infinitiesAndUnknownTimesSpread() {
        let (one, plus, minus) = (
            CMTime(value: 1, timescale: 1), CMTime.positiveInfinity, CMTime.negativeInfinity
        )
        #expect(one + plus == plus && minus + one == minus)
        #expect(plus + plus == plus && plus + minus == .invalid)
        #expect(plus - plus == .invalid && plus - minus == plus && minus - plus == minus)
        #expect(one - plus == minus)
        #expect(one + .indefinite == .indefinite && plus + .indefinite == plus)
        #expect(one + .invalid == .invalid)
        #expect(plus * Int32(-2) == minus && CMTime.indefinite * Int32(3) == .indefinite)
        #expect(minus * -0.5 == plus && CMTime.invalid * 2.0 == .invalid)
    }

    @Test func epochsKeepTimelinesApart() {
        let first = CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 1)
        let second = CMTimeMakeWithEpoch(value: 2, timescale: 1, epoch: 2)
        #expect(first < second)
        #expect(first + second == .invalid)
        #expect((first + CMTime(value: 1, timescale: 1)).epoch == 1)
        #expect((first - first).epoch == 0 && first - first == .zero)
    }

    @Test func theOrderIsApples() {
        let sorted: [CMTime] = [
            .negativeInfinity, CMTime(value: -1, timescale: 2), .zero, CMTime(value: 1, timescale: 3),
            .indefinite, .positiveInfinity, .invalid,
        ]
        #expect(sorted.reversed().sorted() == sorted)
        #expect(CMTimeCompare(sorted[1], sorted[2]) == -1)
        #expect(CMTimeCompare(CMTime(value: 1, timescale: 2), CMTime(value: 300, timescale: 600)) == 0)
        #expect(CMTimeMaximum(.zero, .positiveInfinity) == .positiveInfinity)
        #expect(CMTimeMinimum(.zero, sorted[1]) == sorted[1])
        #expect(CMTimeAbsoluteValue(sorted[1]) == CMTime(value: 1, timescale: 2))
        #expect(Set([CMTime(value: 1, timescale: 2), CMTime(value: 2, timescale: 4)]).count == 1)
    }

    @Test(arguments: [
        (CMTimeRoundingMethod.roundHalfAwayFromZero, [3, -3, 2, -2]), (.roundTowardZero, [2, -2, 2, -2]),
        (.roundAwayFromZero, [3, -3, 3, -3]), (.roundTowardPositiveInfinity, [3, -2, 3, -2]),
        (.roundTowardNegativeInfinity, [2, -3, 2, -3]), (.quickTime, [2, -2, 2, -2]),
        (.default, [3, -3, 2, -2]),
    ])
    func eachMethodRoundsItsWay(method: CMTimeRoundingMethod, expected: [Int64]) {
        let found = [25, -25, 24, -24].map {
            CMTime(value: $0, timescale: 10).convertScale(1, method: method)
        }
        #expect(found.map(\.value) == expected)
        #expect(found.allSatisfy { $0.hasBeenRounded && $0.timescale == 1 })
    }

    @Test func quickTimeNeverLosesANegativeTime() {
        let small = CMTime(value: -1, timescale: 10)
        #expect(small.convertScale(1, method: .quickTime).value == -1)
        #expect(CMTime(value: 1, timescale: 10).convertScale(1, method: .quickTime).value == 0)
        #expect(CMTime(value: 1, timescale: 3).convertScale(10, method: .quickTime).value == 4)
    }

    @Test func aScaleWithoutRoomIsInfinite() {
        let large = CMTime(value: .max, timescale: 1)
        #expect(large.convertScale(600, method: .default) == .positiveInfinity)
        #expect(CMTime(value: .min, timescale: 1).convertScale(2, method: .default) == .negativeInfinity)
        #expect(large.convertScale(0, method: .default) == .invalid)
        #expect(CMTime.indefinite.convertScale(600, method: .default) == .indefinite)
        #expect(CMTimeConvertScale(.zero, timescale: 600, method: .default).timescale == 600)
    }

    @Test func productsHaveTheTimescaleThatAppleGivesThem() {
        let time = CMTime(value: 3, timescale: 30)
        #expect((time * Int32(4)).value == 12 && (time * Int32(4)).timescale == 30)
        let half = time * 0.5
        #expect(half.timescale == 122_880 && half.value == 6144 && !half.hasBeenRounded)
        let ratio = CMTimeMultiplyByRatio(time, multiplier: 1, divisor: 2)
        #expect(ratio.value == 2 && ratio.timescale == 30 && ratio.hasBeenRounded)
        #expect(CMTimeMultiplyByRatio(time, multiplier: 1, divisor: 0) == .invalid)
        #expect(CMTimeMultiply(time, multiplier: -1) < .zero)
    }

    @Test func itIsShownAsCMTimeShowDoes() {
        #expect(CMTime(value: 1001, timescale: 30000).description == "{1001/30000 = 0.033}")
        #expect("\(CMTime(seconds: 0.3, preferredTimescale: 7))" == "{2/7 = 0.286, rounded}")
        #expect("\(CMTime.invalid) \(CMTime.indefinite)" == "{INVALID} {INDEFINITE}")
        #expect("\(CMTime.positiveInfinity) \(CMTime.negativeInfinity)" == "{+INFINITY} {-INFINITY}")
    }

    @Test func itIsKeptAsJSON() throws {
        for time in [CMTime(value: -7, timescale: 600), .invalid, .positiveInfinity] {
            let copy = try JSONDecoder().decode(CMTime.self, from: JSONEncoder().encode(time))
            #expect(copy.value == time.value && copy.timescale == time.timescale)
            #expect(copy.flags == time.flags && copy.epoch == time.epoch)
        }
    }

    @Test func theEnginesTimesAreExact() {
        let time = CMTime(ClockTime(nanoseconds: 33_366_667))
        #expect(time.value == 33_366_667 && time.timescale == 1_000_000_000)
        #expect(time.clockTime == ClockTime(nanoseconds: 33_366_667))
        #expect(CMTime(nil) == .invalid && CMTime.invalid.clockTime == nil)
        #expect(CMTime(value: 1, timescale: 3).clockTime == ClockTime(nanoseconds: 333_333_333))
        #expect(CMTime.positiveInfinity.clockTime == nil)
        #expect(CMTime(value: .max, timescale: 1).clockTime == nil)
    }
}
