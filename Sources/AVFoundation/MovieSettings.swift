internal import CameraCapture
internal import Foundation
internal import GStreamer
internal import PipelineTemplates

/// How one kind of media is coded, read from Apple's dictionary of settings.
struct MovieSettings: Sendable {
    private var videoCodec: String?
    private var videoBitrate: Int?
    private var keyframeInterval: ClockTime?
    private var audioCodec: String?
    private var audioBitrate: Int?
    /// What was given, in a form that may be kept: numbers and words.
    private var given: [String: Value] = [:]

    private enum Value: Sendable {
        case number(Double)
        case word(String)
        case nested([String: Value])

        init?(_ value: Any) {
            switch value {
            case let codec as AVVideoCodecType: self = .word(codec.rawValue)
            case let text as String: self = .word(text)
            case let values as [String: Any]: self = .nested(values.compactMapValues(Value.init))
            case let number as NSNumber: self = .number(number.doubleValue)
            case let number as any BinaryInteger: self = .number(Double(number))
            case let number as any BinaryFloatingPoint: self = .number(Double(number))
            default: return nil
            }
        }

        var any: Any {
            switch self {
            case .number(let number): NSNumber(value: number)
            case .word(let word): word
            case .nested(let values): values.mapValues(\.any)
            }
        }

        var number: Double? { if case .number(let number) = self { number } else { nil } }
        var word: String? { if case .word(let word) = self { word } else { nil } }
        var nested: [String: Value] { if case .nested(let values) = self { values } else { [:] } }
    }

    init(_ settings: [String: Any]) {
        given = settings.compactMapValues(Value.init)
        videoCodec = given[AVVideoCodecKey]?.word.flatMap { AVVideoCodecType(rawValue: $0).engineName }
        let compression = given[AVVideoCompressionPropertiesKey]?.nested ?? [:]
        videoBitrate = MovieSettings.bitrate(compression[AVVideoAverageBitRateKey])
        if let seconds = compression[AVVideoMaxKeyFrameIntervalDurationKey]?.number, seconds > 0 {
            keyframeInterval = .seconds(seconds)
        } else if let frames = compression[AVVideoMaxKeyFrameIntervalKey]?.number, frames >= 1 {
            let rate = compression[AVVideoExpectedSourceFrameRateKey]?.number ?? 30
            keyframeInterval = .seconds(frames / max(1, rate))
        }
        audioCodec = given[AVFormatIDKey]?.number.flatMap { MovieSettings.audioCodecs[AudioFormatID($0)] }
        audioBitrate = MovieSettings.bitrate(given[AVEncoderBitRateKey])
    }

    private static func bitrate(_ value: Value?) -> Int? {
        value?.number.flatMap { $0 >= 1000 && $0 < 1e9 ? Int($0) : nil }
    }

    /// The settings as they were given.
    var dictionary: [String: Any] { given.mapValues(\.any) }

    func apply(to options: inout RecordingOptions) {
        options.videoCodec = videoCodec ?? options.videoCodec
        options.videoBitrate = videoBitrate ?? options.videoBitrate
        options.keyframeInterval = keyframeInterval ?? options.keyframeInterval
        options.audioCodec = audioCodec ?? options.audioCodec
        options.audioBitrate = audioBitrate ?? options.audioBitrate
    }

    private static let audioCodecs: [AudioFormatID: String] = [
        kAudioFormatMPEG4AAC: "aac", kAudioFormatLinearPCM: "pcm", kAudioFormatOpus: "opus",
        kAudioFormatMPEGLayer3: "mp3",
    ]

    // MARK: - What the engine knows

    private static let library = TemplateFiles.library()

    /// Codecs for which an encoder is installed, in the engine's words.
    static let installedCodecs: Set<String> = Set(
        library.parts(.encoder).filter { Gst.hasElement($0.name) }.compactMap(\.encodes)
    )

    /// The container for a file: nil for the one that its suffix means, QuickTime when that is no known one.
    static func container(for url: URL) -> String? {
        let suffix = url.pathExtension.lowercased()
        let isKnown = library.parts(.container).contains { $0.suffixes.contains(suffix) }
        return isKnown ? nil : "mov"
    }

    /// What a preset means for the pictures' bits per second; nil for the engine's usual rate.
    static func bitrate(of preset: AVCaptureSession.Preset) -> Int? {
        switch preset {
        case .medium: 1_000_000
        case .low: 200_000
        default: nil
        }
    }
}

extension AVVideoCodecType {
    /// The engine's word for the codec; nil for one that it does not know.
    var engineName: String? {
        switch self {
        case .h264: "h264"
        case .hevc: "h265"
        default: nil
        }
    }
}
