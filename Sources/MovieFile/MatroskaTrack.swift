/// A track of a Matroska file: what its entry says, and what was found in the clusters.
struct MatroskaTrack {
    let number: UInt64
    let kind: MovieTrack.Kind
    let codec: String
    /// How long a frame lasts if its block does not say, in nanoseconds; 0 when nothing says so.
    let frameDuration: Int128
    private(set) var width = 0
    private(set) var height = 0
    private(set) var sampleRate = 0
    private(set) var channels = 0

    private(set) var frames = 0
    private(set) var keyFrames = 0
    private(set) var startsWithKeyFrame = false
    /// From the first frame to the end of the last, in nanoseconds; nil without a frame.
    private(set) var time: (start: Int128, end: Int128)?

    /// Whether any bytes make a frame, zeros as well.
    var isPlain: Bool { codec.hasPrefix("A_PCM") }

    /// Reads the content of a track entry; nil when a part is missing that its blocks cannot be used without.
    init?(_ entry: ArraySlice<UInt8>) {
        let parts = Elements(in: entry)
        guard let number = parts.first(.trackNumber)?.number, number > 0,
            let type = parts.first(.trackType)?.number, let codec = parts.first(.codecID)?.text
        else { return nil }
        self.number = number
        self.codec = codec
        frameDuration = Int128(parts.first(.defaultDuration)?.number ?? 0)
        switch type {
        case 1:
            kind = .video
            let picture = Elements(in: parts.first(.video)?.body ?? [])
            width = Int(clamping: picture.first(.pixelWidth)?.number ?? 0)
            height = Int(clamping: picture.first(.pixelHeight)?.number ?? 0)
        case 2:
            kind = .audio
            let sound = Elements(in: parts.first(.audio)?.body ?? [])
            let rate = sound.first(.samplingFrequency)?.fraction ?? 8000
            sampleRate = Int(exactly: rate.rounded()) ?? 0
            channels = Int(clamping: sound.first(.channels)?.number ?? 1)
        default:
            kind = .other("\(type)")
        }
    }

    /// Takes a block that is complete.
    ///
    /// - Parameters:
    ///   - block: What its first bytes say.
    ///   - start: Its time in nanoseconds.
    ///   - duration: How long it lasts in nanoseconds, if it says so.
    mutating func take(_ block: MatroskaBlock, at start: Int128, duration: Int128?) {
        // Every piece of sound can be decoded without others, marked or not.
        let isKey = block.isKey || kind == .audio
        if frames == 0 { startsWithKeyFrame = isKey }
        frames += block.frames
        if isKey { keyFrames += block.frames }
        let end = start + (duration ?? frameDuration * Int128(block.frames))
        time = (min(time?.start ?? start, start), max(time?.end ?? end, end))
    }
}

/// The first bytes of a block.
struct MatroskaBlock {
    /// The most bytes that they take.
    static let headLength: Int64 = 12

    let track: UInt64
    /// From the time of its cluster, in units of the file.
    let time: Int16
    var isKey: Bool
    /// More than one where frames are laced together.
    let frames: Int

    /// Reads the beginning of the content of a block; nil for bytes that are none.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let track = VariableNumber(bytes), track.length <= 4 else { return nil }
        let rest = bytes.dropFirst(track.length)
        guard let time = rest.integer(at: 0, as: Int16.self), let flags = rest.integer(at: 2, as: UInt8.self)
        else { return nil }
        self.track = track.value
        self.time = time
        isKey = flags & 0x80 != 0
        let laced = flags & 0x06 != 0
        frames = laced ? Int(rest.integer(at: 3, as: UInt8.self) ?? 0) + 1 : 1
    }
}
