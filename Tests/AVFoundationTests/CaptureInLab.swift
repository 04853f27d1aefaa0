import AVFoundation
import Synchronization
import Testing

/// Only in the device lab, with a camera of the kernel's; `LabTests` runs this there, says in `GSTCAM_IN_LAB` which id
/// the camera has and in `GSTCAM_LAB_MOVIES` where the files go, and looks at them.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["GSTCAM_LAB_MOVIES"] != nil))
struct CaptureInLab {
    private let session = AVCaptureSession()
    private let output = AVCaptureMovieFileOutput()
    private let device: AVCaptureDevice
    private let notices: Notices
    private let log = RecordingLog()

    init() throws {
        let environment = ProcessInfo.processInfo.environment
        device = try #require(environment["GSTCAM_IN_LAB"].flatMap { AVCaptureDevice(uniqueID: $0) })
        notices = Notices(of: session)
        session.sessionPreset = .vga640x480
        session.addInput(try AVCaptureDeviceInput(device: device))
        session.addOutput(output)
    }

    private func url(_ name: String) throws -> URL {
        let directory = try #require(ProcessInfo.processInfo.environment["GSTCAM_LAB_MOVIES"])
        return URL(fileURLWithPath: "\(directory)/\(name)")
    }

    /// Not by Foundation's `Process`, which needs sockets that the lab's kernel lacks.
    private func shell(_ command: String) { #expect(system(command) == 0, "\(command)") }

    private func fault(_ name: String) {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../DeviceLab/fault").path
        shell("'\(script)' \(name)")
    }

    // Behaviour 7.
    @Test(.timeLimit(.minutes(5))) func aCameraThatIsUnpluggedLeavesAPlayableFile() async throws {
        let kept = Told()
        let tokens = [AVCaptureDevice.wasDisconnectedNotification, AVCaptureDevice.wasConnectedNotification]
            .map { name in
                NotificationCenter.default.addObserver(forName: name, object: device, queue: nil) { note in
                    kept.add(note.name)
                }
            }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        session.startRunning()
        try #require(session.isRunning, "\(notices.errors)")
        #expect(device.isConnected)
        let movie = try url("unplugged.mov")
        log.record(movie, with: output)
        try await log.wait(for: .didStart, of: movie)
        try await Task.sleep(for: .seconds(3))
        fault("unplug")
        let ending = try await log.end(of: movie)
        #expect(ending.error?.code == .deviceWasDisconnected)
        #expect(ending.error?.recordingSuccessfullyFinished == true)
        #expect(ending.error?.device === device)
        try await until("the session stops") { !session.isRunning && notices.errors.count == 1 }
        try await until("the loss is told") { kept.names == [AVCaptureDevice.wasDisconnectedNotification] }
        #expect(!device.isConnected)
        #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: device) }
        session.stopRunning()
        #expect(notices.errors.map(\.code) == [.deviceWasDisconnected])
        #expect(notices.count(AVCaptureSession.didStopRunningNotification) == 1)
        // The same object stands for the camera when it is back, and the session runs again.
        fault("replug")
        try await until("the return is told") { kept.names.last == AVCaptureDevice.wasConnectedNotification }
        #expect(device.isConnected)
        session.startRunning()
        let again = try url("replugged.mov")
        log.record(again, with: output)
        try await log.wait(for: .didStart, of: again)
        try await Task.sleep(for: .seconds(1))
        output.stopRecording()
        #expect(try await log.end(of: again).error == nil)
        session.stopRunning()
        log.expectOrder()
    }

    // Behaviour 14.
    @Test(.timeLimit(.minutes(5))) func aCameraThatIsBusyIsToldAndWorksLater() async throws {
        shell(
            "v4l2-ctl -d '\(device.uniqueID)' --stream-mmap --stream-count=100000 >/dev/null 2>&1 & echo $! >/run/busy"
        )
        try await Task.sleep(for: .seconds(2))
        #expect(device.isInUseByAnotherApplication)
        let refused = #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: device) }
        #expect(refused?.code == .deviceInUseByAnotherApplication)
        session.startRunning()
        #expect(!session.isRunning)
        #expect(notices.errors.map(\.code) == [.deviceInUseByAnotherApplication])
        #expect(notices.all == [AVCaptureSession.runtimeErrorNotification])
        // Not by a signal that this thread may have blocked, since programs inherit that.
        shell("kill -KILL $(cat /run/busy)")
        try await until("the camera is free") { !device.isInUseByAnotherApplication }
        session.startRunning()
        #expect(session.isRunning)
        let movie = try url("freed.mov")
        log.record(movie, with: output)
        try await log.wait(for: .didStart, of: movie)
        try await Task.sleep(for: .seconds(1))
        output.stopRecording()
        #expect(try await log.end(of: movie).error == nil)
        session.stopRunning()
        log.expectOrder()
    }
}

/// Notifications in the order in which they came.
private final class Told: Sendable {
    private let state = Mutex<[Notification.Name]>([])
    var names: [Notification.Name] { state.withLock { $0 } }
    func add(_ name: Notification.Name) { state.withLock { $0.append(name) } }
}
