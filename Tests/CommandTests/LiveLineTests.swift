import CameraCapture
import GStreamer
import Testing

@testable import Recording
@testable import gstcam

/// The numbers that people read while a recording runs.
@Suite struct LiveLineTests {
    private func progress(audioLevel: Double?, free: Int64?) -> RecordingProgress {
        RecordingProgress(
            path: "a.mp4",
            duration: .milliseconds(61_900),
            bytes: 12_345_678,
            frames: 1857,
            losses: [Loss(cause: .encoder, start: .zero, frames: 3, duration: .zero)],
            audioLevel: audioLevel,
            freeBytes: free
        )
    }

    @Test func theLineShowsEverything() {
        let line = LiveLine.text(progress(audioLevel: -23.6, free: 81_000_000_000), framerate: 29.97)
        #expect(line == "\u{25CF} 01:01  12 MB  30.0 fps  3 dropped  -24 dB  81 GB free")
    }

    @Test func theLineLeavesOutWhatIsUnknown() {
        let line = LiveLine.text(progress(audioLevel: nil, free: nil), framerate: 0)
        #expect(line == "\u{25CF} 01:01  12 MB  0.0 fps  3 dropped")
    }

    @Test func digitalSilenceIsSaid() {
        let line = LiveLine.text(progress(audioLevel: -.infinity, free: nil), framerate: 24)
        #expect(line == "\u{25CF} 01:01  12 MB  24.0 fps  3 dropped  silence")
    }

    @Test(
        arguments: [
            (0, "00:00"), (999, "00:00"), (1_000, "00:01"), (59_999, "00:59"), (60_000, "01:00"),
            (3_599_999, "59:59"), (3_600_000, "1:00:00"), (36_610_000, "10:10:10"),
            (360_000_000, "100:00:00"),
        ] as [(Int64, String)]
    )
    func timesLookLikeAClock(milliseconds: Int64, text: String) {
        #expect(LiveLine.clock(.milliseconds(milliseconds)) == text)
    }

    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (9_949, "9.9 kB"), (15_400, "15 kB"),
            (1_500_000, "1.5 MB"), (200_000_000, "200 MB"), (4_294_967_296, "4.3 GB"),
            (2_000_000_000_000, "2.0 TB"), (5_000_000_000_000_000, "5000 TB"),
        ] as [(Int64, String)]
    )
    func sizesAreShort(bytes: Int64, text: String) {
        #expect(LiveLine.size(bytes) == text)
    }

    @Test(
        arguments: [
            (30, 2, "30.00"), (29.97003, 2, "29.97"), (0.05, 1, "0.1"), (-23.6, 0, "-24"), (-0.5, 1, "-0.5"),
            (1.005, 1, "1.0"), (7.5, 1, "7.5"), (59.999, 2, "60.00"),
        ] as [(Double, Int, String)]
    )
    func numbersHaveAFixedCountOfDigits(value: Double, digits: Int, text: String) {
        #expect(LiveLine.fixed(value, digits) == text)
    }
}
