public import GStreamer
public import PipelineTemplates

/// What somebody wants to capture; whatever is left out is chosen.
public struct CaptureOptions: Sendable {
    /// Which microphone is wanted.
    public enum MicrophoneChoice: Sendable, Hashable {
        /// The best there is; none is no error.
        case automatic
        /// None.
        case none
        /// This one; an error when it is not there.
        case named(String)
    }

    /// The camera: an id, a node, a name, `test` or `file:PATH`; nil for the first.
    public var camera: String?
    /// The microphone.
    public var microphone = MicrophoneChoice.automatic
    /// The template: a name or a file; nil for the one that fits the camera best.
    public var template: String?
    /// Values for the template's parameters.
    public var values: [String: String] = [:]
    /// Width and height in pixels.
    public var size: (width: Int, height: Int)?
    /// Pictures per second.
    public var framerate: Fraction?

    /// Makes options that leave everything to be chosen.
    public init() {}
}

/// What somebody wants to record; whatever is left out is chosen.
public struct RecordingOptions: Sendable {
    /// The name pattern of the files, see `FileNaming`.
    public var pattern: String
    /// The container; nil for the one that the suffix means.
    public var container: String?
    /// The video codec; nil for the container's usual one.
    public var videoCodec: String?
    /// Bits per second of the pictures.
    public var videoBitrate: Int?
    /// Length of the recording.
    public var duration: ClockTime?
    /// Size of all files together, in bytes.
    public var maximumSize: Int64?
    /// Length of one file; nil for a single file.
    public var segment: ClockTime?
    /// Free space to leave on the disk, in bytes.
    public var minimumFree: Int64 = 16 << 20

    /// Makes options for files of this name.
    public init(pattern: String) { self.pattern = pattern }
}
