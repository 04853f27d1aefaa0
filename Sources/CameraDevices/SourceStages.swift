internal import GStreamer
internal import PipelineTemplates
package import Recording

/// The source stages of a selection as descriptions in gst-launch syntax, with their values.
package struct SourceStages: Sendable {
    /// The camera's, which ends in pictures.
    package let video: String
    /// The microphone's, which ends in sound of `CaptureSelection.audioFormat`; nil without a microphone.
    package let audio: String?

    /// - Throws: `CaptureError` with code `.badTemplate`.
    package init(_ selection: CaptureSelection) throws(CaptureError) {
        let template = selection.template
        do throws(TemplateError) {
            let bound = try template.bind(selection.values(for: template))
            guard let text = try bound.text(.videoSource) else {
                throw TemplateError(
                    file: template.origin,
                    message: "it has no video.source stage",
                    hint: "Add one"
                )
            }
            video = text
            if let format = selection.audioFormat, let text = try bound.text(.audioSource) {
                audio = "\(text) ! audioconvert ! audioresample ! \(format.caps)"
            } else {
                audio = nil
            }
        } catch {
            throw CaptureError(.badTemplate, error.description)
        }
    }

    /// Whether both are one description.
    ///
    /// A text such as "decoder. ! ..." continues an element of the picture's source.
    package var isShared: Bool { audio?.split(separator: " ").first?.hasSuffix(".") ?? false }
}
