import GStreamer
internal import PipelineTemplates
internal import Synchronization

/// The GStreamer pipeline of one recording: two program-fed sources, the plan's fragments, `splitmuxsink`.
final class RecordingPipeline: Sendable {
    private let pipeline: Pipeline
    let video: AppSource
    let audio: AppSource?
    private let written = Atomic<Int64>(0)
    private let budget: SizeBudget?
    private let onSizeReached: @Sendable () -> Void
    private let publisher: Publisher?

    /// - Parameters:
    ///   - plan: What to build.
    ///   - withAudio: Whether sound will be pushed. A track that never gets a sample would make the file unreadable.
    ///   - fileName: Called on a streaming thread for the name of each file.
    ///   - onSizeReached: Called once on a streaming thread when the size limit is reached.
    ///   - onPublish: Called when the server that gets the streams goes away or comes back.
    ///   - handler: Called on streaming threads with the pipeline's messages.
    /// - Throws: `CaptureError` with code `.missingElement` or `.badTemplate`.
    init(
        plan: RecordingPlan,
        withAudio: Bool,
        fileName: @escaping @Sendable (Int) -> String,
        onSizeReached: @escaping @Sendable () -> Void,
        onPublish: @escaping @Sendable (Publisher.Event) -> Void,
        handler: @escaping @Sendable (BusMessage) -> Void
    ) throws(CaptureError) {
        budget = plan.budget ?? plan.limits.size.map(SizeBudget.init)
        self.onSizeReached = onSizeReached
        publisher = plan.fragments.publish.map {
            Publisher(stage: $0, hasAudio: withAudio, handler: onPublish)
        }
        do throws(GStreamerError) {
            pipeline = try Pipeline(parsing: Self.text(plan, withAudio: withAudio), handler: handler)
            guard let source = pipeline.child(named: "video-in").flatMap(AppSource.init),
                let sink = pipeline.child(named: "sink").flatMap(SplitMuxSink.init)
            else {
                throw GStreamerError(.parse, "the sink stage has no splitmuxsink with the name \"sink\"")
            }
            video = source
            audio = pipeline.child(named: "audio-in").flatMap(AppSource.init)
            if let audio, let format = plan.audio { audio.setCaps(try Caps(parsing: format.caps)) }
            sink.setNaming { [budget] number in
                if number > 0, case .isReached? = budget?.spend(RecordingPipeline.furtherHeaders) {
                    onSizeReached()
                }
                return fileName(number)
            }
            source.sendTags(plan.tags)
        } catch {
            let code: CaptureError.Code = error.code == .noSuchElement ? .missingElement : .badTemplate
            throw CaptureError(code, "the recording pipeline cannot be built: \(error.message)")
        }
        if case .isReached? = budget?.spend(RecordingPipeline.headers) { onSizeReached() }
        let overhead = Overhead(plan)
        for name in ["video-out", "audio-out"] { countBytes(leaving: name, with: overhead) }
        if plan.audioPriming > 0, let format = plan.audio {
            compensatePriming(samples: plan.audioPriming, format: format)
        }
        publish()
    }

    func play() throws(CaptureError) {
        do throws(GStreamerError) {
            try pipeline.element.setState(.playing)
        } catch {
            throw CaptureError(.internalFailure, "the recording pipeline does not start: \(error.message)")
        }
    }

    /// Takes the pipeline down; blocks while an element is stuck in a system call.
    func tearDown() {
        publisher?.stop()
        try? pipeline.element.setState(.null)
    }

    /// Whether coded pictures wait to be written: what holds them up is the disk.
    var waitsForDisk: Bool {
        let waiting = try? pipeline.child(named: "video-out")?.property("current-level-buffers", as: Int.self)
        return waiting ?? 0 > 0
    }

    /// Bytes that the encoders have delivered, with what the container adds.
    var bytes: Int64 { written.load(ordering: .relaxed) }

    /// What makes an `appsrc` a queue that takes everything at once; its caller watches how much waits.
    static let programFed = "format=time is-live=false block=false max-bytes=0 max-buffers=0 max-time=0"

