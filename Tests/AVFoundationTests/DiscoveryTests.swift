import Foundation
import Testing

@testable import AVFoundation

/// Programs written for Apple's devices find those of this machine; what the environment says is tried in processes
/// of their own.
@Suite struct DiscoveryTests {
    @Test(.timeLimit(.minutes(15))) func theEnvironmentNamesTheDefaults() async {
        await #expect(processExitsWith: .success) {
            setenv("GSTCAM_CAMERA", "test", 1)
            setenv("GSTCAM_MICROPHONE", "test", 1)
            let camera = try #require(AVCaptureDevice(uniqueID: "test"))
            let microphone = try #require(AVCaptureDevice(uniqueID: "test-microphone"))
            #expect(AVCaptureDevice.default(for: .video) === camera)
            #expect(AVCaptureDevice.default(for: .audio) === microphone)
            #expect(AVCaptureDevice.default(for: .muxed) == nil)
            for position in [AVCaptureDevice.Position.back, .front, .unspecified] {
                let found = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position)
                #expect(found === camera)
            }
            #expect(AVCaptureDevice.default(.builtInDualCamera, for: .video, position: .back) == nil)
            #expect(AVCaptureDevice.default(.external, for: .video, position: .unspecified) === camera)
            #expect(AVCaptureDevice.default(.microphone, for: .audio, position: .unspecified) === microphone)
            #expect(AVCaptureDevice.default(.microphone, for: .video, position: .unspecified) == nil)
            #expect(AVCaptureDevice.devices(for: .video).first === camera)
            let session = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInMicrophone, .microphone, .builtInWideAngleCamera, .external],
                mediaType: nil,
                position: .unspecified
            )
            #expect(session.devices.first === microphone)
            #expect(session.devices.filter { $0 === camera || $0 === microphone }.count == 2)
            #expect(session.supportedMultiCamDeviceSets.isEmpty)
            #expect(AVCaptureDevice.systemPreferredCamera === camera)
            AVCaptureDevice.userPreferredCamera = AVCaptureDevice(uniqueID: "test")
            #expect(AVCaptureDevice.userPreferredCamera === camera)
        }
    }

    @Test(.timeLimit(.minutes(15))) func theEnvironmentCanLeaveTheMicrophoneOut() async {
        await #expect(processExitsWith: .success) {
            setenv("GSTCAM_MICROPHONE", "none", 1)
            #expect(AVCaptureDevice.default(for: .audio) == nil)
            #expect(AVCaptureDevice.devices(for: .audio).isEmpty)
        }
    }

    @Test func whatIsThereIsListedOnceAndFoundByItsName() {
        let cameras = AVCaptureDevice.devices(for: .video)
        #expect(Set(cameras).count == cameras.count)
        for camera in cameras { #expect(AVCaptureDevice(uniqueID: camera.uniqueID) === camera) }
        let found = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInWideAngleCamera],
            mediaType: .video,
            position: .unspecified
        )
        #expect(Set(found.devices) == Set(cameras))
    }
}
