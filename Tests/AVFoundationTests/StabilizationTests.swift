import Testing

@testable import AVFoundation

/// How a connection steadies the pictures of a recording.
@Suite(.serialized) struct StabilizationTests {
    private static let modes: [(AVCaptureVideoStabilizationMode, AVCaptureVideoStabilizationMode)] = [
        (.off, .off), (.standard, .standard), (.cinematic, .cinematic), (.lowLatency, .lowLatency),
        (.auto, .cinematic), (.cinematicExtended, .off), (.previewOptimized, .off),
    ]

    @Test func theActiveModeIsTheOneThatWorks() throws {
        let studio = try Studio()
        let connection = try #require(studio.output.connection(with: .video))
        #expect(connection.preferredVideoStabilizationMode == .off)
        #expect(connection.isVideoStabilizationSupported)
        for (preferred, active) in Self.modes {
            connection.preferredVideoStabilizationMode = preferred
            #expect(connection.preferredVideoStabilizationMode == preferred)
            #expect(connection.activeVideoStabilizationMode == active)
            #expect(studio.output.options(for: studio.url("a.mov")).stabilization == connection.stabilization)
        }
    }

    @Test func slowPicturesAreNotHeldBackForLong() throws {
        let studio = try Studio()
        let connection = try #require(studio.output.connection(with: .video))
        connection.preferredVideoStabilizationMode = .auto
        let camera = studio.camera.device
        try camera.lockForConfiguration()
        let usual = camera.activeVideoMinFrameDuration
        camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 10)
        #expect(connection.activeVideoStabilizationMode == .standard)
        camera.activeVideoMinFrameDuration = usual
        camera.unlockForConfiguration()
        #expect(connection.activeVideoStabilizationMode == .cinematic)
    }

    @Test func soundIsNotSteadied() throws {
        let studio = try Studio()
        let connection = try #require(studio.output.connection(with: .audio))
        connection.preferredVideoStabilizationMode = .standard
        #expect(!connection.isVideoStabilizationSupported)
        #expect(connection.activeVideoStabilizationMode == .off)
    }

    @Test(.timeLimit(.minutes(15))) func aSteadyRecordingHasAllItsPictures() async throws {
        let studio = try Studio()
        try #require(studio.output.connection(with: .video)).preferredVideoStabilizationMode = .cinematic
        studio.session.startRunning()
        studio.output.maxRecordedDuration = CMTime(value: 2, timescale: 1)
        let url = studio.url("a.mov")
        studio.log.record(url, with: studio.output)
        let ending = try await studio.log.end(of: url)
        #expect(ending.error?.code == .maximumDurationReached)
        let movie = try Movie(url)
        #expect(movie.frames == 60)
        #expect(movie.decodes)
        studio.session.stopRunning()
    }
}
