internal import GStreamer
public import PipelineTemplates
public import Recording

/// What was chosen for capturing: the camera, its mode, the microphone, the template, and why.
public struct CaptureSelection: Sendable {
    /// The camera.
    public internal(set) var camera: CaptureDevice
    /// Its mode.
    public let mode: ChosenMode
    /// The microphone; nil for no sound.
    public let microphone: CaptureDevice?
    /// The template, with its microphone stage filled in.
    public let template: ResolvedTemplate
    /// Why the template was chosen, in one sentence.
    public let templateReason: String
    /// The templates and parts to choose from.
    public let library: TemplateLibrary
    /// The values that somebody set for the template's parameters.
    public let values: [String: String]

    /// Chooses.
    /// - Throws: `CaptureError` that says what is not there, and what is.
    public init(
        options: CaptureOptions,
        library: TemplateLibrary = TemplateFiles.library()
    ) throws(CaptureError) {
        try Gst.start()
        var given: ResolvedTemplate?
        if let name = options.template { given = try TemplateFiles.template(name, in: library) }
        var values = options.values
        var cameraName = options.camera
        var own: OwnCamera?
        if let given, given.isAuto(.videoSource), values["camera"] == "test" {
            // The source of the test camera fills the stage; there is nothing to stand in for.
            values["camera"] = nil
            cameraName = DeviceCatalogue.testCamera.id
        } else if let given {
            own = try OwnCamera(
                of: given,
                named: cameraName,
                values: values,
                isAssumed: options.assumesCamera
            )
        }
        let camera = if let own { own.device } else { try DeviceCatalogue.camera(cameraName) }
        let wish = ModeChooser.Wish(
            width: options.size?.width,
            height: options.size?.height,
            framerate: options.framerate ?? own?.usualFramerate,
            format: options.format
        )
        let usable = camera.modes.filter { mode in
            let facts = camera.matchProperties(for: mode)
            if let given, !given.isAuto(.videoSource) { return given.accepts(facts) }
            return !library.best(matching: facts).isEmpty
        }
        let mode = try ModeChooser.choose(
            // Somebody who names a template for another kind of camera shall have it.
            from: usable.isEmpty && given != nil ? camera.modes : usable,
            wish: wish,
            currentSize: own?.usualSize ?? VideoNode(path: camera.address).currentSize,
            device: camera.name
        )
        self.camera = camera
        self.mode = mode
        microphone = try CaptureSelection.microphone(options.microphone, for: camera)
        self.library = library
        self.values = values
        let (chosen, reason) = try CaptureSelection.template(
            given,
            camera: camera,
            mode: mode,
            library: library
        )
        templateReason = reason
        if case .named(let name) = options.microphone, !chosen.isAuto(.audioSource),
            microphone?.api != camera.api
        {
            throw CaptureError(
                .usage,
                "the template \(chosen.name) has its own sound, so \(name) would not be heard",
                advice: "Leave out --audio, or use a template whose audio.source is auto"
            )
        }
        template = try CaptureSelection.fillMicrophone(of: chosen, microphone: microphone, library: library)
    }

    private static func microphone(
        _ choice: CaptureOptions.MicrophoneChoice,
        for camera: CaptureDevice
    ) throws(CaptureError) -> CaptureDevice? {
        switch choice {
        case .none: return nil
        case .named(let name): return try DeviceCatalogue.microphone(name)
        case .automatic:
            switch (camera.api, Environment.value("GSTCAM_MICROPHONE")) {
            case (_, "none"): return nil
            case (.file, _):
                // The file's own sound.
                return camera.channels == 0
                    ? nil
                    : CaptureDevice(
                        id: camera.id,
                        name: camera.name,
                        kind: .microphone,
                        api: .file,
                        address: camera.address,
                        channels: camera.channels
                    )
            case (_, let text?):
                return try DeviceCatalogue.named(by: "GSTCAM_MICROPHONE") { () throws(CaptureError) in
                    try DeviceCatalogue.microphone(text)
                }
            case (.test, nil): return DeviceCatalogue.testMicrophone
            default: return DeviceCatalogue.microphones().first { $0.hiddenReason == nil }
            }
        }
    }

    private static func template(
        _ given: ResolvedTemplate?,
        camera: CaptureDevice,
        mode: ChosenMode,
        library: TemplateLibrary
    ) throws(CaptureError) -> (ResolvedTemplate, String) {
        if let given, !given.isAuto(.videoSource) { return (given, "asked for") }
        guard let match = library.best(matching: camera.matchProperties(for: mode.origin)).first else {
            throw CaptureError(
                .badTemplate,
                "no template fits \(camera.name)",
                advice: "Write one that extends usb-webcam-raw, or name one with --template"
            )
        }
        do throws(TemplateError) {
            let found = try library.template(match.name)
            guard let given else { return (found, match.reason) }
            // The template says what to do with any camera's picture.
            let reason = "asked for, with the camera as in \(match.name): \(match.reason)"
            return (try given.filling(.videoSource, with: found), reason)
        } catch {
            throw CaptureError(.badTemplate, error.description)
        }
    }

    private static func fillMicrophone(
        of template: ResolvedTemplate,
        microphone: CaptureDevice?,
        library: TemplateLibrary
    ) throws(CaptureError) -> ResolvedTemplate {
        guard let microphone, template.isAuto(.audioSource) else { return template }
        let facts = ["api": [microphone.api.rawValue], "id": [microphone.id], "card": [microphone.name]]
        let match = library.best(.microphone, matching: facts).first
        guard let part = library.parts(.microphone).first(where: { $0.name == match?.name }) else {
            throw CaptureError(
                .badTemplate,
                "no part knows how to record from \(microphone.name)",
                advice: "Choose another microphone with --audio, or record without one with --no-audio"
            )
        }
        do throws(TemplateError) {
            return try template.filling(.audioSource, with: part)
        } catch {
            throw CaptureError(.badTemplate, error.description)
        }
    }

    /// Values for the parameters that describe devices and mode; parameters that a template lacks are left out.
    package func values(adding more: [String: String] = [:], for template: ResolvedTemplate) -> [String:
        String]
    {
        source.values(adding: more, for: template)
    }

    /// What a recording has to know of all this.
    var source: RecordingSource {
        var facts: [String: String] = [:]
        facts["format"] = mode.format
        // A template that knows its camera itself has its own default.
        if !camera.address.isEmpty { facts["device"] = camera.address }
        facts["audio-device"] = microphone?.address
        return RecordingSource(
            name: camera.name,
            width: mode.width,
            height: mode.height,
            framerate: mode.framerate,
            audio: audioFormat,
            template: template,
            library: library,
            facts: facts,
            values: values
        )
    }

    /// The format of the sound that the engine captures; nil without a microphone.
    package var audioFormat: AudioFormat? {
        microphone.map { AudioFormat(rate: RecordingSource.audioRate, channels: max(1, $0.channels)) }
    }

    /// Chooses container and encoders and works out the recording's plan.
    ///
    /// Each encoder is tried with two pictures, which takes some hundredths of a second.
    /// - Throws: `CaptureError` with code `.usage`, `.noEncoder` or `.badTemplate`.
    public func plan(_ options: RecordingOptions) throws(CaptureError) -> PlannedRecording {
        var source = source
        source.isSteadied = options.stabilization == .auto && camera.isSteadied
        return try source.plan(options)
    }
}
