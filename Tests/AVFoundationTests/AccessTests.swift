// Each in a process of its own with its own environment; exit tests came with Swift 6.2.
#if compiler(>=6.2)
    import Synchronization
    import Testing

    @testable import AVFoundation

    extension Conformance {
        /// Behaviour 18: who may use the devices, and asking for it.
        @Suite(.serialized) struct AccessTests {
            /// Asks, and sees that the answer comes once, and not before the question was put.
            private static func ask(_ mediaType: AVMediaType) async throws -> Bool {
                let answers = Answers()
                let lock = NSLock()
                lock.withLock {
                    AVCaptureDevice.requestAccess(for: mediaType) { granted in
                        // A handler that were called before the question returns would wait here for ever.
                        lock.withLock { answers.add(granted) }
                    }
                    #expect(answers.all.isEmpty)
                }
                try await until("the answer comes") { !answers.all.isEmpty }
                try await Task.sleep(for: .milliseconds(200))
                #expect(answers.all.count == 1)
                #expect(await AVCaptureDevice.requestAccess(for: mediaType) == answers.all.first)
                return answers.all.first ?? false
            }

            private final class Answers: Sendable {
                private let state = Mutex<[Bool]>([])
                func add(_ answer: Bool) { state.withLock { $0.append(answer) } }
                var all: [Bool] { state.withLock { $0 } }
            }

            /// What is true for a status before and after the question.
            private static func expect(
                _ decree: String,
                before: AVAuthorizationStatus,
                grants: Bool,
                after: AVAuthorizationStatus
            ) async throws {
                for (name, mediaType, device) in [
                    ("GSTCAM_AUTH_VIDEO", AVMediaType.video, "test"),
                    ("GSTCAM_AUTH_AUDIO", AVMediaType.audio, "test-microphone"),
                ] {
                    setenv(name, decree, 1)
                    #expect(AVCaptureDevice.authorizationStatus(for: mediaType) == before)
                    #expect(try await ask(mediaType) == grants)
                    #expect(AVCaptureDevice.authorizationStatus(for: mediaType) == after)
                    let device = try #require(AVCaptureDevice(uniqueID: device))
                    if grants {
                        #expect(try AVCaptureDeviceInput(device: device).device === device)
                    } else {
                        let error = #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: device) }
                        #expect(error?.code == .applicationIsNotAuthorizedToUseDevice)
                        #expect(error?.code.rawValue == -11852)
                        #expect(error?.device === device)
                    }
                }
            }

            @Test(.timeLimit(.minutes(15))) func whoIsAuthorizedIsGranted() async {
                await #expect(processExitsWith: .success) {
                    try await AccessTests.expect(
                        "authorized",
                        before: .authorized,
                        grants: true,
                        after: .authorized
                    )
                }
            }

            @Test(.timeLimit(.minutes(15))) func whoIsDeniedIsRefused() async {
                await #expect(processExitsWith: .success) {
                    try await AccessTests.expect(
                        "denied",
                        before: .denied,
                        grants: false,
                        after: .denied
                    )
                }
            }

            @Test(.timeLimit(.minutes(15))) func whoIsRestrictedIsRefused() async {
                await #expect(processExitsWith: .success) {
                    try await AccessTests.expect(
                        "restricted",
                        before: .restricted,
                        grants: false,
                        after: .restricted
                    )
                }
            }

            @Test(.timeLimit(.minutes(15))) func whoConsentsIsAskedOnce() async {
                await #expect(processExitsWith: .success) {
                    try await AccessTests.expect(
                        "notDetermined:grant",
                        before: .notDetermined,
                        grants: true,
                        after: .authorized
                    )
                }
            }

            @Test(.timeLimit(.minutes(15))) func whoDeclinesIsRefused() async {
                await #expect(processExitsWith: .success) {
                    try await AccessTests.expect(
                        "notDetermined:deny",
                        before: .notDetermined,
                        grants: false,
                        after: .denied
                    )
                }
            }

            @Test(.timeLimit(.minutes(15))) func aSessionAsksForItself() async {
                await #expect(processExitsWith: .success) {
                    setenv("GSTCAM_AUTH_VIDEO", "notDetermined:deny", 1)
                    let studio = try Studio()
                    studio.session.startRunning()
                    #expect(!studio.session.isRunning)
                    #expect(
                        studio.notices.errors.map(\.code) == [.applicationIsNotAuthorizedToUseDevice]
                    )
                    #expect(AVCaptureDevice.authorizationStatus(for: .video) == .denied)
                }
            }

            @Test(.timeLimit(.minutes(15))) func aSessionThatIsGrantedItsDevicesRuns() async {
                await #expect(processExitsWith: .success) {
                    setenv("GSTCAM_AUTH_VIDEO", "notDetermined:grant", 1)
                    setenv("GSTCAM_AUTH_AUDIO", "notDetermined:grant", 1)
                    let studio = try Studio()
                    studio.session.startRunning()
                    #expect(studio.session.isRunning)
                    #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .authorized)
                    #expect(try await studio.record("a.mov", seconds: 0.3).error == nil)
                }
            }

            @Test(.timeLimit(.minutes(15))) func aMachineWithoutACameraIsNoRefusal() async {
                await #expect(processExitsWith: .success) {
                    for name in ["GSTCAM_AUTH_VIDEO", "GSTCAM_ACCESS", "GSTCAM_CAMERA"] { unsetenv(name) }
                    let nodes = try FileManager.default.contentsOfDirectory(atPath: "/dev")
                    guard !nodes.contains(where: { $0.hasPrefix("video") }) else { return }
                    #expect(try await AccessTests.ask(.video))
                    #expect(AVCaptureDevice.default(for: .video) == nil)
                }
            }

            @Test(.timeLimit(.minutes(15))) func onlyPicturesAndSoundCanBeAskedFor() async throws {
                #expect(AVCaptureDevice.authorizationStatus(for: .text) == .restricted)
                #expect(try await !AccessTests.ask(.text))
            }

            // The main queue is held up for good, as in a program that has no run loop.
            @Test(.timeLimit(.minutes(15))) func nothingNeedsTheMainQueue() async {
                await #expect(processExitsWith: .success) {
                    let blocked = DispatchSemaphore(value: 0)
                    DispatchQueue.main.async {
                        blocked.signal()
                        DispatchSemaphore(value: 0).wait()
                    }
                    let isBlocked = Mutex(false)
                    try await until("the main queue is held up") {
                        isBlocked.withLock { $0 = $0 || blocked.wait(timeout: .now()) == .success }
                        return isBlocked.withLock { $0 }
                    }
                    #expect(await AVCaptureDevice.requestAccess(for: .video))
                    let studio = try Studio()
                    studio.session.startRunning()
                    #expect(try await studio.record("a.mov", seconds: 0.5).error == nil)
                    studio.session.stopRunning()
                    #expect(try Movie(studio.url("a.mov")).decodes)
                    studio.log.expectOrder()
                    // The program's end would wait for the main queue.
                    exit(EXIT_SUCCESS)
                }
            }
        }
    }
#endif
