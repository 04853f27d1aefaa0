/// The size of a picture in pixels.
public struct CMVideoDimensions: Sendable, Hashable {
    /// The width.
    public var width: Int32
    /// The height.
    public var height: Int32

    /// No size.
    public init() { self.init(width: 0, height: 0) }

    /// Sets both sides.
    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }
}

/// The format of pictures.
public typealias CMVideoFormatDescription = CMFormatDescription
/// The format of sound.
public typealias CMAudioFormatDescription = CMFormatDescription
/// A number for a kind of media.
public typealias CMMediaType = FourCharCode
/// A number for a codec of pictures, or for a pixel format.
public typealias CMVideoCodecType = FourCharCode

/// Pictures.
public let kCMMediaType_Video: CMMediaType = FourCharCode("vide")
/// Sound.
public let kCMMediaType_Audio: CMMediaType = FourCharCode("soun")
/// Pictures and sound in one stream.
public let kCMMediaType_Muxed: CMMediaType = FourCharCode("muxx")
/// Motion JPEG.
public let kCMVideoCodecType_JPEG: CMVideoCodecType = FourCharCode("jpeg")
/// H.264.
public let kCMVideoCodecType_H264: CMVideoCodecType = FourCharCode("avc1")
/// H.265.
public let kCMVideoCodecType_HEVC: CMVideoCodecType = FourCharCode("hvc1")
/// MPEG-4 part 2.
public let kCMVideoCodecType_MPEG4Video: CMVideoCodecType = FourCharCode("mp4v")
/// VP9.
public let kCMVideoCodecType_VP9: CMVideoCodecType = FourCharCode("vp09")
/// AV1.
public let kCMVideoCodecType_AV1: CMVideoCodecType = FourCharCode("av01")

/// The format of a sample: what kind of media it is, how it is coded, and its size or rate.
///
/// It never changes, so any thread may use it. Two are equal when they describe the same format.
public final class CMFormatDescription: Sendable, Hashable {
    /// A kind of media.
    public struct MediaType: RawRepresentable, Sendable, Hashable {
        /// Its four characters.
        public let rawValue: CMMediaType

        /// Makes one from its four characters.
        public init(rawValue: CMMediaType) { self.rawValue = rawValue }

        /// Pictures.
        public static let video = MediaType(rawValue: kCMMediaType_Video)
        /// Sound.
        public static let audio = MediaType(rawValue: kCMMediaType_Audio)
        /// Pictures and sound in one stream.
        public static let muxed = MediaType(rawValue: kCMMediaType_Muxed)
    }

    /// A codec or a pixel format.
    public struct MediaSubType: RawRepresentable, Sendable, Hashable {
        /// Its four characters.
        public let rawValue: FourCharCode

        /// Makes one from its four characters.
        public init(rawValue: FourCharCode) { self.rawValue = rawValue }

        /// Motion JPEG.
        public static let jpeg = MediaSubType(rawValue: kCMVideoCodecType_JPEG)
        /// H.264.
        public static let h264 = MediaSubType(rawValue: kCMVideoCodecType_H264)
        /// H.265.
        public static let hevc = MediaSubType(rawValue: kCMVideoCodecType_HEVC)
        /// Samples as they are.
        public static let linearPCM = MediaSubType(rawValue: kAudioFormatLinearPCM)
        /// AAC, low complexity.
        public static let mpeg4AAC = MediaSubType(rawValue: kAudioFormatMPEG4AAC)
    }

    /// What kind of media it is.
    public let mediaType: MediaType
    /// How it is coded.
    public let mediaSubType: MediaSubType
    /// The size of pictures; zero for sound.
    public let dimensions: CMVideoDimensions
    /// How sound lies in memory; nil for pictures.
    public let audioStreamBasicDescription: AudioStreamBasicDescription?
    /// Where a copy of the description of sound lies for callers of C's functions; 0 for none.
    let soundAddress: UInt

    init(subType: FourCharCode, dimensions: CMVideoDimensions) {
        mediaType = .video
        mediaSubType = MediaSubType(rawValue: subType)
        self.dimensions = dimensions
        audioStreamBasicDescription = nil
        soundAddress = 0
    }

    init(sound: AudioStreamBasicDescription) {
        mediaType = .audio
        mediaSubType = MediaSubType(rawValue: sound.mFormatID)
        dimensions = CMVideoDimensions()
        audioStreamBasicDescription = sound
        let copy = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
        copy.initialize(to: sound)
        soundAddress = UInt(bitPattern: copy)
    }

    deinit { UnsafeMutablePointer<AudioStreamBasicDescription>(bitPattern: soundAddress)?.deallocate() }

    /// Whether both describe the same format.
    public static func == (left: CMFormatDescription, right: CMFormatDescription) -> Bool {
        left.mediaType == right.mediaType && left.mediaSubType == right.mediaSubType
            && left.dimensions == right.dimensions
            && left.audioStreamBasicDescription == right.audioStreamBasicDescription
    }

    /// Feeds what equality looks at.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(mediaType)
        hasher.combine(mediaSubType)
        hasher.combine(dimensions)
        hasher.combine(audioStreamBasicDescription)
    }
}

/// What kind of media a format is of.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType {
    desc.mediaType.rawValue
}

/// How a format is coded.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
    desc.mediaSubType.rawValue
}

/// The size of the pictures of a format.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions
{
    videoDesc.dimensions
}

/// How the sound of a format lies in memory; nil for pictures.
///
/// The pointer is valid while the description lives.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
    UnsafePointer(bitPattern: desc.soundAddress)
}

/// Whether two formats are the same.
public func CMFormatDescriptionEqual(
    _ formatDescription: CMFormatDescription?,
    otherFormatDescription: CMFormatDescription?
) -> Bool {
    formatDescription == otherFormatDescription
}
