import AVFoundation
import Testing

/// Words and numbers that programs write into settings and files are Apple's.
@Suite struct ConstantsTests {
    @Test func wordsAreApples() {
        #expect(AVMediaType.video.rawValue == "vide" && AVMediaType.audio.rawValue == "soun")
        #expect(
            AVFileType.mov.rawValue == "com.apple.quicktime-movie"
                && AVFileType.mp4.rawValue == "public.mpeg-4"
        )
        #expect(AVVideoCodecType.h264.rawValue == "avc1" && AVVideoCodecType.hevc.rawValue == "hvc1")
        #expect(AVCaptureSession.Preset.high.rawValue == "AVCaptureSessionPresetHigh")
        #expect(AVCaptureSession.Preset.hd1280x720.rawValue == "AVCaptureSessionPreset1280x720")
        #expect(AVLayerVideoGravity.resizeAspectFill.rawValue == "AVLayerVideoGravityResizeAspectFill")
        #expect(
            AVCaptureDevice.DeviceType.builtInWideAngleCamera.rawValue
                == "AVCaptureDeviceTypeBuiltInWideAngleCamera"
        )
        #expect(AVVideoAverageBitRateKey == "AverageBitRate" && AVVideoProfileLevelKey == "ProfileLevel")
        #expect(AVVideoProfileLevelH264HighAutoLevel == "H264_High_AutoLevel")
        #expect(AVVideoProfileLevelH264Main31 == "H264_Main_3_1")
    }

    @Test func numbersAreApples() {
        #expect(kAudioFormatMPEG4AAC == 0x6161_6320 && kAudioFormatLinearPCM == 0x6C70_636D)
        #expect(AVAuthorizationStatus.authorized.rawValue == 3 && AVAuthorizationStatus.denied.rawValue == 2)
        #expect(AVCaptureDevice.Position.back.rawValue == 1 && AVCaptureDevice.Position.front.rawValue == 2)
        #expect(AVCaptureVideoStabilizationMode.auto.rawValue == -1)
        #expect(AVCaptureVideoStabilizationMode.lowLatency.rawValue == 6)
        #expect(AVCaptureVideoOrientation.landscapeRight.rawValue == 3)
        #expect(CMTimeRoundingMethod.quickTime.rawValue == 4)
        #expect(kCMMediaType_Video == 0x7669_6465)
    }

    @Test func settingsAreWrittenAsOnApple() {
        let settings: [String: Any] = [
            AVVideoCodecKey: AVVideoCodecType.h264,
            AVVideoWidthKey: 1280,
            AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: 4_000_000],
        ]
        #expect(settings["AVVideoCodecKey"] as? AVVideoCodecType == .h264)
        let properties = settings[AVVideoCompressionPropertiesKey] as? [String: Any]
        #expect(properties?["AverageBitRate"] as? Int == 4_000_000)
    }
}
