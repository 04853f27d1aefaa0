/// The named parts a pipeline is cut into.
public enum Stage: String, CaseIterable, Sendable, Hashable {
    /// The camera, up to raw or encoded video.
    case videoSource = "video.source"
    /// What stands in for the camera when the parameter `camera` is `test`.
    case videoTest = "video.test"
    /// The microphone, up to raw audio.
    case audioSource = "audio.source"
    /// What every picture passes before it is encoded.
    case videoFilter = "video.filter"
    /// The stabilizer, between filter and encoder.
    case videoStabilizer = "video.stabilizer"
    /// The video encoder with its parser.
    case videoEncoder = "video.encoder"
    /// The audio encoder with its parser.
    case audioEncoder = "audio.encoder"
    /// The container format.
    case muxer
    /// Where the file is written.
    case sink
    /// A server that gets the coded streams while they are written.
    case publish
    /// The picture on the screen.
    case preview
}
