import CameraCapture
import PipelineTemplates
import Testing

@testable import AVFoundation

/// Presets choose sizes that the camera has, and are refused when it has none.
@Suite struct PresetTests {
    private func camera(_ modes: [(String, Int, Int, [UInt16])]) -> AVCaptureDevice {
        AVCaptureDevice(
            CaptureDevice(
                id: "preset",
                name: "Cam",
                kind: .camera,
                api: .v4l2,
                address: "/dev/video-none",
                modes: modes.map { format, width, height, rates in
                    CaptureMode(
                        mediaType: format == "MJPG" ? "image/jpeg" : "video/x-raw",
                        format: format == "MJPG" ? nil : format,
                        width: .init(minimum: width, maximum: width),
                        height: .init(minimum: height, maximum: height),
                        framerates: rates.map { Fraction($0) }
                    )
                }
            )
        )
    }

    private var webcam: AVCaptureDevice {
        camera([
            ("YUY2", 640, 480, [30]), ("YUY2", 1920, 1080, [5]), ("YUY2", 352, 288, [30]),
            ("MJPG", 1280, 720, [30]), ("MJPG", 2592, 1944, [15]), ("YUY2", 2304, 1536, [2]),
        ])
    }

    private func size(_ preset: AVCaptureSession.Preset, _ device: AVCaptureDevice) -> [Int]? {
        preset.wish(for: device).map { [$0.width, $0.height] }
    }

    @Test func generalPresetsTakeWhatSuitsThem() {
        #expect(size(.high, webcam) == [1280, 720])
        #expect(size(.medium, webcam) == [640, 480])
        #expect(size(.low, webcam) == [352, 288])
        #expect(size(.photo, webcam) == [2592, 1944])
    }

    @Test func namedSizesAreExactOrRefused() {
        #expect(size(.hd1280x720, webcam) == [1280, 720] && size(.iFrame1280x720, webcam) == [1280, 720])
        #expect(size(.vga640x480, webcam) == [640, 480] && size(.cif352x288, webcam) == [352, 288])
        #expect(size(.hd1920x1080, webcam) == [1920, 1080])
        for preset in [AVCaptureSession.Preset.hd4K3840x2160, .qHD960x540, .qvga320x240] {
            #expect(preset.wish(for: webcam) == nil && !webcam.supportsSessionPreset(preset))
        }
        #expect(webcam.supportsSessionPreset(.high))
    }

    @Test func aSlowCameraIsUsedAsItIs() {
        let slow = camera([("YUY2", 1280, 960, [7]), ("YUY2", 640, 480, [15]), ("YUY2", 3840, 2160, [1])])
        #expect(size(.high, slow) == [1280, 960] && size(.medium, slow) == [640, 480])
        let large = camera([("NV12", 3840, 2160, [30]), ("NV12", 4096, 2160, [30])])
        #expect(size(.high, large) == [3840, 2160] && size(.low, large) == [3840, 2160])
    }

    @Test func aRangeOfSizesHasEverySizeInIt() throws {
        let camera = try #require(AVCaptureDevice(uniqueID: "test"))
        #expect(size(.high, camera) == [1920, 1080] && size(.low, camera) == [320, 240])
        #expect(size(.hd4K3840x2160, camera) == [3840, 2160] && size(.qHD960x540, camera) == [960, 540])
    }

    @Test func inputPriorityIsTheActiveFormat() throws {
        let device = webcam
        try device.lockForConfiguration()
        device.activeFormat = try #require(device.formats.first { $0.area == 640 * 480 })
        device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 30)
        device.unlockForConfiguration()
        #expect(
            AVCaptureSession.Preset.inputPriority.wish(for: device)
                == CaptureWish(width: 640, height: 480, framerate: Fraction(30), format: "YUY2")
        )
        // A rate that was set goes with the other presets as well; the format does not.
        #expect(
            AVCaptureSession.Preset.hd1280x720.wish(for: device)
                == CaptureWish(width: 1280, height: 720, framerate: Fraction(30), format: nil)
        )
    }

    @Test func aCameraThatCannotBeOpenedFulfilsNothing() {
        let closed = camera([])
        #expect(AVCaptureSession.Preset.high.wish(for: closed) == nil)
        #expect(AVCaptureSession.Preset.inputPriority.wish(for: closed) == nil)
    }

    @Test func aMicrophoneGoesWithEveryPreset() throws {
        let microphone = try #require(AVCaptureDevice(uniqueID: "test-microphone"))
        #expect(microphone.supportsSessionPreset(.hd4K3840x2160))
        #expect(AVCaptureSession.Preset.high.wish(for: microphone) == nil)
    }
}
