import Foundation
import Synchronization
import Testing

@testable import AVFoundation

/// Access is asked for as Apple has it; the environment plays the answers, in processes of their own.
@Suite struct AuthorizationTests {
    @Test(.timeLimit(.minutes(15))) func whatWasGrantedIsGranted() async {
        await #expect(processExitsWith: .success) {
            setenv("GSTCAM_AUTH_VIDEO", "authorized", 1)
            setenv("GSTCAM_AUTH_AUDIO", "restricted", 1)
            #expect(AVCaptureDevice.authorizationStatus(for: .video) == .authorized)
            #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .restricted)
            #expect(await AVCaptureDevice.requestAccess(for: .video))
            #expect(await AVCaptureDevice.requestAccess(for: .audio) == false)
            let camera = try #require(AVCaptureDevice(uniqueID: "test"))
            let input = try AVCaptureDeviceInput(device: camera)
            #expect(input.device === camera)
            let microphone = try #require(AVCaptureDevice(uniqueID: "test-microphone"))
            let error = #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: microphone) }
            #expect(error?.code == .applicationIsNotAuthorizedToUseDevice)
            #expect(error?.device === microphone)
        }
    }

    @Test(.timeLimit(.minutes(15))) func whatWasRefusedIsRefused() async {
        await #expect(processExitsWith: .success) {
            setenv("GSTCAM_AUTH_VIDEO", "denied", 1)
            #expect(AVCaptureDevice.authorizationStatus(for: .video) == .denied)
            let camera = try #require(AVCaptureDevice(uniqueID: "test"))
            do {
                _ = try AVCaptureDeviceInput(device: camera)
                Issue.record("the input was made")
            } catch AVError.applicationIsNotAuthorizedToUseDevice {
                // This is the one.
            }
        }
    }

    @Test(.timeLimit(.minutes(15))) func theAnswerComesOnceAndLater() async {
        await #expect(processExitsWith: .success) {
            setenv("GSTCAM_AUTH_VIDEO", "notDetermined:grant", 1)
            #expect(AVCaptureDevice.authorizationStatus(for: .video) == .notDetermined)
            let camera = try #require(AVCaptureDevice(uniqueID: "test"))
            _ = try AVCaptureDeviceInput(device: camera)
            let answers = Answers()
            // The lock is held while the call is made: an answer that came at once would wait for ever.
            answers.whileLocked {
                AVCaptureDevice.requestAccess(for: .video) { answers.add($0) }
            }
            while answers.all.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            try await Task.sleep(for: .milliseconds(100))
            #expect(answers.all == [true])
        }
    }

    @Test(.timeLimit(.minutes(15))) func thereIsNoAccessToOtherMedia() async {
        #expect(AVCaptureDevice.authorizationStatus(for: .metadata) == .restricted)
        #expect(await AVCaptureDevice.requestAccess(for: .metadata) == false)
    }
}

private final class Answers: Sendable {
    private let answers = Mutex<[Bool]>([])

    func add(_ answer: Bool) { answers.withLock { $0.append(answer) } }
    func whileLocked(_ body: () -> Void) { answers.withLock { _ in body() } }
    var all: [Bool] { answers.withLock { $0 } }
}
