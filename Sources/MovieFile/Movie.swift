/// What a movie file holds, as found on the disk.
public struct Movie: Sendable, Equatable {
    /// Whether the file is finished.
    public enum Layout: Sendable, Equatable {
        /// Finished: one index for the whole file, and nothing at its end that is not complete.
        case ordinary
        /// As while recording: an MP4 has a piece of index in front of every piece of media, a Matroska file no
        /// size and no index, a transport stream a piece of a packet or of a picture at its end.
        case fragmented
    }

    /// Whether the file is finished.
    public let layout: Layout
    /// The tracks in file order, also those that hold no sample.
    public let tracks: [MovieTrack]
    /// The time at which the last track ends, in nanoseconds.
    public let duration: Int64
    /// The size of the file in bytes.
    public let fileSize: Int64
    /// Bytes at the end of the file that belong to no complete sample, such as a cut fragment; 0 for a whole
    /// file.
    public let trailingBytes: Int64
}

/// One track of a movie.
///
/// Only samples whose bytes are all in the file are counted.
public struct MovieTrack: Sendable, Equatable {
    /// What a track carries.
    public enum Kind: Sendable, Equatable {
        /// Pictures.
        case video
        /// Sound.
        case audio
        /// Something else, by the four letters of its handler.
        case other(String)
    }

    /// The number that names the track inside the file.
    public let id: UInt32
    /// What the track carries.
    public let kind: Kind
    /// The four letters of the first sample entry, such as `avc1` or `mp4a`, or Matroska's name of the codec, such
    /// as `V_MPEG4/ISO/AVC`; empty when there is none, as in a transport stream.
    public let codec: String
    /// Units per second of the track's own clock.
    public let timescale: UInt32
    /// The number of complete samples: pictures, or packets of sound.
    public let sampleCount: Int
    /// How many of them can be decoded without others.
    public let syncSampleCount: Int
    /// Whether the first sample can be decoded without others.
    public let startsWithSyncSample: Bool
    /// When the track is first presented, in nanoseconds, edit lists applied.
    ///
    /// In a fragmented file it counts from the track that starts first, as it will once the file is finished.
    public let start: Int64
    /// How long the track is presented, in nanoseconds, edit lists applied.
    public let duration: Int64
    /// The coded width in pixels; 0 for a track without pictures, and where only the pictures say it.
    public let width: Int
    /// The coded height in pixels; 0 for a track without pictures, and where only the pictures say it.
    public let height: Int
    /// Samples of sound per second; 0 for a track without sound, and where only the sound says it.
    public let sampleRate: Int
    /// The number of sound channels; 0 for a track without sound, and where only the sound says it.
    public let channels: Int
}

/// What finishing a file did.
public struct FinishedMovie: Sendable, Equatable {
    /// The file as it was read again afterwards.
    public let movie: Movie
    /// Whether the file was changed; false for one that was ordinary already.
    public let changed: Bool
    /// Bytes at the end of the recording that belong to no complete sample, and can no longer be reached.
    public let discardedBytes: Int64
}
