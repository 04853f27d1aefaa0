internal import PipelineTemplates
internal import Recording

/// The camera of a template that knows it itself, such as a screen or a camera that V4L2 does not show.
///
/// Nothing can be asked about it, so it takes any size, and the template's defaults are what it usually gives.
struct OwnCamera {
    let device: CaptureDevice
    let usualSize: (width: Int, height: Int)
    let usualFramerate: Fraction

    /// Nil for a template that needs a camera of the catalogue, unless a test picture stands in for it.
    ///
    /// - Parameters:
    ///   - template: The template.
    ///   - name: The camera that somebody named.
    ///   - values: The values that somebody set for the template's parameters.
    ///   - isAssumed: Whether any template is taken for one that knows its camera.
    /// - Throws: `CaptureError` with code `.badTemplate`.
    init?(
        of template: ResolvedTemplate,
        named name: String?,
        values: [String: String],
        isAssumed: Bool = false
    ) throws(CaptureError) {
        let defaults: BoundTemplate
        do throws(TemplateError) {
            let known = Set(template.parameters.map(\.name))
            defaults = try template.bind(values.filter { known.contains($0.key) })
        } catch {
            throw CaptureError(.badTemplate, error.description)
        }
        guard template.hasOwnCamera || defaults.usesStandIn || isAssumed else { return nil }
        func number(_ parameter: String, otherwise: Int) -> Int {
            defaults.value(parameter).flatMap { Int($0) } ?? otherwise
        }
        usualSize = (number("width", otherwise: 1280), number("height", otherwise: 720))
        let parts = defaults.value("framerate")?.split(separator: "/").compactMap { Int($0) } ?? []
        usualFramerate =
            parts.first.flatMap { Fraction(numerator: $0, denominator: parts.dropFirst().first ?? 1) }
            ?? Fraction(30)
        device = CaptureDevice(
            id: name ?? template.name,
            name: name ?? template.summary,
            kind: .camera,
            api: CaptureDevice.API(rawValue: "template"),
            address: name ?? "",
            driver: template.name,
            modes: [
                CaptureMode(
                    mediaType: template.delivers.map { "video/x-\($0)" } ?? "video/x-raw",
                    format: nil,
                    width: .init(minimum: 16, maximum: 16384, step: 2),
                    height: .init(minimum: 16, maximum: 16384, step: 2),
                    framerates: [Fraction(1), Fraction(240)],
                    isFramerateRange: true
                )
            ]
        )
    }
}
