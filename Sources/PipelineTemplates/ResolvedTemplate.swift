/// A template with everything it extends, ready for its values.
public struct ResolvedTemplate: Sendable, Hashable {
    /// The name others use for it.
    public let name: String
    /// What the file describes.
    public let kind: TemplateKind
    /// The path of the file itself, not of what it extends.
    public let origin: String
    /// All keys and values of the `[template]` section.
    public let header: [String: String]
    /// What a device must be like for it to be picked automatically.
    public let matches: [MatchRule]
    /// The higher, the sooner it is picked.
    public let priority: Int
    /// All parameters: those taken over first, in their order, then the template's own.
    public private(set) var parameters: [Parameter]

    private var stages: [Stage: StageText]

    /// Lays the templates of a chain over each other, the base first.
    init(chain: some Sequence<Template>, leaf: Template) {
        name = leaf.name
        kind = leaf.kind
        origin = leaf.origin
        header = leaf.header
        matches = leaf.matches
        priority = leaf.priority
        parameters = []
        stages = [:]
        for template in chain {
            stages.merge(template.stages) { _, new in new }
            for parameter in template.parameters {
                if let index = parameters.firstIndex(where: { $0.name == parameter.name }) {
                    parameters[index] = parameter
                } else {
                    parameters.append(parameter)
                }
            }
        }
    }

    /// Whether a device with these properties is one it is made for: every rule in `matches` holds.
    public func accepts(_ properties: [String: [String]]) -> Bool { MatchRule.accept(matches, properties) }

    /// The stage's fragment and its place; nil when no file gives one.
    public func stage(_ stage: Stage) -> StageText? { stages[stage] }

    /// The stage's fragment before values are put in; nil when there is none or it is empty.
    public func stageText(_ stage: Stage) -> String? {
        guard let text = stages[stage]?.text, !text.isEmpty else { return nil }
        return text
    }

    /// Whether the program fills the stage in.
    public func isAuto(_ stage: Stage) -> Bool { stages[stage]?.isAuto ?? false }

    /// Fills an `auto` stage with a part's fragment and adds the part's parameters.
    ///
    /// A parameter the template has too keeps the template's default.
    public func filling(_ stage: Stage, with part: ResolvedTemplate) throws(TemplateError) -> ResolvedTemplate
    {
        let place = stages[stage]
        guard isAuto(stage) else {
            throw TemplateError(
                file: place?.origin ?? origin,
                line: place?.line ?? 0,
                column: place == nil ? 0 : 1,
                message: "[\(stage.rawValue)] is not auto",
                hint: "Write the word auto under [\(stage.rawValue)] to let \(part.name) fill it."
            )
        }
        guard let text = part.stages[stage], !text.text.isEmpty, !text.isAuto else {
            throw TemplateError(
                file: part.origin,
                message: "\(part.name) has no [\(stage.rawValue)]",
                hint: "Choose a part that has one."
            )
        }
        var filled = self
        filled.stages[stage] = text
        for parameter in part.parameters {
            guard let own = parameters.first(where: { $0.name == parameter.name })
            else {
                filled.parameters.append(parameter)
                continue
            }
            guard own.type == parameter.type else {
                throw own.error(
                    "\(own.name) is \(own.type) here and \(parameter.type) in \(part.name)",
                    hint: "Give the parameter another name."
                )
            }
        }
        return filled
    }
}
