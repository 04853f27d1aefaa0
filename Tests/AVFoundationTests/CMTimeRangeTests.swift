import AVFoundation
import Testing

/// Spans of time contain, cut and join as those of Core Media.
@Suite struct CMTimeRangeTests {
    private func seconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }

    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: seconds(start), end: seconds(end))
    }

    @Test func theStartBelongsToASpanAndTheEndDoesNot() {
        #expect(range(1, 3).containsTime(seconds(1)) && !range(1, 3).containsTime(seconds(3)))
        #expect(range(1, 3).duration == seconds(2) && range(1, 3).end == seconds(3))
        #expect(!range(1, 3).containsTime(.invalid) && !CMTimeRange.invalid.containsTime(seconds(1)))
    }

    @Test func spansAreCutAndJoined() {
        #expect(range(1, 4).intersection(range(3, 6)) == range(3, 4))
        #expect(range(1, 2).intersection(range(3, 6)).isEmpty)
        #expect(range(1, 2).union(range(3, 6)) == range(1, 6))
        #expect(range(1, 6).containsTimeRange(range(2, 6)) && !range(2, 6).containsTimeRange(range(1, 6)))
        #expect(CMTimeRangeGetUnion(range(1, 2), otherRange: .invalid) == .invalid)
    }

    @Test func spansThatAreNoneAreTold() {
        #expect(!CMTimeRange.invalid.isValid && CMTimeRange.zero.isEmpty)
        #expect(!range(3, 1).isValid)
        #expect(CMTimeRange(start: .zero, duration: .indefinite).isIndefinite)
        #expect(CMTimeRangeEqual(kCMTimeRangeZero, CMTimeRangeMake(start: .zero, duration: .zero)))
    }
}
