/// A kind of media file, named by its uniform type identifier.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    /// Apple's word for it.
    public let rawValue: String

    /// Makes one from its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// QuickTime: `.mov`.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
    /// MPEG-4: `.mp4`.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
    /// MPEG-4 as iTunes names it: `.m4v`.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
    /// MPEG-4 with sound only: `.m4a`.
    public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")
    /// 3GPP: `.3gp`.
    public static let mobile3GPP = AVFileType(rawValue: "public.3gpp")
    /// 3GPP2: `.3g2`.
    public static let mobile3GPP2 = AVFileType(rawValue: "public.3gpp2")
    /// Core Audio: `.caf`.
    public static let caf = AVFileType(rawValue: "com.apple.coreaudio-format")
    /// Waveform: `.wav`.
    public static let wav = AVFileType(rawValue: "com.microsoft.waveform-audio")
    /// Audio interchange: `.aiff`.
    public static let aiff = AVFileType(rawValue: "public.aiff-audio")
    /// Compressed audio interchange: `.aifc`.
    public static let aifc = AVFileType(rawValue: "public.aifc-audio")
    /// Adaptive multi-rate speech: `.amr`.
    public static let amr = AVFileType(rawValue: "org.3gpp.adaptive-multi-rate-audio")
    /// MPEG layer 3: `.mp3`.
    public static let mp3 = AVFileType(rawValue: "public.mp3")
    /// Sun audio: `.au`.
    public static let au = AVFileType(rawValue: "public.au-audio")
    /// Dolby Digital: `.ac3`.
    public static let ac3 = AVFileType(rawValue: "public.ac3-audio")
    /// Dolby Digital Plus: `.eac3`.
    public static let eac3 = AVFileType(rawValue: "public.enhanced-ac3-audio")
    /// JPEG: `.jpg`.
    public static let jpg = AVFileType(rawValue: "public.jpeg")
    /// Digital negative: `.dng`.
    public static let dng = AVFileType(rawValue: "com.adobe.raw-image")
    /// HEIF with HEVC: `.heic`.
    public static let heic = AVFileType(rawValue: "public.heic")
    /// HEIF: `.heif`.
    public static let heif = AVFileType(rawValue: "public.heif")
    /// HEIF with H.264: `.avci`.
    public static let avci = AVFileType(rawValue: "public.avci")
    /// TIFF: `.tif`.
    public static let tif = AVFileType(rawValue: "public.tiff")
}
