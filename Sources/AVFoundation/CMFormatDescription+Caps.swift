internal import GStreamer

extension CMFormatDescription {
    /// The format that caps stand for; nil for caps that are neither pictures nor sound.
    static func describing(_ caps: Caps) -> CMFormatDescription? {
        guard let structure = caps.structures.first else { return nil }
        if structure.name.hasPrefix("audio/") { return sound(structure) }
        if let picture = PictureFormat(caps) {
            return pictures(
                mediaType: structure.name,
                format: picture.name,
                isFullRange: picture.isFullRange,
                width: picture.width,
                height: picture.height
            )
        }
        guard structure.name.hasPrefix("video/") || structure.name.hasPrefix("image/") else { return nil }
        return pictures(
            mediaType: structure.name,
            format: nil,
            isFullRange: false,
            width: structure["width"]?.whole ?? 0,
            height: structure["height"]?.whole ?? 0
        )
    }

    /// The format of pictures that GStreamer names so.
    static func pictures(
        mediaType: String,
        format: String?,
        isFullRange: Bool,
        width: Int,
        height: Int
    ) -> CMFormatDescription {
        let subType: FourCharCode
        if let format, mediaType == "video/x-raw" {
            subType = PixelFormats.type(ofName: format, isFullRange: isFullRange)
        } else {
            subType = codecs[mediaType] ?? 0
        }
        return CMFormatDescription(
            subType: subType,
            dimensions: CMVideoDimensions(width: Int32(clamping: width), height: Int32(clamping: height))
        )
    }

    /// Interleaved linear PCM, which is all that microphones deliver here.
    static func pcm(
        rate: Int,
        channels: Int,
        bits: Int = 16,
        flags: AudioFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
    ) -> CMFormatDescription {
        let frame = UInt32(clamping: channels * bits / 8)
        return CMFormatDescription(
            sound: AudioStreamBasicDescription(
                mSampleRate: Double(rate),
                mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: flags,
                mBytesPerPacket: frame,
                mFramesPerPacket: 1,
                mBytesPerFrame: frame,
                mChannelsPerFrame: UInt32(clamping: channels),
                mBitsPerChannel: UInt32(clamping: bits),
                mReserved: 0
            )
        )
    }

    private static let codecs: [String: CMVideoCodecType] = [
        "image/jpeg": kCMVideoCodecType_JPEG,
        "video/x-h264": kCMVideoCodecType_H264,
        "video/x-h265": kCMVideoCodecType_HEVC,
        "video/x-vp9": kCMVideoCodecType_VP9,
        "video/x-av1": kCMVideoCodecType_AV1,
        "video/mpeg": kCMVideoCodecType_MPEG4Video,
    ]

    private static func sound(_ structure: CapsStructure) -> CMFormatDescription? {
        guard structure.name == "audio/x-raw", case .string(let format)? = structure["format"],
            let rate = structure["rate"]?.whole, let channels = structure["channels"]?.whole,
            let bits = Int(format.filter(\.isNumber).prefix(2))
        else { return nil }
        var flags = kAudioFormatFlagIsPacked
        if format.hasPrefix("F") { flags |= kAudioFormatFlagIsFloat }
        if format.hasPrefix("S") { flags |= kAudioFormatFlagIsSignedInteger }
        if format.hasSuffix("BE") { flags |= kAudioFormatFlagIsBigEndian }
        if case .string("non-interleaved")? = structure["layout"] {
            flags |= kAudioFormatFlagIsNonInterleaved
        }
        return pcm(rate: rate, channels: channels, bits: bits, flags: flags)
    }
}

extension CapsValue {
    fileprivate var whole: Int? {
        if case .integer(let value) = self { return Int(value) }
        return nil
    }
}
