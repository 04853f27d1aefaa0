internal import GStreamer
internal import PipelineTemplates
internal import Synchronization

/// A pipeline that codes pictures and hands them back: two program-fed ends, the plan's fragments between.
final class EncodingPipeline: Sendable {
    /// Pictures wait at most this long for a slow encoder.
    private static let longestQueue = ClockTime.milliseconds(2000)
    private static let largestQueue = 256 << 20

    private let pipeline: Pipeline
    private let source: AppSource
    private let sink: AppSink
    private let caps = Mutex<Caps?>(nil)
    private let ended = Mutex<(@Sendable () -> Void)?>(nil)
    private let listener = Listener()

    /// Who hears of warnings, known only when the pipeline is there.
    private final class Listener: Sendable {
        let hear = Mutex<(@Sendable (BusMessage.ElementReport) -> Void)?>(nil)
    }

    /// - Parameters:
    ///   - plan: Whose filter and stabilizer come before the encoder, and whose muxer says in which form it wants
    ///     the coded pictures.
    ///   - encoder: The plan's encoder.
    ///   - failed: Called on a streaming thread when an element fails.
    /// - Throws: `CaptureError` with code `.missingElement` or `.badTemplate`.
    init(
        plan: RecordingPlan,
        encoder: String,
        failed: @escaping @Sendable (CaptureError) -> Void
    ) throws(CaptureError) {
        let muxer = plan.fragments.muxer.prefix { !$0.isWhitespace }
        let form = ElementFactory(named: String(muxer))?.formats(.sink).map { "\($0)" } ?? "ANY"
        let stages = [plan.fragments.videoFilter, plan.fragments.videoStabilizer, encoder].compactMap(\.self)
        let text =
            "appsrc name=video-in \(RecordingPipeline.programFed) ! \(stages.joined(separator: " ! "))"
            + " ! capsfilter caps=\(gstDescriptionValue(form)) ! appsink name=video-out sync=false"
        do throws(GStreamerError) {
            pipeline = try Pipeline(parsing: text) { [listener] message in
                switch message {
                case .error(let report): failed(FailureClassifier.recording(report, path: "the pre-roll").1)
                case .warning(let report): listener.hear.withLock { $0 }?(report)
                default: break
                }
            }
            guard let source = pipeline.child(named: "video-in").flatMap(AppSource.init),
                let sink = pipeline.child(named: "video-out").flatMap(AppSink.init)
            else { throw GStreamerError(.parse, "the encoder stage does not link") }
            self.source = source
            self.sink = sink
        } catch {
            let code: CaptureError.Code = error.code == .noSuchElement ? .missingElement : .badTemplate
            throw CaptureError(code, "the encoder's pipeline cannot be built: \(error.message)", detail: text)
        }
    }

    /// Sets where everything goes; called on streaming threads.
    /// - Parameters:
    ///   - picture: Takes the coded pictures, stamped as the raw ones were.
    ///   - warning: Takes what the elements warn of.
    func setHandlers(
        picture: @escaping @Sendable (Buffer, Caps) -> Void,
        warning: @escaping @Sendable (BusMessage.ElementReport) -> Void
    ) {
        listener.hear.withLock { $0 = warning }
        let end: @Sendable () -> Void = { [weak self] in
            let ended = self?.ended.withLock { ended in
                defer { ended = nil }
                return ended
            }
            ended??()
        }
        sink.setHandlers(endOfStream: end, sample: picture)
    }

    /// Ends the stream; `ended` is called on a streaming thread when everything has come out.
    func end(_ ended: @escaping @Sendable () -> Void) {
        self.ended.withLock { $0 = ended }
        source.endOfStream()
    }

    func start() throws(CaptureError) {
        do throws(GStreamerError) {
            try pipeline.element.setState(.playing)
        } catch {
            throw CaptureError(.internalFailure, "the encoder does not start: \(error.message)")
        }
    }

    /// Ends it; what waits inside is lost.
    ///
    /// Waits at most three seconds: an encoder that is stuck is left behind.
    func stop() { Pipeline.stop([pipeline]) }

    /// Takes a raw picture; false when the encoder is too slow and the picture is left out.
    func push(_ buffer: Buffer, _ newCaps: Caps) -> Bool {
        guard source.queuedTime <= EncodingPipeline.longestQueue,
            source.queuedBytes <= EncodingPipeline.largestQueue
        else { return false }
        caps.withLock { caps in
            guard caps.map({ !$0.isEqual(to: newCaps) }) ?? true else { return }
            caps = newCaps
            source.setCaps(newCaps)
        }
        source.push(buffer)
        return true
    }
}
