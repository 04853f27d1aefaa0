internal import GStreamer
internal import PipelineTemplates
internal import Recording

/// Works out recordings' plans, and remembers the last one: trying encoders takes some tenths of a second.
struct RecorderPlanner: Sendable {
    private struct Request: Hashable {
        let options: RecordingOptions
        let template: String
        let pictures: PictureStream
        let audio: AudioFormat?
    }

    private var last: (request: Request, planned: PlannedRecording)?

    /// The plan for a recording of these streams.
    ///
    /// - Throws: `CaptureError` that says which property is to be changed, or what is not installed.
    mutating func plan(
        _ settings: RecorderSettings,
        pictures: PictureStream,
        audio: AudioFormat?
    ) throws(CaptureError) -> PlannedRecording {
        guard let location = settings.location else {
            throw CaptureError(
                .usage,
                "gstcamrecorder has no location to record to",
                advice: "Set the property location to a file name, such as clip.mp4"
            )
        }
        let template =
            pictures.codec != nil && settings.template == RecorderSettings().template
            ? "usb-h264" : settings.template
        // The name of the file changes nothing but for its suffix, which is the container's.
        let suffix = location.split(separator: "/").last.flatMap { name in
            name.contains(".") ? name.split(separator: ".").last : nil
        }
        let request = Request(
            options: settings.options(location: suffix.map { "file.\($0)" } ?? location),
            template: template,
            pictures: pictures,
            audio: audio
        )
        if let last, last.request == request { return last.planned }
        let library = TemplateFiles.library()
        let resolved = try TemplateFiles.template(template, in: library)
        guard resolved.isCoded == (pictures.codec != nil) else {
            throw CaptureError(
                .usage,
                "the template \(template) is for \(resolved.isCoded ? "coded" : "raw") pictures, and "
                    + "\(pictures.codec ?? "raw") ones come",
                advice:
                    "Choose another template, or put a \(resolved.isCoded ? "coder" : "decoder") before the recorder"
            )
        }
        let planned = try RecordingSource(
            name: "the pipeline",
            width: pictures.width,
            height: pictures.height,
            framerate: pictures.framerate,
            audio: audio,
            template: resolved,
            library: library
        ).plan(request.options)
        last = (request, planned)
        return planned
    }
}

/// What the caps of a stream of pictures say.
struct PictureStream: Sendable, Hashable {
    let width: Int
    let height: Int
    let framerate: Fraction
    /// The codec's name; nil for raw pictures.
    let codec: String?

    /// A stream without a constant rate is taken for one of 30 pictures a second.
    init?(_ caps: Caps) {
        guard let structure = caps.structures.first, case .integer(let width)? = structure["width"],
            case .integer(let height)? = structure["height"]
        else { return nil }
        self.width = Int(width)
        self.height = Int(height)
        var rate = Fraction(30)
        if case .fraction(let numerator, let denominator)? = structure["framerate"], numerator > 0,
            let given = Fraction(numerator: numerator, denominator: denominator)
        {
            rate = given
        }
        framerate = rate
        codec = structure.name == "video/x-h264" ? "h264" : nil
    }
}
