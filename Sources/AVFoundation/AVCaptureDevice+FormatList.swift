internal import CameraCapture
internal import PipelineTemplates

extension AVCaptureDevice.Format {
    /// Sizes that are offered of a camera which takes any size within a range.
    private static let usualSizes = [
        (160, 120), (176, 144), (320, 180), (320, 240), (352, 288), (424, 240), (640, 360), (640, 480),
        (800, 600), (848, 480), (960, 540), (1024, 768), (1280, 720), (1280, 960), (1600, 1200),
        (1920, 1080), (2560, 1440), (3840, 2160), (7680, 4320),
    ]

    /// The formats of a device, the smallest picture first, as Apple sorts them.
    static func all(of capture: CaptureDevice) -> [AVCaptureDevice.Format] {
        if capture.kind == .microphone {
            let sound = CMFormatDescription.pcm(rate: 48_000, channels: max(1, capture.channels))
            return [
                AVCaptureDevice.Format(
                    mediaType: .audio,
                    formatDescription: sound,
                    ranges: [],
                    pixelFormat: nil
                )
            ]
        }
        var seen = Set<CMFormatDescription>()
        let all = capture.modes.flatMap { mode in
            sizes(of: mode).map { format(mode, width: $0.0, height: $0.1) }
        }
        return all.filter { seen.insert($0.formatDescription).inserted }
            .enumerated()
            .sorted { ($0.element.area, $0.offset) < ($1.element.area, $1.offset) }
            .map(\.element)
    }

    /// Stands for the format of a camera that lists none, because it cannot be opened.
    static func unknown(_ kind: CaptureDevice.Kind) -> AVCaptureDevice.Format {
        AVCaptureDevice.Format(
            mediaType: kind == .camera ? .video : .audio,
            formatDescription: CMFormatDescription(subType: 0, dimensions: CMVideoDimensions()),
            ranges: [],
            pixelFormat: nil
        )
    }

    private static func sizes(of mode: CaptureMode) -> [(Int, Int)] {
        if mode.width.isFixed, mode.height.isFixed { return [(mode.width.minimum, mode.height.minimum)] }
        let usual = usualSizes.filter { mode.width.contains($0.0) && mode.height.contains($0.1) }
        return usual.isEmpty ? [(mode.width.maximum, mode.height.maximum)] : usual
    }

    private static func format(_ mode: CaptureMode, width: Int, height: Int) -> AVCaptureDevice.Format {
        let rates = mode.framerates.filter { $0.numerator > 0 }
        var ranges = rates.reversed().map { AVFrameRateRange($0, $0) }
        if mode.isFramerateRange, let highest = rates.first, let lowest = rates.last {
            ranges = [AVFrameRateRange(lowest, highest)]
        }
        return AVCaptureDevice.Format(
            mediaType: .video,
            formatDescription: .pictures(
                mediaType: mode.mediaType,
                format: mode.format,
                isFullRange: false,
                width: width,
                height: height
            ),
            ranges: ranges,
            pixelFormat: mode.mediaType == "video/x-raw" ? mode.format : nil
        )
    }

    var area: Int { Int(formatDescription.dimensions.width) * Int(formatDescription.dimensions.height) }

    /// The highest frame rate.
    var highestRate: Double { videoSupportedFrameRateRanges.map(\.maxFrameRate).max() ?? 0 }

    /// The usual time between two frames: that of 30 a second, or of the rate next to it.
    var usualFrameDuration: CMTime {
        let thirtieth = CMTime(value: 1, timescale: 30)
        return nearest(to: thirtieth) ?? .invalid
    }

    /// Whether frames may be this far apart.
    func offers(_ duration: CMTime) -> Bool {
        videoSupportedFrameRateRanges.contains { $0.contains(duration) }
    }

    /// The time between two frames that is offered and next to a wanted one; nil when nothing is offered.
    func nearest(to duration: CMTime) -> CMTime? {
        if let range = videoSupportedFrameRateRanges.first(where: { $0.contains(duration) }) {
            return min(max(duration, range.minFrameDuration), range.maxFrameDuration)
        }
        let ends = videoSupportedFrameRateRanges.flatMap { [$0.minFrameDuration, $0.maxFrameDuration] }
        return ends.min { abs($0.seconds - duration.seconds) < abs($1.seconds - duration.seconds) }
    }
}
