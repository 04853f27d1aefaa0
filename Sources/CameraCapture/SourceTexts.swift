internal import PipelineTemplates

/// The texts of the capturing pipelines, each with a tap at its end.
struct SourceTexts {
    /// The camera's, with the sound of a source that delivers both.
    let camera: String
    /// The microphone's; nil for none and for a camera that brings its own.
    let microphone: String?

    /// Buffers are handed on at once, so the taps neither wait for the clock nor keep anything.
    private static let tap = "sync=false max-buffers=8 enable-last-sample=false qos=false"

    /// - Throws: `CaptureError` with code `.badTemplate`.
    init(_ selection: CaptureSelection) throws(CaptureError) {
        let template = selection.template
        var video: String
        var audio: String?
        do throws(TemplateError) {
            let bound = try template.bind(selection.values(for: template))
            guard let text = try bound.text(.videoSource) else {
                throw TemplateError(
                    file: template.origin,
                    message: "it has no video.source stage",
                    hint: "Add one"
                )
            }
            video = "\(text) ! appsink name=video-tap \(SourceTexts.tap)"
            if let format = selection.audioFormat, let text = try bound.text(.audioSource) {
                audio =
                    "\(text) ! audioconvert ! audioresample ! \(format.caps) "
                    + "! appsink name=audio-tap \(SourceTexts.tap)"
            }
        } catch {
            throw CaptureError(.badTemplate, error.description)
        }
        // "decoder. ! ..." continues an element of the picture's source.
        if let text = audio, text.split(separator: " ").first?.hasSuffix(".") == true {
            video += "  " + text
            audio = nil
        }
        camera = video
        microphone = audio
    }
}
