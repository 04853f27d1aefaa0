/// A template with a checked value for every parameter.
public struct BoundTemplate: Sendable, Hashable {
    /// The longest text a stage may have after its values are put in, in bytes.
    static let longestStage = 256 * 1024

    /// The template the values belong to.
    public let template: ResolvedTemplate
    private let texts: [String: String]
    let values: [String: ParameterValue]

    init(template: ResolvedTemplate, texts: [String: String], values: [String: ParameterValue]) {
        self.template = template
        self.texts = texts
        self.values = values
    }

    /// The parameter's value as it was given or defaulted: `4M`, `30/1`.
    public func value(_ parameter: String) -> String? { texts[parameter] }

    /// The stage's fragment with its values, on one line; nil when there is none or it is empty.
    ///
    /// With a parameter `camera` that is `test`, the stand-in takes the place of the camera.
    public func text(_ stage: Stage) throws(TemplateError) -> String? {
        let stage = stage == .videoSource && usesStandIn ? .videoTest : stage
        guard let fragment = template.stage(stage), !fragment.text.isEmpty else { return nil }
        var result = ""
        for piece in fragment.pieces {
            switch piece {
            case .literal(let text): result += text
            case .reference(let reference): result += try rendered(reference, in: fragment)
            }
            guard result.utf8.count <= Self.longestStage else {
                throw TemplateError(
                    file: fragment.origin,
                    line: fragment.line,
                    column: 1,
                    message: "[\(stage.rawValue)] is too long with its values",
                    hint: "Shorten the values."
                )
            }
        }
        return result
    }

    /// Whether a test picture of the same kind stands in for the camera.
    public var usesStandIn: Bool { value("camera") == "test" }

    /// The duration of a parameter in nanoseconds; nil when it is no duration.
    public func duration(_ parameter: String) -> Int64? {
        if case .duration(let time) = values[parameter] { time } else { nil }
    }

    func rendered(
        _ reference: ParameterReference,
        in fragment: StageText
    ) throws(TemplateError) -> String {
        let problem = { (message: String, hint: String) in
            TemplateError(
                file: fragment.origin,
                line: reference.position.line,
                column: reference.position.column,
                message: message,
                hint: hint
            )
        }
        guard let value = values[reference.name] else {
            let hint = nameHint(for: reference.name, among: Array(values.keys))
            throw problem("there is no parameter \(shown(reference.name))", hint)
        }
        if value.isQuoted, !reference.isWholeValue {
            throw problem(
                "\(reference.spelling) is only a part of a value",
                "A text is put in as a whole value: property=\(reference.spelling)"
            )
        }
        do throws(QuantityError) {
            let text = try value.rendered(
                unit: reference.unit,
                inCaps: reference.isInCaps,
                framerate: framerate
            )
            if let text { return text }
        } catch {
            throw problem("\(reference.spelling): \(error.message)", error.hint)
        }
        let unit = reference.unit ?? ""
        let hint =
            value.units.isEmpty ? "Write ${\(reference.name)}." : nameHint(for: unit, among: value.units)
        throw problem("\(reference.name) has no unit \(shown(unit))", hint)
    }

    func framerate() throws(QuantityError) -> Fraction {
        if case .fraction(let rate) = values["framerate"], rate.numerator > 0 { return rate }
        throw QuantityError(
            message: "frames need a parameter framerate above zero",
            hint: "Set framerate, for example to 30/1."
        )
    }
}
