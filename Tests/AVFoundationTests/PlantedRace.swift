import CameraCapture
import Testing

@testable import AVFoundation

/// A race for the thread sanitizer to find, so that "it found nothing" means something; `make sanitize` asks for it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["GSTCAM_PLANTED_RACE"] != nil))
struct PlantedRace {
    private final class Unprotected {
        var number: Int64 = 0
    }

    /// One of GStreamer's threads writes what this thread reads, and nothing keeps them apart.
    @Test(.timeLimit(.minutes(15))) func aTapWritesWhatSomebodyReads() async throws {
        let studio = try Studio(hasSound: false)
        studio.session.startRunning()
        let engine = try #require(studio.session.state.withLock { $0.engine })
        let shared = Shared(Unprotected())
        engine.session.addTap(CaptureTap(video: { buffer, _ in shared.value.number = buffer.offset ?? 0 }))
        var last: Int64 = 0
        for _ in 0..<100 {
            last = max(last, shared.value.number)
            try await Task.sleep(for: .milliseconds(10))
        }
        studio.session.stopRunning()
        #expect(last > 10)
    }
}
