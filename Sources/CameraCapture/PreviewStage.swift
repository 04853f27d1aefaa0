internal import GStreamer
internal import PipelineTemplates

extension CaptureSelection {
    /// The text of the template's `[preview]`, with its values and the sink that this desktop needs.
    /// - Parameters:
    ///   - surface: Where the picture is to be shown.
    ///   - stabilization: How the shake is taken out of what is shown.
    /// - Returns: A fragment in gst-launch syntax, for `Preview`.
    /// - Throws: `CaptureError` with code `.badTemplate` when the template has none.
    public func previewStage(
        for surface: Preview.Surface,
        stabilization: VideoStabilization = .off
    ) throws(CaptureError) -> String {
        let stage = try PreviewStage.text(
            of: template,
            values: values(adding: PreviewStage.values(for: surface), for: template)
        )
        return [stabilization.fragment, stage].compactMap(\.self).joined(separator: " ! ")
    }
}

/// The text that a preview is drawn with.
enum PreviewStage {
    /// The fragment of the basic template, for a preview that was given none.
    static func standard(for surface: Preview.Surface) throws(CaptureError) -> String {
        let template = try TemplateFiles.template("base", in: TemplateFiles.library())
        let known = Set(template.parameters.map(\.name))
        return try text(of: template, values: values(for: surface).filter { known.contains($0.key) })
    }

    static func text(
        of template: ResolvedTemplate,
        values: [String: String]
    ) throws(CaptureError) -> String {
        do throws(TemplateError) {
            guard let text = try template.bind(values).text(.preview) else {
                throw TemplateError(
                    file: template.origin,
                    message: "it has no preview stage",
                    hint: "Take away its empty [preview]"
                )
            }
            return text
        } catch {
            throw CaptureError(.badTemplate, error.description)
        }
    }

    static func values(for surface: Preview.Surface) -> [String: String] {
        ["preview-sink": isWayland(surface) ? "waylandsink" : "ximagesink"]
    }

    /// A window handle is an X11 window: a Wayland surface means nothing without its own connection.
    private static func isWayland(_ surface: Preview.Surface) -> Bool {
        guard case .window = surface, Gst.hasElement("waylandsink") else { return false }
        return WaylandSocket() != nil
    }
}
