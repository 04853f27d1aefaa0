import CameraCapture
import PipelineTemplates
import Synchronization
import Testing

@testable import AVFoundation

/// Devices are the same objects every time, and tell the truth.
@Suite struct AVCaptureDeviceTests {
    private func webcam(_ name: String, modes: [CaptureMode]? = nil) -> CaptureDevice {
        CaptureDevice(
            id: "/dev/v4l/by-id/\(name)",
            name: "Webcam \(name)",
            kind: .camera,
            api: .v4l2,
            address: "/dev/video-\(name)",
            modes: modes ?? [
                CaptureMode(
                    mediaType: "video/x-raw",
                    format: "YUY2",
                    width: .init(minimum: 640, maximum: 640),
                    height: .init(minimum: 480, maximum: 480),
                    framerates: [Fraction(30), Fraction(15)]
                ),
                CaptureMode(
                    mediaType: "image/jpeg",
                    format: nil,
                    width: .init(minimum: 1280, maximum: 1280),
                    height: .init(minimum: 720, maximum: 720),
                    framerates: [Fraction(numerator: 30000, denominator: 1001) ?? Fraction(30)]
                ),
            ]
        )
    }

    @Test func theTestDevicesAreAlwaysThereAndTheSame() throws {
        let camera = try #require(AVCaptureDevice(uniqueID: "test"))
        #expect(camera === AVCaptureDevice(uniqueID: "test"))
        #expect(camera.uniqueID == "test" && camera.localizedName == "Test camera")
        #expect(camera.hasMediaType(.video) && !camera.hasMediaType(.audio))
        #expect(camera.isConnected && !camera.isSuspended && !camera.isInUseByAnotherApplication)
        #expect(camera.position == .unspecified && camera.deviceType == .external)
        #expect(camera.modelID == "Test camera" && camera.manufacturer == "Unknown")
        let microphone = try #require(AVCaptureDevice(uniqueID: "test-microphone"))
        #expect(microphone === AVCaptureDevice(uniqueID: "test-microphone") && microphone !== camera)
        #expect(microphone.hasMediaType(.audio) && microphone.deviceType == .microphone)
        #expect(microphone.activeFormat.formatDescription.mediaType == .audio)
        #expect(AVCaptureDevice(uniqueID: "no such device") == nil)
        #expect(AVCaptureDevice(uniqueID: "file:/no/such/file.mp4") == nil)
    }

    @Test func devicesCanBeKeptInASet() throws {
        let camera = try #require(AVCaptureDevice(uniqueID: "test"))
        let microphone = try #require(AVCaptureDevice(uniqueID: "test-microphone"))
        #expect(Set([camera, microphone, camera]).count == 2)
    }

    @Test func aRangeOfSizesBecomesTheUsualOnes() throws {
        let camera = try #require(AVCaptureDevice(uniqueID: "test"))
        let sizes = camera.formats.map { CMVideoFormatDescriptionGetDimensions($0.formatDescription) }
        #expect(sizes.contains(CMVideoDimensions(width: 1920, height: 1080)))
        #expect(sizes.contains(CMVideoDimensions(width: 640, height: 480)))
        #expect(sizes.map { $0.width * $0.height } == sizes.map { $0.width * $0.height }.sorted())
        let active = camera.activeFormat.formatDescription
        #expect(active.dimensions == CMVideoDimensions(width: 1920, height: 1080))
        #expect(active.mediaSubType.rawValue == kCVPixelFormatType_420YpCbCr8Planar)
        let range = try #require(camera.activeFormat.videoSupportedFrameRateRanges.first)
        #expect(range.minFrameRate == 1 && range.maxFrameRate == 240)
        #expect(range.minFrameDuration == CMTime(value: 1, timescale: 240))
        #expect(range.maxFrameDuration == CMTime(value: 1, timescale: 1))
        #expect(camera.formats == camera.formats)
    }

