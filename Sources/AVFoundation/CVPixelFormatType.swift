internal import Foundation

// Numbers of pixel formats.

/// Brightness, then both colours of 4:2:0 in one plane; black is 16 (GStreamer's NV12).
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = FourCharCode("420v")
/// Brightness, then both colours of 4:2:0 in one plane; black is 0.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = FourCharCode("420f")
/// Three planes of 4:2:0; black is 16 (GStreamer's I420).
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = FourCharCode("y420")
/// Three planes of 4:2:0; black is 0.
public let kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType = FourCharCode("f420")
/// 4:2:2 packed as Y Cb Y Cr (GStreamer's YUY2).
public let kCVPixelFormatType_422YpCbCr8_yuvs: OSType = FourCharCode("yuvs")
/// 4:2:2 packed as Cb Y Cr Y (GStreamer's UYVY).
public let kCVPixelFormatType_422YpCbCr8: OSType = FourCharCode("2vuy")
/// 4:2:2 packed as Y Cb Y Cr; black is 0.
public let kCVPixelFormatType_422YpCbCr8FullRange: OSType = FourCharCode("yuvf")
/// 4:2:2 in ten bits, packed.
public let kCVPixelFormatType_422YpCbCr10: OSType = FourCharCode("v210")
/// 4:2:0 in ten bits, both colours in one plane; black is 64.
public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = FourCharCode("x420")
/// 4:2:0 in ten bits, both colours in one plane; black is 0.
public let kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType = FourCharCode("xf20")
/// Blue, green, red, and alpha or nothing.
public let kCVPixelFormatType_32BGRA: OSType = FourCharCode("BGRA")
/// Red, green, blue, and alpha or nothing.
public let kCVPixelFormatType_32RGBA: OSType = FourCharCode("RGBA")
/// Alpha or nothing, red, green, blue.
public let kCVPixelFormatType_32ARGB: OSType = 32
/// Alpha or nothing, blue, green, red.
public let kCVPixelFormatType_32ABGR: OSType = FourCharCode("ABGR")
/// Red, green, blue.
public let kCVPixelFormatType_24RGB: OSType = 24
/// Blue, green, red.
public let kCVPixelFormatType_24BGR: OSType = FourCharCode("24BG")
/// Red, green and blue in 16 bits, low byte first.
public let kCVPixelFormatType_16LE565: OSType = FourCharCode("L565")
/// Red, green and blue in 15 bits, low byte first.
public let kCVPixelFormatType_16LE555: OSType = FourCharCode("L555")
/// Brightness only.
public let kCVPixelFormatType_OneComponent8: OSType = FourCharCode("L008")
/// Brightness only, in 16 bits.
public let kCVPixelFormatType_OneComponent16: OSType = FourCharCode("L016")

/// The key of a pixel format in settings of outputs.
public let kCVPixelBufferPixelFormatTypeKey = "PixelFormatType"
/// The key of a width in settings of outputs.
public let kCVPixelBufferWidthKey = "Width"
/// The key of a height in settings of outputs.
public let kCVPixelBufferHeightKey = "Height"

/// The numbers that Apple gives to GStreamer's pixel formats, and back.
enum PixelFormats {
    /// Formats that Apple tells apart by the range of their values: as television has it, and full.
    private static let ranged: [String: (video: OSType, full: OSType)] = [
        "NV12": (
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        ),
        "I420": (kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange),
        "YUY2": (kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_422YpCbCr8FullRange),
        "P010_10LE": (
            kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange
        ),
    ]

    /// Formats with one number; where several have the same, the first is the one meant by it.
    private static let plain: [(name: String, type: OSType)] = [
        ("UYVY", kCVPixelFormatType_422YpCbCr8), ("v210", kCVPixelFormatType_422YpCbCr10),
        ("BGRA", kCVPixelFormatType_32BGRA), ("BGRx", kCVPixelFormatType_32BGRA),
        ("RGBA", kCVPixelFormatType_32RGBA), ("RGBx", kCVPixelFormatType_32RGBA),
        ("ARGB", kCVPixelFormatType_32ARGB), ("xRGB", kCVPixelFormatType_32ARGB),
        ("ABGR", kCVPixelFormatType_32ABGR), ("xBGR", kCVPixelFormatType_32ABGR),
        ("RGB", kCVPixelFormatType_24RGB), ("BGR", kCVPixelFormatType_24BGR),
        ("RGB16", kCVPixelFormatType_16LE565), ("RGB15", kCVPixelFormatType_16LE555),
        ("GRAY8", kCVPixelFormatType_OneComponent8), ("GRAY16_LE", kCVPixelFormatType_OneComponent16),
    ]

    /// Apple's number; for a format that Apple has none for, the first four letters of GStreamer's name.
    static func type(ofName name: String, isFullRange: Bool) -> OSType {
        if let types = ranged[name] { return isFullRange ? types.full : types.video }
        if let format = plain.first(where: { $0.name == name }) { return format.type }
        let letters = name.padding(toLength: 4, withPad: " ", startingAt: 0)
        return FourCharCode(text: letters) ?? 0
    }

    /// GStreamer's name of a format; nil when it has none.
    static func name(ofType type: OSType) -> String? {
        if let match = ranged.first(where: { $0.value.video == type || $0.value.full == type }) {
            return match.key
        }
        return plain.first { $0.type == type }?.name
    }
}
