import CameraCapture
import Synchronization
import Testing

@testable import AVFoundation

/// An output that takes pictures and does nothing with them.
final class SilentOutput: AVCaptureOutput {
    override init() { super.init() }
    override var mediaTypes: [AVMediaType] { [.video] }
}

extension Conformance {
    /// Behaviour 12: changes between begin and commit take effect together, and disturb nothing before.
    @Suite(.serialized) struct ConfigurationTests {
        /// The numbers of the pictures that the devices deliver.
        private final class Cadence: Sendable {
            private let numbers = Mutex<[Int64]>([])
            let engine: RunningEngine

            init(of session: AVCaptureSession) throws {
                engine = try #require(session.state.withLock { $0.engine })
                engine.session.addTap(
                    CaptureTap(video: { [weak self] buffer, _ in
                        self?.numbers.withLock { $0.append(buffer.offset ?? -1) }
                    })
                )
            }

            var all: [Int] { numbers.withLock { $0.map(Int.init) } }
        }

        @Test(.timeLimit(.minutes(15))) func nestedChangesApplyOnceAtTheOutermostCommit() async throws {
            let studio = try Studio()
            let session = studio.session
            session.startRunning()
            let cadence = try Cadence(of: session)
            session.beginConfiguration()
            session.beginConfiguration()
            session.sessionPreset = .cif352x288
            if let microphone = studio.microphone { session.removeInput(microphone) }
            session.commitConfiguration()
            // Not the outermost one: the devices run on.
            let before = cadence.all.count
            try await until("pictures keep coming") { cadence.all.count > before + 10 }
            #expect(session.state.withLock { $0.engine } === cadence.engine)
            #expect(Pictures.isConsecutive(cadence.all))
            session.commitConfiguration()
            let engine = try #require(session.state.withLock { $0.engine })
            #expect(engine !== cadence.engine)
            // Both changes were made by one restart.
            #expect(engine.number == cadence.engine.number + 1)
            #expect(try await studio.record("a.mov", seconds: 0.4).error == nil)
            let movie = try Movie(studio.url("a.mov"))
            #expect((movie.width, movie.height) == (352, 288))
            #expect(!movie.hasAudio)
            studio.log.expectOrder()
        }

        @Test(.timeLimit(.minutes(15))) func aCommitTooManyChangesNothing() async throws {
            let studio = try Studio()
            studio.session.commitConfiguration()
            studio.session.startRunning()
            studio.session.commitConfiguration()
            #expect(studio.session.isRunning)
            studio.session.beginConfiguration()
            studio.session.commitConfiguration()
            studio.session.commitConfiguration()
            #expect(try await studio.record("a.mov", seconds: 0.3).error == nil)
            studio.log.expectOrder()
        }

        @Test(.timeLimit(.minutes(15))) func nothingStartsOrStopsInsideAConfiguration() async throws {
            let studio = try Studio()
            let session = studio.session
            session.beginConfiguration()
            session.startRunning()
            #expect(!session.isRunning)
            session.commitConfiguration()
            #expect(!session.isRunning)
            session.startRunning()
            session.beginConfiguration()
            session.stopRunning()
            #expect(session.isRunning)
            session.commitConfiguration()
            #expect(session.isRunning)
            session.startRunning()
            #expect(studio.notices.all == [AVCaptureSession.didStartRunningNotification])
            session.stopRunning()
            session.stopRunning()
            #expect(studio.notices.count(AVCaptureSession.didStopRunningNotification) == 1)
        }

        @Test(.timeLimit(.minutes(15)), arguments: ["camera", "microphone", "output", "preset"])
        func takingAwayWhatIsRecordedEndsTheFile(what: String) async throws {
            let studio = try Studio()
            let session = studio.session
            session.startRunning()
            let url = studio.url("a.mov")
            studio.log.record(url, with: studio.output)
            try await studio.log.wait(for: .didStart, of: url)
            try await Task.sleep(for: .milliseconds(500))
            session.beginConfiguration()
            switch what {
            case "camera": session.removeInput(studio.camera)
            case "microphone": session.removeInput(try #require(studio.microphone))
            case "output": session.removeOutput(studio.output)
            default: session.sessionPreset = .cif352x288
            }
            try await Task.sleep(for: .milliseconds(300))
            // Before the commit nothing has happened.
            #expect(studio.output.isRecording)
            #expect(studio.log.ending(url) == nil)
            let recorded = studio.output.recordedDuration.seconds
            #expect(recorded > 0.6)
            session.commitConfiguration()
            let ending = try await studio.log.end(of: url)
            #expect(ending.error?.code == .sessionConfigurationChanged)
            #expect(ending.error?.recordingSuccessfullyFinished == true)
            #expect(!ending.isRecording)
            #expect(session.isRunning)
            let movie = try Movie(url)
            #expect(movie.decodes)
            #expect(Pictures.isConsecutive(try movie.pictures().numbers))
            #expect(abs(movie.seconds - recorded) < 0.25)
            studio.log.expectOrder()
        }

        @Test(.timeLimit(.minutes(15))) func whatDoesNotConcernARecordingDoesNotTouchIt() async throws {
            let studio = try Studio()
            let session = studio.session
            session.startRunning()
            let cadence = try Cadence(of: session)
            let url = studio.url("a.mov")
            studio.log.record(url, with: studio.output)
            try await studio.log.wait(for: .didStart, of: url)
            for _ in 0..<5 {
                let other = SilentOutput()
                session.beginConfiguration()
                session.addOutput(other)
                session.commitConfiguration()
                #expect(other.connection(with: .video)?.isActive == true)
                try await Task.sleep(for: .milliseconds(200))
                session.removeOutput(other)
                session.sessionPreset = session.sessionPreset
            }
            #expect(session.state.withLock { $0.engine } === cadence.engine)
            studio.output.stopRecording()
            #expect(try await studio.log.end(of: url).error == nil)
            #expect(Pictures.isConsecutive(cadence.all))
            #expect(Pictures.isConsecutive(try Movie(url).pictures().numbers))
            studio.log.expectOrder()
        }

        @Test(.timeLimit(.minutes(15))) func aSessionWithoutACameraWaitsForOne() async throws {
            let studio = try Studio()
            studio.session.removeInput(studio.camera)
            studio.session.startRunning()
            #expect(studio.session.isRunning)
            studio.session.addInput(studio.camera)
            #expect(try await studio.record("a.mov", seconds: 0.3).error == nil)
            studio.log.expectOrder()
        }
    }
}
