internal import CameraCapture
internal import Synchronization

/// A capture session of the engine that runs for an `AVCaptureSession`, with the plans that were made for it.
final class RunningEngine: Sendable {
    /// What the engine was set up for; another set-up needs another engine.
    struct Setup: Hashable {
        var camera: String
        var microphone: String?
        var width: Int?
        var height: Int?
        var framerate: Fraction?
        var format: String?
    }

    let setup: Setup
    /// Tells this engine from another with the same set-up.
    let number: Int
    let session: CaptureSession
    private let plans = Mutex<[RecordingOptions: PlannedRecording]>([:])

    init(
        _ setup: Setup,
        number: Int,
        handler: @escaping @Sendable (CaptureSession.Event) -> Void
    ) throws(CaptureError) {
        self.setup = setup
        self.number = number
        var options = CaptureOptions()
        options.camera = setup.camera
        options.microphone = setup.microphone.map { .named($0) } ?? .none
        if let width = setup.width, let height = setup.height { options.size = (width, height) }
        options.framerate = setup.framerate
        options.format = setup.format
        session = CaptureSession(selection: try CaptureSelection(options: options), handler: handler)
    }

    /// The plan for a recording; encoders are tried once for each kind of recording.
    func plan(_ options: RecordingOptions) throws(CaptureError) -> RecordingPlan {
        var kind = options
        kind.pattern = "." + (options.pattern.split(separator: ".").last ?? "")
        let known = plans.withLock { $0[kind] }
        let planned: PlannedRecording
        if let known {
            planned = known
        } else {
            planned = try session.selection.plan(options)
            plans.withLock { $0[kind] = planned }
        }
        var plan = planned.plan
        plan.naming = FileNaming(pattern: options.pattern, severalFiles: false)
        return plan
    }
}
