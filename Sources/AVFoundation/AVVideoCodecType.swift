/// A way to code pictures.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
    /// Apple's word for it.
    public let rawValue: String

    /// Makes one from its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// H.264.
    public static let h264 = AVVideoCodecType(rawValue: "avc1")
    /// H.265.
    public static let hevc = AVVideoCodecType(rawValue: "hvc1")
    /// H.265 with transparency.
    public static let hevcWithAlpha = AVVideoCodecType(rawValue: "muxa")
    /// Motion JPEG.
    public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
    /// ProRes 4444.
    public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
    /// ProRes 422.
    public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
    /// ProRes 422 HQ.
    public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
    /// ProRes 422 LT.
    public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
    /// ProRes 422 Proxy.
    public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
}
