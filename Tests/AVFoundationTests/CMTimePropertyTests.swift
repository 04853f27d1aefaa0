import AVFoundation
import Testing

/// Times calculate as fractions do, for any fractions; checked with 128 bits and cross-multiplication.
@Suite struct CMTimePropertyTests {
    /// Fractions of all sizes, the awkward ones among them.
    private struct Times {
        var random = SystemRandomNumberGenerator()

        mutating func next(bits: Int = 64) -> CMTime {
            let scales: [Int32] = [
                1, 2, 24, 25, 30, 600, 1001, 30000, 44100, 48000, 90000, 1_000_000_000, .max,
            ]
            let scale =
                Bool.random(using: &random)
                ? scales.randomElement(using: &random) ?? 1 : Int32.random(in: 1...Int32.max, using: &random)
            let shift = Int.random(in: (64 - bits)...63, using: &random)
            let value = Int64.random(in: .min ... .max, using: &random) >> Int64(shift)
            return CMTime(value: value, timescale: scale)
        }
    }

    private static let rounds = 20_000

    /// Whether a time is a fraction of seconds, exactly or, when it says that it was rounded, to the nearest.
    private func matches(_ time: CMTime, _ numerator: Int128, over denominator: Int128) -> Bool {
        let error = Int128(time.value) * denominator - numerator * Int128(time.timescale)
        return time.hasBeenRounded ? 2 * error.magnitude <= denominator.magnitude && error != 0 : error == 0
    }

    @Test func sumsAndDifferencesAreThoseOfFractions() {
        var times = Times()
        for _ in 0..<CMTimePropertyTests.rounds {
            let (a, b) = (times.next(), times.next())
            for (result, sign) in [(a + b, Int128(1)), (a - b, -1)] {
                let numerator =
                    Int128(a.value) * Int128(b.timescale) + sign * Int128(b.value) * Int128(a.timescale)
                let denominator = Int128(a.timescale) * Int128(b.timescale)
                if result.isNumeric {
                    #expect(matches(result, numerator, over: denominator), "\(a) \(sign) \(b) = \(result)")
                } else {
                    // Only what has no room in whole seconds is infinite.
                    let seconds = numerator / denominator
                    #expect(result == (seconds > 0 ? CMTime.positiveInfinity : .negativeInfinity))
                    #expect(seconds.magnitude >= Int64.max.magnitude)
                }
            }
        }
    }

    @Test func theOrderIsThatOfFractions() {
        var times = Times()
        for _ in 0..<CMTimePropertyTests.rounds {
            let (a, b) = (times.next(), times.next())
            let (left, right) = (Int128(a.value) * Int128(b.timescale), Int128(b.value) * Int128(a.timescale))
            #expect((a < b) == (left < right) && (a == b) == (left == right))
            #expect(CMTimeCompare(a, b) == -CMTimeCompare(b, a))
        }
    }

    @Test func equalTimesHashEqually() {
        var times = Times()
        for _ in 0..<CMTimePropertyTests.rounds {
            let time = times.next(bits: 32)
            let factor = Int32.random(in: 1...max(1, .max / time.timescale))
            let same = CMTime(value: time.value * Int64(factor), timescale: time.timescale * factor)
            #expect(time == same && time.hashValue == same.hashValue)
        }
    }

    @Test func convertedTimesAreTheNearestOfTheirScale() {
        var times = Times()
        for _ in 0..<CMTimePropertyTests.rounds {
            let (time, scale) = (times.next(), times.next().timescale)
            let nearest = time.convertScale(scale, method: .default)
            if nearest.isNumeric {
                #expect(matches(nearest, Int128(time.value), over: Int128(time.timescale)))
                let down = time.convertScale(scale, method: .roundTowardNegativeInfinity)
                let up = time.convertScale(scale, method: .roundTowardPositiveInfinity)
                #expect(down <= time && (time <= up || !up.isNumeric))
                if up.isNumeric { #expect(up.value - down.value == (nearest.hasBeenRounded ? 1 : 0)) }
            } else {
                let value = Int128(time.value) * Int128(scale) / Int128(time.timescale)
                #expect(value.magnitude >= Int64.max.magnitude)
            }
        }
    }

    @Test func productsWithWholeNumbersAreThoseOfFractions() {
        var times = Times()
        for _ in 0..<CMTimePropertyTests.rounds {
            let (time, factor) = (times.next(), Int32(truncatingIfNeeded: times.next().value))
            let result = time * factor
            guard result.isNumeric else { continue }
            #expect(matches(result, Int128(time.value) * Int128(factor), over: Int128(time.timescale)))
        }
    }

    @Test func productsWithPowersOfTwoAreExact() {
        var times = Times()
        for _ in 0..<CMTimePropertyTests.rounds {
            let time = times.next(bits: 32)
            let factor = Int64.random(in: -1 << 20...1 << 20)
            let result = time * (Double(factor) / 1024)
            #expect(result.timescale >= 65536)
            #expect(matches(result, Int128(time.value) * Int128(factor), over: Int128(time.timescale) * 1024))
        }
    }

    @Test func secondsSurviveTheWayThere() {
        for _ in 0..<CMTimePropertyTests.rounds {
            let seconds = Double.random(in: -1e6...1e6)
            let time = CMTime(seconds: seconds, preferredTimescale: 1_000_000_000)
            #expect(abs(time.seconds - seconds) <= 1e-9)
            #expect(time.hasBeenRounded == (time.seconds != seconds))
        }
    }
}
