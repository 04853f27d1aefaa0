internal import Dispatch
internal import GStreamer
internal import PipelineTemplates

/// The pipelines that capture: camera and microphone, each ending in a tap.
///
/// The microphone has a pipeline of its own, on the same clock and with the same base time, so that its failure
/// never touches the camera. A source that delivers both, such as a file, is one pipeline.
final class CapturePipeline: Sendable {
    /// Where the captured buffers and the troubles go; all called on streaming threads.
    struct Handlers: Sendable {
        var video: @Sendable (Buffer, Caps) -> Void
        var audio: @Sendable (Buffer) -> Void
        var cameraFailed: @Sendable (CaptureError) -> Void
        var microphoneFailed: @Sendable (CaptureError) -> Void
        var microphoneReturned: @Sendable () -> Void
        var ended: @Sendable () -> Void
    }

    private let camera: Pipeline
    private let microphone: MicrophoneLine?

    init(selection: CaptureSelection, handlers: Handlers) throws(CaptureError) {
        let template = selection.template
        let videoText: String
        var audioText: String?
        do throws(TemplateError) {
            let bound = try template.bind(selection.values(for: template))
            guard let text = try bound.text(.videoSource) else {
                throw TemplateError(
                    file: template.origin,
                    message: "it has no video.source stage",
                    hint: "Add one"
                )
            }
            videoText = text + " ! appsink name=video-tap \(CapturePipeline.tap)"
            if let format = selection.audioFormat, let text = try bound.text(.audioSource) {
                audioText =
                    text
                    + " ! audioconvert ! audioresample ! \(format.caps) ! appsink name=audio-tap \(CapturePipeline.tap)"
            }
        } catch {
            throw CaptureError(.badTemplate, error.description)
        }
        let cameraName = selection.camera.name
        let microphoneName = selection.microphone?.name ?? "the microphone"
        // "decoder. ! ..." continues an element of the picture's source.
        let isShared = audioText?.split(separator: " ").first?.hasSuffix(".") ?? false
        let camera = try CapturePipeline.make(isShared ? "\(videoText)  \(audioText ?? "")" : videoText) {
            message in
            switch message {
            case .error(let report):
                handlers.cameraFailed(FailureClassifier.capture(report, device: cameraName))
            case .endOfStream: handlers.ended()
            default: break
            }
        }
        self.camera = camera
        microphone =
            isShared
            ? nil
            : try audioText.map { text throws(CaptureError) in
                try MicrophoneLine(
                    text,
                    name: microphoneName,
                    camera: camera,
                    handlers: .init(
                        audio: handlers.audio,
                        failed: handlers.microphoneFailed,
                        returned: handlers.microphoneReturned
                    )
                )
            }
        connectTaps(handlers)
        if selection.camera.api == .test { drawTestPattern(selection.mode.framerate) }
    }

    /// Buffers are handed on at once, so the taps neither wait for the clock nor keep anything.
    private static let tap = "sync=false max-buffers=8 enable-last-sample=false qos=false"

    static func make(
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

    private func connectTaps(_ handlers: Handlers) {
        camera.child(named: "video-tap").flatMap(AppSink.init)?.setHandlers(
            endOfStream: {},
            sample: handlers.video
        )
        // A source that delivers both has the tap for its sound too.
        camera.child(named: "audio-tap").flatMap(AppSink.init)?.setHandlers(
            endOfStream: {},
            sample: { buffer, _ in handlers.audio(buffer) }
        )
    }

    private func drawTestPattern(_ framerate: Fraction) {
        let frameDuration = ClockTime.seconds(1 / max(0.001, framerate.value))
        camera.child(named: "camera")?.pad(named: "src")?.addPictureProbe { plane, buffer in
            TestPattern.draw(
                number: buffer.offset ?? 0,
                time: buffer.presentation ?? .zero,
                frameDuration: frameDuration,
                into: &plane
            )
        }
    }

    /// The time that all buffers are stamped in; zero before the pipeline plays.
    var runningTime: ClockTime { camera.runningTime ?? .zero }

    /// Starts; what a device refuses at once is thrown, what it refuses later comes through the handlers.
    func start() throws(CaptureError) {
        do throws(GStreamerError) {
            try camera.element.setState(.playing)
        } catch {
            throw CaptureError(
                .deviceLost,
                "the camera does not start: \(error.message)",
                advice: "See gstcam devices for what can be used"
            )
        }
        guard let microphone else { return }
        // A live source has its base time as soon as it plays; wait for that so that both share it.
        _ = camera.element.waitForState(timeout: .milliseconds(3000))
        microphone.start()
    }

    /// Lets go of the devices; waits for their drivers, but not for ever.
    ///
    /// A sound card that stopped delivering can hold its source in a system call. It is left behind then, on a
    /// thread of its own, and the kernel closes it when the process ends.
    func stop() {
        let group = DispatchGroup()
        for pipeline in [microphone?.stop(), camera].compactMap(\.self) {
            DispatchQueue.global().async(group: group) { try? pipeline.element.setState(.null) }
        }
        _ = group.wait(timeout: .now() + .seconds(3))
    }
}
