internal import CameraCapture
internal import Foundation
internal import Synchronization

/// Records movies: H.264 and AAC in QuickTime or MP4 unless something else is asked for.
///
/// Files are written in fragments and made ordinary, seekable files in place when they are closed, so a crash at any
/// moment leaves a playable file.
public final class AVCaptureMovieFileOutput: AVCaptureFileOutput {
    private struct Movie {
        var fragmentInterval = CMTime(value: 10, timescale: 1)
        var metadata: [Shared<AVMetadataItem>]?
        var settings: [ObjectIdentifier: MovieSettings] = [:]
    }

    private let movie = Mutex(Movie())

    /// Makes an output without a session.
    public override init() { super.init() }

    /// How much a crash may cost at most; 10 seconds at first.
    ///
    /// It counts for the next recording.
    ///
    /// Fragments are never longer than the engine's own, a quarter of a second, whatever is set: a finished file is
    /// the same for every interval, so there is nothing to gain. That holds for `.invalid` too, with which Apple
    /// writes no fragments.
    public var movieFragmentInterval: CMTime {
        get { movie.withLock { $0.fragmentInterval } }
        set { movie.withLock { $0.fragmentInterval = newValue } }
    }

    /// What each file says about itself; it counts for the next recording.
    public var metadata: [AVMetadataItem]? {
        get { movie.withLock { $0.metadata }?.map(\.value) }
        set {
            let shared = newValue?.map(Shared.init)
            movie.withLock { $0.metadata = shared }
        }
    }

    /// The codecs that can be recorded here, the usual one first.
    public var availableVideoCodecTypes: [AVVideoCodecType] {
        let installed = MovieSettings.installedCodecs
        return [.h264, .hevc].filter { $0.engineName.map(installed.contains) ?? false }
    }

    /// Sets how a connection's media is coded; it counts for the next recording.
    ///
    /// - Parameters:
    ///   - outputSettings: Values under the keys for pictures or for sound; nil for what the session's preset means.
    ///     An empty dictionary means the same, since no camera here delivers what could be written without coding.
    ///   - connection: One of the output's connections.
    public func setOutputSettings(_ outputSettings: [String: Any]?, for connection: AVCaptureConnection) {
        let settings = outputSettings.map(MovieSettings.init)
        movie.withLock { $0.settings[ObjectIdentifier(connection)] = settings }
    }

    /// How a connection's media is coded; empty for what the session's preset means.
    public func outputSettings(for connection: AVCaptureConnection) -> [String: Any] {
        movie.withLock { $0.settings[ObjectIdentifier(connection)] }?.dictionary ?? [:]
    }

    override func options(for url: URL) -> RecordingOptions {
        var options = super.options(for: url)
        options.container = MovieSettings.container(for: url)
        if let interval = movieFragmentInterval.clockTime, interval > .zero, interval < .milliseconds(250) {
            options.fragment = interval
        }
        options.videoBitrate = session.flatMap { MovieSettings.bitrate(of: $0.sessionPreset) }
        let all = movie.withLock { $0.settings }
        for connection in connections {
            all[ObjectIdentifier(connection)]?.apply(to: &options)
        }
        options.tags = MovieTags.tags(for: metadata ?? [])
        return options
    }
}
