internal import CameraCapture
internal import Foundation

extension AVCaptureVideoDataOutput {
    /// The pixel formats that can be delivered: first the camera's own, which costs nothing.
    public var availableVideoPixelFormatTypes: [OSType] {
        let own = session?.device(for: .video)?.activeFormat.formatDescription.mediaSubType.rawValue
        let first = [own].compactMap(\.self).filter { PixelFormats.name(ofType: $0) != nil }
        return first + AVCaptureVideoDataOutput.offered.filter { !first.contains($0) }
    }

    private static let offered: [OSType] = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8Planar,
        kCVPixelFormatType_420YpCbCr8PlanarFullRange, kCVPixelFormatType_422YpCbCr8_yuvs,
        kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ARGB,
        kCVPixelFormatType_32ABGR, kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR,
        kCVPixelFormatType_OneComponent8,
    ]

    /// The codecs in which pictures can be delivered: none, a movie output codes them.
    public var availableVideoCodecTypes: [AVVideoCodecType] { [] }

    /// The codecs that can be recommended for a file.
    public func availableVideoCodecTypesForAssetWriter(
        writingTo outputFileType: AVFileType
    ) -> [AVVideoCodecType] {
        [AVFileType.mov, .mp4, .m4v].contains(outputFileType) ? [.h264, .hevc] : []
    }

    /// Settings with which pictures as they are delivered now are coded well; nil for a file that holds none.
    public func recommendedVideoSettingsForAssetWriter(
        writingTo outputFileType: AVFileType
    ) -> [String: Any]? {
        recommendedVideoSettings(forVideoCodecType: .h264, assetWriterOutputFileType: outputFileType)
    }

    /// Settings with which pictures as they are delivered now are coded well.
    /// - Parameters:
    ///   - videoCodecType: The codec.
    ///   - outputFileType: The kind of file.
    /// - Returns: Values under the keys for pictures; nil when the output is in no session with a camera, or the file
    ///   does not hold that codec.
    public func recommendedVideoSettings(
        forVideoCodecType videoCodecType: AVVideoCodecType,
        assetWriterOutputFileType outputFileType: AVFileType
    ) -> [String: Any]? {
        guard availableVideoCodecTypesForAssetWriter(writingTo: outputFileType).contains(videoCodecType),
            let session, let camera = session.device(for: .video),
            let wish = session.sessionPreset.wish(for: camera)
        else { return nil }
        let framerate = wish.framerate?.value ?? 30
        let (width, height) = (settings.width ?? wish.width, settings.height ?? wish.height)
        // About a tenth of a bit for each pixel is what H.264 needs; H.265 needs a third less.
        let share = videoCodecType == .hevc ? 0.065 : 0.1
        let bitrate = MovieSettings.bitrate(of: session.sessionPreset)
        let compression: [String: Any] = [
            AVVideoAverageBitRateKey: NSNumber(
                value: bitrate ?? Int(Double(width * height) * framerate * share)
            ),
            AVVideoExpectedSourceFrameRateKey: NSNumber(value: framerate),
            AVVideoMaxKeyFrameIntervalDurationKey: NSNumber(value: 1),
        ]
        return [
            AVVideoCodecKey: videoCodecType.rawValue,
            AVVideoWidthKey: NSNumber(value: width),
            AVVideoHeightKey: NSNumber(value: height),
            AVVideoCompressionPropertiesKey: compression,
        ]
    }
}
