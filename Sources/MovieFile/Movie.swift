/// One stream of a movie file.
public struct MovieTrack: Sendable, Hashable {
    /// What a stream holds.
    public enum Kind: Sendable, Hashable {
        /// Pictures.
        case video
        /// Sound.
        case audio
        /// Anything else, with its four-letter handler type.
        case other(String)
    }

    /// The track's number.
    public let id: UInt32
    /// What it holds.
    public let kind: Kind
    /// The four letters of its sample description, such as `avc1` or `mp4a`.
    public let codec: String
    /// Units per second of the track's own times.
    public let timescale: UInt32
    /// Number of pictures or pieces of sound.
    public let sampleCount: Int
    /// How many of them a decoder can start at.
    public let syncSampleCount: Int
    /// Whether a decoder can start at the first.
    public let startsWithSyncSample: Bool
    /// When the track begins to be presented, in nanoseconds.
    public let start: Int64
    /// How long it is presented, in nanoseconds.
    public let duration: Int64
    /// Width in pixels; 0 for sound.
    public let width: Int
    /// Height in pixels; 0 for sound.
    public let height: Int
    /// Samples per second of sound; 0 for pictures.
    public let sampleRate: Int
    /// Channels of sound; 0 for pictures.
    public let channels: Int
}

/// What a movie file holds.
public struct Movie: Sendable, Hashable {
    /// How the samples are described.
    public enum Layout: Sendable, Hashable {
        /// By one index.
        case ordinary
        /// By many small ones, as while recording.
        case fragmented
    }

    /// How the samples are described.
    public let layout: Layout
    /// The streams that have samples.
    public let tracks: [MovieTrack]
    /// End of the track that is presented longest, in nanoseconds.
    public let duration: Int64
    /// Size of the file in bytes.
    public let fileSize: Int64
    /// Bytes at the end that belong to no complete sample or box; 0 for a whole file.
    public let trailingBytes: Int64
}

/// What finishing a file did.
public struct FinishedMovie: Sendable, Hashable {
    /// What the file holds now, read back from the disk.
    public let movie: Movie
    /// Whether the file was changed; false for one that was ordinary already.
    public let changed: Bool
    /// Bytes of incomplete samples that are out of reach now.
    public let discardedBytes: Int64
}
