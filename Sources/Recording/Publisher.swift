internal import Dispatch
import GStreamer
internal import Synchronization

/// Sends a recording's coded streams to a server while they are written, and never holds up the file.
///
/// The server gets a pipeline of its own. One that fails is built again, after one second at first and every five
/// later; what comes meanwhile is not sent. A server that is too slow misses pictures up to the next key frame.
final class Publisher: Sendable {
    enum Event: Sendable {
        /// The server cannot be reached, or went away.
        case lost(String)
        /// It takes the streams again.
        case returned
    }

    private struct State {
        var pipeline: Pipeline?
        var video: AppSource?
        var audio: AppSource?
        /// Tells the pipelines apart, so that a dead one's last words do not count.
        var number = 0
        /// The time of the first picture that was sent; nil while one that can be decoded is waited for.
        var start: ClockTime?
        var needsSync = true
        var isLost = false
        var isStopped = false
        var failures = 0
        var videoCaps: Caps?
        var audioCaps: Caps?
    }

    /// How much may wait for the server; more than its own buffers hold.
    private static let largestQueue = 4 << 20
    /// A connection that lived this long counts as working.
    private static let proof = DispatchTimeInterval.seconds(2)

    private let stage: String
    private let hasAudio: Bool
    private let handler: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "gstcam.publish")
    private let state = Mutex(State())

    /// - Parameters:
    ///   - stage: The server's end, with an element `publish` that takes the parsed streams.
    ///   - hasAudio: Whether sound is sent too.
    ///   - handler: Called on a queue of the publisher's own.
    init(stage: String, hasAudio: Bool, handler: @escaping @Sendable (Event) -> Void) {
        self.stage = stage
        self.hasAudio = hasAudio
        self.handler = handler
    }

    deinit { state.withLock { $0.pipeline.take() }.map { try? $0.element.setState(.null) } }

    /// Lets go of the server, in the background.
    func stop() {
        let pipeline = state.withLock { state in
            state.isStopped = true
            (state.video, state.audio) = (nil, nil)
            return state.pipeline.take()
        }
        queue.async { try? pipeline?.element.setState(.null) }
    }

    // MARK: - Streams, on streaming threads

    /// - Parameters:
    ///   - buffer: A coded picture.
    ///   - time: Its running time.
    ///   - caps: Asked for the format with the first one.
    func push(video buffer: Buffer, at time: ClockTime, caps: () -> Caps?) {
        let source = state.withLock { state -> AppSource? in
            if state.videoCaps == nil, let caps = caps() {
                state.videoCaps = caps
                queue.async { [weak self] in self?.open() }
            }
            guard let source = state.video else { return nil }
            if source.queuedBytes > Publisher.largestQueue { state.needsSync = true }
            guard buffer.isSyncPoint || !state.needsSync else { return nil }
            state.needsSync = false
            state.start = state.start ?? time
            return source
        }
        send(buffer, at: time, to: source)
    }

    /// - Parameters:
    ///   - buffer: Coded sound.
    ///   - time: Its running time.
    ///   - caps: Asked for the format with the first one.
    func push(audio buffer: Buffer, at time: ClockTime, caps: () -> Caps?) {
        let source = state.withLock { state -> AppSource? in
            if state.audioCaps == nil { state.audioCaps = caps() }
            guard let source = state.audio, source.queuedBytes < Publisher.largestQueue else { return nil }
            return source
        }
        send(buffer, at: time, to: source)
    }

    private func send(_ buffer: Buffer, at time: ClockTime, to source: AppSource?) {
        guard let source, let start = state.withLock({ $0.start }), time >= start,
            let copy = buffer.retimed(presentation: time - start, duration: buffer.duration)
        else { return }
        source.push(copy)
    }

    // MARK: - The connection, on the publisher's queue

    private func open() {
        let (videoCaps, audioCaps, number) = state.withLock { state in
            state.number += 1
            return (state.videoCaps, state.audioCaps, state.isStopped ? 0 : state.number)
        }
        guard number > 0, let videoCaps else { return }
        // Sound that has not come yet will come with the next attempt's picture.
        let withAudio = hasAudio && audioCaps != nil
        if hasAudio, !withAudio {
            queue.asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in self?.open() }
            return
        }
        do throws(GStreamerError) {
            let pipeline = try Pipeline(parsing: text(videoCaps, withAudio ? audioCaps : nil)) {
                [weak self] message in
                guard case .error(let report) = message else { return }
                guard let self else { return }
                queue.async { [weak self] in self?.failed(report.message, number: number) }
            }
            let video = pipeline.child(named: "video-in").flatMap(AppSource.init)
            let audio = pipeline.child(named: "audio-in").flatMap(AppSource.init)
            video?.setCaps(videoCaps)
            if let audioCaps { audio?.setCaps(audioCaps) }
            let isWanted = state.withLock { state in
                guard !state.isStopped else { return false }
                (state.pipeline, state.video, state.audio) = (pipeline, video, audio)
                (state.start, state.needsSync) = (nil, true)
                return true
            }
            guard isWanted else { return }
            try pipeline.element.setState(.playing)
            queue.asyncAfter(deadline: .now() + Publisher.proof) { [weak self] in self?.proved(number) }
        } catch {
            failed(error.message, number: number)
        }
    }

    private func text(_ video: Caps, _ audio: Caps?) throws(GStreamerError) -> String {
        let source = "format=time is-live=true block=false max-bytes=0"
        var legs = ["appsrc name=video-in \(source) ! queue ! \(try parser(for: video)) ! publish."]
        if let audio {
            legs.append("appsrc name=audio-in \(source) ! queue ! \(try parser(for: audio)) ! publish.")
        }
        return (legs + [stage]).joined(separator: "  ")
    }

    /// A server wants streams in another form than a file does.
    private func parser(for caps: Caps) throws(GStreamerError) -> String {
        switch caps.structures.first?.name {
        case "video/x-h264": return "h264parse config-interval=-1"
        case "video/x-h265": return "h265parse config-interval=-1"
        case "audio/mpeg":
            return caps.structures.first?["layer"] == nil ? "aacparse" : "mpegaudioparse"
        case "audio/x-opus": return "opusparse"
        case let name?:
            throw GStreamerError(.parse, "\(name) cannot be published, only H.264, H.265, AAC, MP3, Opus")
        case nil: throw GStreamerError(.parse, "nothing is known about a stream that should be published")
        }
    }

    private func proved(_ number: Int) {
        let isBack = state.withLock { state in
            guard state.number == number, !state.isStopped else { return false }
            state.failures = 0
            defer { state.isLost = false }
            return state.isLost
        }
        if isBack { handler(.returned) }
    }

    private func failed(_ message: String, number: Int) {
        let (pipeline, isFirst, failures) =
            state.withLock { state -> (Pipeline?, Bool, Int)? in
                guard state.number == number, !state.isStopped else { return nil }
                state.number += 1
                state.failures += 1
                (state.video, state.audio) = (nil, nil)
                defer { state.isLost = true }
                return (state.pipeline.take(), !state.isLost, state.failures)
            } ?? (nil, false, 0)
        guard failures > 0 else { return }
        try? pipeline?.element.setState(.null)
        if isFirst { handler(.lost(message)) }
        let pause = DispatchTimeInterval.seconds(min(5, failures))
        queue.asyncAfter(deadline: .now() + pause) { [weak self] in self?.open() }
    }
}
