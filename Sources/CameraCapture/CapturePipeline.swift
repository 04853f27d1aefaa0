internal import CameraDevices
internal import Dispatch
internal import GStreamer
internal import PipelineTemplates
internal import Synchronization

/// The pipelines that capture: camera and microphone, each ending in a tap.
///
/// The microphone has a pipeline of its own, on the same clock and with the same base time, so that its failure
/// never touches the camera. A source that delivers both, such as a file, is one pipeline.
final class CapturePipeline: Sendable {
    /// Where the captured buffers and the troubles go; all called on streaming threads.
    struct Handlers: Sendable {
        var video: @Sendable (Buffer, Caps) -> Void
        var audio: @Sendable (Buffer) -> Void
        /// The camera took so many pictures that never came.
        var lost: @Sendable (Int) -> Void
        /// The camera failed; whether it is opened again.
        var cameraFailed: @Sendable (CaptureError, _ reopens: Bool) -> Void
        var cameraReturned: @Sendable () -> Void
        var microphoneFailed: @Sendable (CaptureError) -> Void
        var microphoneReturned: @Sendable () -> Void
        var ended: @Sendable () -> Void
    }

    private let time = TimeBase()
    private let camera: DeviceLine
    private let microphone: DeviceLine?
    private let sound: SoundLine?

    /// - Parameters:
    ///   - selection: What to open.
    ///   - reopensCamera: Whether a camera that failed after it had worked is opened again.
    ///   - handlers: Where everything goes.
    /// - Throws: `CaptureError` for a template or an element that is not there.
    init(selection: CaptureSelection, reopensCamera: Bool, handlers: Handlers) throws(CaptureError) {
        let texts = try SourceTexts(selection)
        let sound = selection.audioFormat.map(SoundLine.init)
        self.sound = sound
        // A file that was played to its end does not begin again.
        let pause =
            reopensCamera && selection.camera.api != .file ? DispatchTimeInterval.milliseconds(250) : nil
        camera = try DeviceLine(
            .init(name: selection.camera.name, product: "pictures", pause: pause, mustDeliverFirst: true),
            time: time,
            handlers: .init(
                failed: handlers.cameraFailed,
                returned: handlers.cameraReturned,
                ended: handlers.ended
            ),
            make: { [isFirst = Once()] link throws(CaptureError) in
                // The node may have another number when it comes back.
                let text = isFirst.take() ? texts.camera : try SourceTexts(selection.relocated()).camera
                let pipeline = try CapturePipeline.make(text, handler: link.bus)
                CapturePipeline.connect(pipeline, sound, handlers, link)
                TestPattern.draw(into: pipeline.element, of: selection)
                return pipeline
            }
        )
        microphone = try CapturePipeline.microphone(
            texts.microphone,
            sound,
            of: selection,
            time: time,
            handlers
        )
    }

    private static func microphone(
        _ text: String?,
        _ sound: SoundLine?,
        of selection: CaptureSelection,
        time: TimeBase,
        _ handlers: Handlers
    ) throws(CaptureError) -> DeviceLine? {
        guard let text else { return nil }
        return try DeviceLine(
            .init(
                name: selection.microphone?.name ?? "the microphone",
                product: "sound",
                pause: .seconds(1)
            ),
            time: time,
            handlers: .init(
                failed: { error, _ in handlers.microphoneFailed(error) },
                returned: handlers.microphoneReturned
            ),
            make: { link throws(CaptureError) in
                let pipeline = try make(text, handler: link.bus)
                connect(pipeline, sound, handlers, link)
                return pipeline
            }
        )
    }

    private static func make(
        _ text: String,
        handler: @escaping @Sendable (BusMessage) -> Void
    ) throws(CaptureError) -> Pipeline {
        do throws(GStreamerError) {
            let pipeline = try Pipeline(parsing: text, handler: handler)
            pipeline.useSystemClock()
            return pipeline
        } catch {
            throw CaptureError(
                error.code == .noSuchElement ? .missingElement : .badTemplate,
                "the capture pipeline cannot be built: \(error.message)",
                advice: "Check the template with gstcam templates, or install what is missing",
                detail: text
            )
        }
    }

    /// Connects the taps that are there: a source that delivers both has the one for its sound too.
    private static func connect(
        _ pipeline: Pipeline,
        _ sound: SoundLine?,
        _ handlers: Handlers,
        _ link: DeviceLine.Link
    ) {
        pipeline.child(named: "video-tap").flatMap(AppSink.init)?.setHandlers(endOfStream: {}) {
            buffer,
            caps in
            link.arrived()
            handlers.video(buffer, caps)
        }
        pipeline.child(named: "audio-tap").flatMap(AppSink.init)?.setHandlers(endOfStream: {}) { buffer, _ in
            link.arrived()
            if let buffer = sound?.take(buffer) { handlers.audio(buffer) }
        }
        let source = pipeline.child(named: "camera")?.pad(named: "src")
        source?.addBufferProbe { [last = LastNumber()] buffer in
            let missing = last.missing(before: buffer.offset)
            if missing > 0 { handlers.lost(missing) }
            return .pass
        }
    }

    /// How the microphone's clock runs; nil without sound.
    var soundMeasurement: SoundClock.Measurement? { sound?.measurement }

    /// The time that all buffers are stamped in; zero before the pipeline plays.
    var runningTime: ClockTime { time.runningTime ?? camera.pipeline?.runningTime ?? .zero }

    /// Starts; what a device refuses at once is thrown, what it refuses later comes through the handlers.
    func start() throws(CaptureError) {
        do throws(GStreamerError) {
            try camera.start()
        } catch {
            throw CaptureError(
                .deviceLost,
                "the camera does not start: \(error.message)",
                advice: "See gstcam devices for what can be used"
            )
        }
        // A live source has its base time as soon as it plays; wait for that so that all share it.
        if let pipeline = camera.pipeline {
            _ = pipeline.element.waitForState(timeout: .milliseconds(3000))
            time.take(from: pipeline)
        }
        microphone?.begin()
    }

    /// Lets go of the devices; waits for their drivers, but not for ever.
    func stop() { Pipeline.stop([microphone?.stop(), camera.stop()].compactMap(\.self)) }
}

/// The sound's clock, for the thread that the sound comes on and for those who ask.
private final class SoundLine: Sendable {
    private let clock: Mutex<SoundClock>

    init(_ format: AudioFormat) { clock = Mutex(SoundClock(format)) }

    func take(_ buffer: Buffer) -> Buffer? { clock.withLock { $0.take(buffer) } }

    var measurement: SoundClock.Measurement { clock.withLock { $0.measurement } }
}

/// True once.
private final class Once: Sendable {
    private let isTaken = Mutex(false)

    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }
}

/// The number of the camera's last picture.
private final class LastNumber: Sendable {
    private let number = Mutex<Int64?>(nil)

    /// How many numbers lie between the last picture and this one; zero for a camera that does not count.
    func missing(before next: Int64?) -> Int {
        number.withLock { last in
            defer { last = next }
            guard let last, let next, next > last + 1, next - last < 100_000 else { return 0 }
            return Int(next - last - 1)
        }
    }
}