    @Test func fixedModesBecomeFormats() throws {
        let device = AVCaptureDevice(webcam("fixed"))
        #expect(device.formats.count == 2)
        let (small, large) = (device.formats[0], device.formats[1])
        #expect(small.formatDescription.mediaSubType.rawValue == kCVPixelFormatType_422YpCbCr8_yuvs)
        #expect(small.videoSupportedFrameRateRanges.map(\.minFrameRate) == [15, 30])
        #expect(small.videoSupportedFrameRateRanges.map(\.maxFrameRate) == [15, 30])
        #expect(large.formatDescription.mediaSubType == .jpeg)
        #expect(
            large.videoSupportedFrameRateRanges[0].minFrameDuration == CMTime(value: 1001, timescale: 30000)
        )
        #expect(device.activeFormat === large)
        for mode in [AVCaptureVideoStabilizationMode.off, .lowLatency, .standard, .cinematic, .auto] {
            #expect(large.isVideoStabilizationModeSupported(mode))
            #expect(small.isVideoStabilizationModeSupported(mode))
        }
        for mode in [AVCaptureVideoStabilizationMode.cinematicExtended, .previewOptimized] {
            #expect(!large.isVideoStabilizationModeSupported(mode))
        }
        #expect(
            small.description == "<AVCaptureDeviceFormat: vide/yuvs 640x480, 15.0-15.0 fps, 30.0-30.0 fps>"
        )
    }

    @Test func aCameraThatListsNothingHasAFormatNevertheless() {
        let device = AVCaptureDevice(webcam("closed", modes: []))
        #expect(device.formats.isEmpty)
        #expect(device.activeFormat.formatDescription.dimensions == CMVideoDimensions())
        #expect(!device.activeVideoMinFrameDuration.isValid)
        // Once it can be opened it is as any other.
        device.update(webcam("closed"))
        #expect(device.formats.count == 2 && device.activeFormat === device.formats[1])
        // In use it lists nothing again, which changes nothing.
        device.update(webcam("closed", modes: []))
        #expect(device.formats.count == 2)
    }

    @Test func nothingChangesWithoutALock() {
        let device = AVCaptureDevice(webcam("unlocked"))
        let duration = device.activeVideoMinFrameDuration
        device.activeFormat = device.formats[0]
        device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 15)
        #expect(device.activeFormat === device.formats[1])
        #expect(device.activeVideoMinFrameDuration == duration)
        device.unlockForConfiguration()
    }

    @Test func formatAndRateAreSetUnderTheLock() throws {
        let device = AVCaptureDevice(webcam("locked"))
        let other = AVCaptureDevice(webcam("other"))
        try device.lockForConfiguration()
        device.activeFormat = device.formats[0]
        #expect(device.activeFormat === device.formats[0])
        #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
        device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 15)
        device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 15)
        #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 15))
        #expect(device.activeVideoMaxFrameDuration == CMTime(value: 1, timescale: 15))
        // A rate that is not offered becomes the nearest one that is.
        device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 1000)
        #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
        device.activeVideoMinFrameDuration = .invalid
        #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
        device.activeFormat = other.formats[0]
        #expect(device.activeFormat === device.formats[0])
        device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 15)
        device.activeFormat = device.formats[1]
        #expect(device.activeVideoMaxFrameDuration == CMTime(value: 1001, timescale: 30000))
        device.unlockForConfiguration()
    }

    @Test func locksNestAndTheLastOneTells() throws {
        let device = AVCaptureDevice(webcam("nested"))
        let count = Mutex(0)
        let token = NotificationCenter.default.addObserver(
            forName: AVCaptureDevice.configurationDidChange,
            object: device,
            queue: nil
        ) { _ in count.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(token) }
        try device.lockForConfiguration()
        try device.lockForConfiguration()
        device.activeFormat = device.formats[0]
        device.unlockForConfiguration()
        #expect(count.withLock { $0 } == 0)
        device.unlockForConfiguration()
        #expect(count.withLock { $0 } == 1)
        try device.lockForConfiguration()
        device.unlockForConfiguration()
        #expect(count.withLock { $0 } == 1)
    }

    @Test func aDeviceThatIsGoneCannotBeLocked() {
        let device = AVCaptureDevice(webcam("gone"))
        device.markDisconnected()
        let error = #expect(throws: AVError.self) { try device.lockForConfiguration() }
        #expect(error?.code == .deviceNotConnected && error?.device === device)
    }

    @Test func whatNoCameraCanDoIsAnsweredWithNo() throws {
        let device = try #require(AVCaptureDevice(uniqueID: "test"))
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        #expect(!device.hasTorch && !device.isTorchAvailable && !device.isTorchModeSupported(.on))
        #expect(!device.hasFlash && !device.isFocusModeSupported(.continuousAutoFocus))
        #expect(!device.isExposureModeSupported(.autoExpose) && !device.isFocusPointOfInterestSupported)
        device.videoZoomFactor = 3
        device.focusMode = .continuousAutoFocus
        device.torchMode = .on
        #expect(device.videoZoomFactor == 1 && device.focusMode == .locked && device.torchMode == .off)
        #expect(device.maxAvailableVideoZoomFactor == 1)
        let error = #expect(throws: AVError.self) { try device.setTorchModeOn(level: 1) }
        #expect(error?.code == .torchLevelUnavailable)
    }

    @Test(.timeLimit(.minutes(15))) func aCompletionComesForWhatIsIgnored() async throws {
        let device = try #require(AVCaptureDevice(uniqueID: "test"))
        let time = await withCheckedContinuation { continuation in
            device.setExposureTargetBias(1) { continuation.resume(returning: $0) }
        }
        #expect(!time.isValid)
    }

    @Test func aDeviceThatComesBackIsTheSame() throws {
        let capture = webcam("replugged")
        let heard = Mutex<[String]>([])
        let tokens = [
            NSNotification.Name.AVCaptureDeviceWasConnected, AVCaptureDevice.wasDisconnectedNotification,
        ].map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
                guard let device = notification.object as? AVCaptureDevice, device.uniqueID == capture.id
                else {
                    return
                }
                heard.withLock { $0.append("\(name.rawValue) \(device.isConnected)") }
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        DeviceRegistry.shared.apply(.connected(capture))
        let device = DeviceRegistry.shared.device(for: capture)
        DeviceRegistry.shared.apply(.disconnected(capture))
        #expect(!device.isConnected)
        DeviceRegistry.shared.apply(.connected(capture))
        #expect(device.isConnected && DeviceRegistry.shared.device(for: capture) === device)
        let connected = "AVCaptureDeviceWasConnectedNotification true"
        #expect(
            heard.withLock { $0 } == [
                connected, "AVCaptureDeviceWasDisconnectedNotification false", connected,
            ]
        )
    }
}
