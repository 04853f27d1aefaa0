public import PipelineTemplates

/// A template as one `gst-launch-1.0` command that records what this program would record with it.
public struct TemplateRendering: Sendable {
    /// The command; bash runs it as it is.
    public let command: String
    /// Whether the camera is known; else the template's parameters have their defaults.
    public let isComplete: Bool
    /// The recording with every choice made.
    public let planned: PlannedRecording

    /// Chooses encoders, container and microphone as a recording does, and writes the command.
    /// - Parameters:
    ///   - argument: The template, as for `--template`.
    ///   - values: Values for its parameters.
    ///   - location: The file to record to; its suffix chooses the container.
    ///   - withAudio: Whether sound is recorded where there is some.
    ///   - library: The templates and parts to choose from.
    /// - Throws: `CaptureError`, as making a recording does.
    public init(
        _ argument: String,
        values: [String: String],
        location: String,
        withAudio: Bool,
        library: TemplateLibrary
    ) throws(CaptureError) {
        try Engine.start()
        let template = try TemplateFiles.template(argument, in: library)
        let camera = TemplateRendering.camera(for: template, device: values["device"], library: library)
        var options = CaptureOptions()
        options.template = argument
        options.values = values
        options.microphone = withAudio ? .automatic : .none
        if let camera {
            options.camera = camera.api == .file ? "file:\(camera.address)" : camera.id
            options.values["device"] = nil
        } else {
            options.assumesCamera = true
        }
        if let width = values["width"].flatMap({ Int($0) }),
            let height = values["height"].flatMap({ Int($0) })
        {
            options.size = (width, height)
        }
        options.framerate = values["framerate"].flatMap { try? Quantity.fraction($0) }
        var recording = RecordingOptions(pattern: location)
        recording.recordsAudio = withAudio
        planned = try CaptureSelection(options: options, library: library).plan(recording)
        isComplete = camera != nil || template.hasOwnCamera || planned.template.usesStandIn
        do throws(TemplateError) {
            command = try planned.template.launchCommand(location: location, audio: planned.plan.audio != nil)
        } catch {
            throw CaptureError(.badTemplate, error.description)
        }
    }

    /// The first camera that the template is made for: the one that was named, or any that is there.
    private static func camera(for template: ResolvedTemplate, device: String?, library: TemplateLibrary)
        -> CaptureDevice?
    {
        let cameras: [CaptureDevice]
        if let device {
            cameras = [device, "file:\(device)"].compactMap { try? DeviceCatalogue.camera($0) }
        } else {
            let found = DeviceCatalogue.cameras().filter { $0.hiddenReason == nil }
            cameras = found + [DeviceCatalogue.testCamera]
        }
        return cameras.first { camera in
            camera.modes.contains { mode in
                let facts = camera.matchProperties(for: mode)
                guard template.isAuto(.videoSource) else { return template.accepts(facts) }
                return !library.best(matching: facts).isEmpty
            }
        }
    }
}
