import Testing

@testable import AVFoundation

/// A session with the test devices and a movie output, and what its delegate and its observers are told.
final class Studio {
    let session = AVCaptureSession()
    let output = AVCaptureMovieFileOutput()
    let camera: AVCaptureDeviceInput
    let microphone: AVCaptureDeviceInput?
    let directory: TemporaryDirectory
    let log: RecordingLog
    let notices: Notices

    init(
        camera name: String = "test",
        preset: AVCaptureSession.Preset = .qvga320x240,
        hasSound: Bool = true,
        log: RecordingLog = RecordingLog()
    ) throws {
        self.log = log
        directory = try TemporaryDirectory()
        notices = Notices(of: session)
        camera = try AVCaptureDeviceInput(device: try #require(AVCaptureDevice(uniqueID: name)))
        microphone =
            hasSound
            ? try AVCaptureDeviceInput(device: try #require(AVCaptureDevice(uniqueID: "test-microphone")))
            : nil
        session.beginConfiguration()
        session.sessionPreset = preset
        session.addInput(camera)
        if let microphone { session.addInput(microphone) }
        session.addOutput(output)
        session.commitConfiguration()
    }

    deinit { session.stopRunning() }

    func url(_ name: String) -> URL { directory.url(name) }

    /// Every sample as it was captured.
    func recordsUncompressedSound() throws {
        output.setOutputSettings(
            [AVFormatIDKey: kAudioFormatLinearPCM],
            for: try #require(output.connection(with: .audio))
        )
    }

    /// Records for a while.
    /// - Returns: How the recording ended.
    func record(_ name: String, seconds: Double) async throws -> RecordingLog.Ending {
        log.record(url(name), with: output)
        try await log.wait(for: .didStart, of: url(name))
        try await Task.sleep(for: .seconds(seconds))
        output.stopRecording()
        return try await log.end(of: url(name))
    }
}

/// Counts a session's notifications.
final class Notices: Sendable {
    private let state = Shared(Kept())
    private let tokens: [Shared<any NSObjectProtocol>]

    private final class Kept {
        let lock = NSLock()
        var names: [Notification.Name] = []
        var errors: [AVError] = []
        var reasons: [Int] = []
    }

    init(of session: AVCaptureSession) {
        let all = [
            AVCaptureSession.runtimeErrorNotification, AVCaptureSession.didStartRunningNotification,
            AVCaptureSession.didStopRunningNotification, AVCaptureSession.wasInterruptedNotification,
            AVCaptureSession.interruptionEndedNotification,
        ]
        tokens = all.map { [state] name in
            Shared(
                NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { note in
                    let error = (note.userInfo?[AVCaptureSessionErrorKey] as? NSError) as? AVError
                    let reason = note.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
                    state.value.lock.withLock {
                        state.value.names.append(name)
                        if let error { state.value.errors.append(error) }
                        if let reason { state.value.reasons.append(reason) }
                    }
                }
            )
        }
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token.value) } }

    private func read<Result>(_ body: (Kept) -> Result) -> Result {
        state.value.lock.withLock { body(state.value) }
    }

    func count(_ name: Notification.Name) -> Int { read { $0.names.count { $0 == name } } }
    var all: [Notification.Name] { read { $0.names } }
    /// The errors of all runtime errors.
    var errors: [AVError] { read { $0.errors } }
    /// The reasons of all interruptions.
    var reasons: [Int] { read { $0.reasons } }
}
