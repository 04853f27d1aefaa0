/// What a device, an input or a track carries.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// Apple's word for it.
    public let rawValue: String

    /// Makes one from its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Pictures.
    public static let video = AVMediaType(rawValue: "vide")
    /// Sound.
    public static let audio = AVMediaType(rawValue: "soun")
    /// Text.
    public static let text = AVMediaType(rawValue: "text")
    /// Captions inside the picture.
    public static let closedCaption = AVMediaType(rawValue: "clcp")
    /// Subtitles.
    public static let subtitle = AVMediaType(rawValue: "sbtl")
    /// Time codes.
    public static let timecode = AVMediaType(rawValue: "tmcd")
    /// Metadata.
    public static let metadata = AVMediaType(rawValue: "meta")
    /// Pictures and sound in one stream.
    public static let muxed = AVMediaType(rawValue: "muxx")
    /// Distances.
    public static let depthData = AVMediaType(rawValue: "dpth")
    /// Things found in pictures.
    public static let metadataObject = AVMediaType(rawValue: "mobj")
}