    private static func text(_ plan: RecordingPlan, withAudio: Bool) -> String {
        // The raw side is short and the coded side long: ten coded seconds cost little memory and ride out a slow
        // disk. Each leg has its own queue before the muxer, or the two pads would block each other.
        let queue = "max-size-time=10000000000 max-size-bytes=134217728 max-size-buffers=0"
        let stages = [
            plan.fragments.videoFilter, plan.fragments.videoStabilizer, plan.fragments.videoEncoder,
        ]
        var text = (["appsrc name=video-in \(programFed)"] + stages.compactMap(\.self)).joined(
            separator: " ! "
        )
        text += " ! queue name=video-out \(queue) ! sink.video"
        if withAudio, let audioEncoder = plan.fragments.audioEncoder {
            text += "  appsrc name=audio-in \(programFed) ! \(audioEncoder)"
            text += " ! queue name=audio-out \(queue) ! sink.audio_0"
        }
        // Both parts must be known when the pads are asked for, so they are in the text. The writer is unbuffered:
        // what was written is in the file when the process is killed.
        let writer = "filesink buffer-mode=unbuffered"
        let parts = "muxer=\(gstDescriptionValue(plan.fragments.muxer)) sink=\(gstDescriptionValue(writer))"
        return text + "  \(plan.fragments.sink) \(parts)"
    }

    // MARK: - Publishing

    /// Shows the publisher every coded buffer on its way to the muxer.
    private func publish() {
        guard let publisher else { return }
        out("video-out")?.addBufferProbe { [weak self] buffer in
            guard let pad = self?.out("video-out"), let time = buffer.presentation.flatMap(pad.runningTime)
            else {
                return .pass
            }
            publisher.push(video: buffer, at: time) { pad.currentCaps }
            return .pass
        }
        out("audio-out")?.addBufferProbe { [weak self] buffer in
            guard let pad = self?.out("audio-out"), let time = buffer.presentation.flatMap(pad.runningTime)
            else {
                return .pass
            }
            publisher.push(audio: buffer, at: time) { pad.currentCaps }
            return .pass
        }
    }

    private func out(_ name: String) -> Pad? { pipeline.child(named: name)?.pad(named: "src") }

    // MARK: - Size

    /// What headers take, at most.
    private static let headers: Int64 = 16 << 10
    /// What headers and index of each further file take, at most.
    private static let furtherHeaders: Int64 = 4 << 10

    /// What a container adds to the coded samples.
    private struct Overhead {
        /// For each sample's entries in a fragment and in the index: more than any container here needs.
        private static let perSample = 32
        /// A transport stream's packets, what they carry, and how much its tables take in a second.
        private static let packet = (size: 188, payload: 184)
        private static let tables = 6000.0

        private let isTransportStream: Bool
        private let tables: Int

        init(_ plan: RecordingPlan) {
            isTransportStream = plan.fragments.muxer.contains("mpegtsmux")
            tables = Int(Overhead.tables * plan.frameDuration.seconds)
        }

        /// How much of the file a sample takes.
        func size(ofSample size: Int) -> Int64 {
            let sample = size + Overhead.perSample
            guard isTransportStream else { return Int64(sample) }
            let packets = (sample + Overhead.packet.payload - 1) / Overhead.packet.payload
            return Int64(packets * Overhead.packet.size + tables)
        }
    }

    /// Counts what the encoder delivers and lets nothing more through once the limit is near.
    private func countBytes(leaving name: String, with overhead: Overhead) {
        guard let pad = pipeline.child(named: name)?.pad(named: "src") else { return }
        pad.addBufferProbe { [weak self] buffer in
            guard let self else { return .pass }
            let size = overhead.size(ofSample: buffer.size)
            written.add(size, ordering: .relaxed)
            switch budget?.spend(size) {
            case nil, .fits: return .pass
            case .isReached:
                onSizeReached()
                return .drop
            case .isSpent: return .drop
            }
        }
    }

    // MARK: - Priming

    /// Drops the packets that an audio encoder adds in front and moves the rest forward, so that sound stays with
    /// its picture in every container.
    private func compensatePriming(samples: Int, format: AudioFormat) {
        guard let pad = pipeline.child(named: "audio-out")?.pad(named: "sink"), let source = pad.peer else {
            return
        }
        let priming = format.time(of: samples)
        source.setOffset(.zero - priming)
        source.addBufferProbe { buffer in
            guard let time = buffer.presentation else { return .pass }
            return time + ClockTime.milliseconds(1) < priming ? .drop : .pass
        }
    }
}
