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
    /// The pixel format of raw pictures, such as `YUY2`, or the media type of coded ones, such as `image/jpeg`.
    public var format: String?
    /// Whether the template's camera is taken for granted, as for a command that is only printed.
    package var assumesCamera = false

    /// Makes options that leave everything to be chosen.
    public init() {}
}
