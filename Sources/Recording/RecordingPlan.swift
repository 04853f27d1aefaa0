public import GStreamer

/// Everything one recording needs to know, worked out beforehand: texts for GStreamer, limits, names.
public struct RecordingPlan: Sendable {
    /// The pipeline's fragments, with every value filled in.
    public struct Fragments: Sendable {
        /// From raw pictures to pictures of constant size.
        public var videoFilter: String?
        /// Steadies the picture.
        public var videoStabilizer: String?
        /// From pictures to a coded stream; nil for a camera that delivers one.
        public var videoEncoder: String?
        /// From raw sound to a coded stream; nil for no sound.
        public var audioEncoder: String?
        /// The muxer, one element.
        public var muxer: String
        /// A server that gets the coded streams besides, with an element `publish` that takes them; nil for none.
        public var publish: String?
        /// The file writer with an element `sink` of type `splitmuxsink`.
        public var sink: String

        /// Makes the set of fragments.
        public init(
            videoFilter: String?,
            videoStabilizer: String?,
            videoEncoder: String?,
            audioEncoder: String?,
            muxer: String,
            sink: String,
            publish: String? = nil
        ) {
            self.videoFilter = videoFilter
            self.videoStabilizer = videoStabilizer
            self.videoEncoder = videoEncoder
            self.audioEncoder = audioEncoder
            self.muxer = muxer
            self.sink = sink
            self.publish = publish
        }
    }

    /// Hard ends of a recording.
    public struct Limits: Sendable {
        /// Length of the recording; to the frame.
        public var duration: ClockTime?
        /// Size of all files together in bytes; never exceeded.
        public var size: Int64?
        /// Free space that is left on the disk, in bytes.
        public var minimumFree: Int64
        /// The same for people.
        var minimumFreeText: String {
            minimumFree < 1 << 20 ? "\(minimumFree >> 10) KiB" : "\(minimumFree >> 20) MiB"
        }

        /// Makes a set of limits.
        public init(duration: ClockTime? = nil, size: Int64? = nil, minimumFree: Int64 = 16 << 20) {
            self.duration = duration
            self.size = size
            self.minimumFree = minimumFree
        }
    }

    /// The pipeline's fragments.
    public var fragments: Fragments
    /// Where the files go.
    public var naming: FileNaming
    /// Whether a finished file gets an index in place (MP4 and MOV).
    public var finishesInPlace: Bool
    /// The format of the sound that is pushed in: 16-bit interleaved; nil for no sound.
    public var audio: AudioFormat?
    /// Samples that the audio encoder adds in front, at the pushed rate.
    public var audioPriming: Int
    /// How long one picture lasts.
    public var frameDuration: ClockTime
    /// Hard ends.
    public var limits: Limits
    /// The camera's name, for sentences.
    public var deviceName: String
    /// What the files say about themselves, under GStreamer's tag names.
    public var tags: [String: String]
    /// Whether a camera that goes away and may come back leaves the recording going, with its last picture; a
    /// recording of coded pictures ends all the same.
    public var bridgesGaps: Bool

    /// What this recording and others may write together, in place of the size limit; nil when it is alone.
    public var budget: SizeBudget?

    /// How much of what lies before its start the recording gets at once; nil for nothing.
    var preRoll: ClockTime?

    /// How long a file may stay as large as it is while pictures go into it.
    public var growthPatience = ClockTime.milliseconds(15_000)

    /// Whether the tap can put a picture in the place of a camera that is away.
    var canBridge: Bool { bridgesGaps && fragments.videoEncoder != nil }

    /// Makes a plan.
    public init(
        fragments: Fragments,
        naming: FileNaming,
        finishesInPlace: Bool,
        audio: AudioFormat?,
        audioPriming: Int,
        frameDuration: ClockTime,
        limits: Limits,
        deviceName: String,
        tags: [String: String] = [:],
        bridgesGaps: Bool = false
    ) {
        self.fragments = fragments
        self.naming = naming
        self.finishesInPlace = finishesInPlace
        self.audio = audio
        self.audioPriming = audioPriming
        self.frameDuration = frameDuration
        self.limits = limits
        self.deviceName = deviceName
        self.tags = tags
        self.bridgesGaps = bridgesGaps
    }
}

/// The format of raw sound: 16-bit samples in the machine's byte order, channels interleaved.
public struct AudioFormat: Sendable, Hashable {
    /// Samples per second and channel.
    public let rate: Int
    /// Number of channels.
    public let channels: Int

    /// Makes a format.
    public init(rate: Int, channels: Int) {
        self.rate = rate
        self.channels = channels
    }

    /// Bytes of one sample of all channels.
    public var bytesPerFrame: Int { 2 * channels }

    /// The format in GStreamer's text form.
    public var caps: String {
        "audio/x-raw, format=S16LE, layout=interleaved, rate=\(rate), channels=\(channels)"
    }

    /// How many samples fit into a time, rounded to the nearest.
    func samples(in time: ClockTime) -> Int {
        Int((Double(time.nanoseconds) * Double(rate) / 1e9).rounded())
    }

    /// How long so many samples last.
    func time(of samples: Int) -> ClockTime {
        ClockTime(nanoseconds: Int64((Double(samples) * 1e9 / Double(rate)).rounded()))
    }
}
