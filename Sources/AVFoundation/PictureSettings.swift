internal import CameraCapture
internal import Foundation

/// What pictures a data output delivers, read from Apple's dictionary of settings.
struct PictureSettings: Sendable, Equatable {
    /// A number of Apple's; nil for the device's own format.
    var pixelFormat: OSType?
    /// Pixels; nil for the device's own size.
    var width: Int?
    var height: Int?

    /// Settings that cannot be fulfilled.
    struct Refusal: Error { let reason: String }

    /// The device's own pictures.
    init() {}

    /// Reads a dictionary; what it says about neither format nor size is left out.
    init(_ settings: [String: Any]) throws(Refusal) {
        if settings[AVVideoCodecKey] != nil {
            throw Refusal(reason: "pictures come uncoded, a movie output codes them")
        }
        if let value = settings[kCVPixelBufferPixelFormatTypeKey] {
            guard let type = SettingNumber.int(value).flatMap(OSType.init(exactly:)),
                PixelFormats.name(ofType: type) != nil
            else { throw Refusal(reason: "\(value) is no pixel format that can be delivered") }
            pixelFormat = type
        }
        width = try PictureSettings.side(settings[kCVPixelBufferWidthKey] ?? settings[AVVideoWidthKey])
        height = try PictureSettings.side(settings[kCVPixelBufferHeightKey] ?? settings[AVVideoHeightKey])
    }

    private static func side(_ value: Any?) throws(Refusal) -> Int? {
        guard let value else { return nil }
        guard let side = SettingNumber.int(value), (2...16_384).contains(side) else {
            throw Refusal(reason: "a picture cannot be \(value) pixels wide or high")
        }
        return side
    }

    /// The settings as Apple writes them.
    var dictionary: [String: Any] {
        var settings: [String: Any] = [:]
        settings[kCVPixelBufferPixelFormatTypeKey] = pixelFormat.map { NSNumber(value: $0) }
        settings[kCVPixelBufferWidthKey] = width.map { NSNumber(value: $0) }
        settings[kCVPixelBufferHeightKey] = height.map { NSNumber(value: $0) }
        return settings
    }

    func target(isMirrored: Bool) -> PictureConverter.Target {
        var target = PictureConverter.Target()
        if let pixelFormat, let name = PixelFormats.name(ofType: pixelFormat) {
            target.format = name
            // Apple has two numbers where a format comes in both ranges.
            let (full, video) = (
                PixelFormats.type(ofName: name, isFullRange: true),
                PixelFormats.type(ofName: name, isFullRange: false)
            )
            if full != video { target.isFullRange = pixelFormat == full }
        }
        (target.width, target.height) = (width, height)
        target.isMirrored = isMirrored
        return target
    }
}
