import Testing

@testable import GStreamer

/// Arithmetic on time.
struct ClockTimeTests {
    @Test func unitsConvert() {
        #expect(ClockTime.milliseconds(1500).nanoseconds == 1_500_000_000)
        #expect(ClockTime.seconds(1.5) == .milliseconds(1500))
        #expect(ClockTime.seconds(-0.25).nanoseconds == -250_000_000)
        #expect(ClockTime.seconds(1 / 3.0).nanoseconds == 333_333_333)
        #expect(ClockTime(nanoseconds: 2_500_000_000).seconds == 2.5)
        #expect(ClockTime.zero.nanoseconds == 0)
        #expect(ClockTime.milliseconds(1500).description == "1.5 s")
    }

    @Test func sumsAndDifferencesAreSigned() {
        #expect(ClockTime.milliseconds(2) - .milliseconds(5) == .milliseconds(-3))
        #expect(ClockTime.milliseconds(2) + .milliseconds(-5) == .milliseconds(-3))
        #expect(ClockTime.milliseconds(-3) < .zero)
        var time = ClockTime.milliseconds(1)
        time += .milliseconds(4)
        time -= .milliseconds(2)
        #expect(time == .milliseconds(3))
    }

    @Test func nonsenseFromHardwareDoesNotTrap() {
        let largest = ClockTime(nanoseconds: .max)
        #expect(largest + ClockTime(nanoseconds: 1) == ClockTime(nanoseconds: .min))
        #expect(ClockTime(nanoseconds: .min) - ClockTime(nanoseconds: 1) == largest)
    }

    @Test func noTimeIsAnAbsentOptional() {
        #expect(ClockTime(UInt.max) == nil)
        #expect(ClockTime(UInt(Int64.max) + 1) == nil)
        #expect(ClockTime(UInt(Int64.max)) == ClockTime(nanoseconds: .max))
        #expect(ClockTime(UInt(0)) == .zero)
        #expect(ClockTime.milliseconds(-1).unsigned == 0)
        #expect(ClockTime.milliseconds(1).unsigned == 1_000_000)
    }

    @Test func theMonotonicTimeGrows() throws {
        try Gst.initialize()
        let first = Gst.monotonicTime
        #expect(first > .zero)
        #expect(Gst.monotonicTime >= first)
    }
}
