public import GStreamer

/// What becomes of a recording whose camera goes away.
public enum GapPolicy: String, Sendable, Hashable, CaseIterable {
    /// It goes on: the sound is recorded, and the last picture stands still until the camera is back.
    ///
    /// A camera that codes its pictures itself has none to stand still; its recording ends as with `split`.
    case `continue`
    /// It ends, and another one begins when the camera is back.
    case split
    /// It ends.
    case stop
}

/// What somebody wants to record; whatever is left out is chosen.
public struct RecordingOptions: Sendable, Hashable {
    /// The name pattern of the files, see `FileNaming`.
    public var pattern: String
    /// The container; nil for the one that the suffix means.
    public var container: String?
    /// The video codec; nil for the container's usual one.
    public var videoCodec: String?
    /// The encoder's name, such as `x264enc`; nil for the best that works.
    public var videoEncoder: String?
    /// Bits per second of the pictures.
    public var videoBitrate: Int?
    /// The longest time between two key frames; nil for the template's.
    public var keyframeInterval: ClockTime?
    /// The audio codec; nil for the container's usual one.
    public var audioCodec: String?
    /// Bits per second of the sound.
    public var audioBitrate: Int?
    /// Whether sound is recorded, when there is a microphone.
    public var recordsAudio = true
    /// Whether left and right change places.
    public var isMirrored = false
    /// How the shake is taken out of the pictures; nil for what the template says, which is usually not at all.
    public var stabilization: VideoStabilization?
    /// What the file says about itself, under GStreamer's tag names: `title`, `artist`, `comment`, `description`,
    /// `copyright`, `keywords`, `application-name`, `device-model`, `geo-location-latitude` and so on.
    public var tags: [String: String] = [:]
    /// How often a file becomes playable up to here while it is written (MP4 and MOV); nil for the template's.
    public var fragment: ClockTime?
    /// Length of the recording.
    public var duration: ClockTime?
    /// Size of all files together, in bytes.
    public var maximumSize: Int64?
    /// Length of one file; nil for a single file.
    public var segment: ClockTime?
    /// Whether more files of this name follow, so that it gets a counter.
    public var isOneOfSeveral = false
    /// What becomes of the recording when the camera goes away; needs a session with `reopensCamera`.
    public var gapPolicy = GapPolicy.stop
    /// Free space to leave on the disk, in bytes.
    public var minimumFree: Int64 = 16 << 20

    /// Makes options for files of this name.
    public init(pattern: String) { self.pattern = pattern }
}
