/// A template that fits a device, and why.
public struct TemplateMatch: Sendable, Hashable {
    /// The template's name.
    public let name: String
    /// Why it fits, as a sentence.
    public let reason: String
}

extension TemplateLibrary {
    /// The templates that fit a device with these properties, best first.
    ///
    /// Every rule in `matches` must hold. Order: priority, number of rules, literal values before globs,
    /// name. Templates without rules are never picked.
    public func best(matching properties: [String: [String]]) -> [TemplateMatch] {
        best(.template, matching: properties)
    }

    /// The files of a kind that fit a device with these properties, best first.
    public func best(_ kind: TemplateKind, matching properties: [String: [String]]) -> [TemplateMatch] {
        let fitting = parsed(kind).compactMap { template in
            Self.reason(template, properties).map { (template, $0) }
        }
        return fitting.sorted { first, second in
            Self.isBetter(first.0, second.0)
        }.map { TemplateMatch(name: $0.0.name, reason: $0.1) }
    }

    private static func reason(_ template: Template, _ properties: [String: [String]]) -> String? {
        guard !template.matches.isEmpty else { return nil }
        var reasons: [String] = []
        for rule in template.matches {
            guard let value = rule.match(in: properties[rule.key] ?? []) else { return nil }
            let pattern = rule.isGlob ? " (\(rule.value))" : ""
            reasons.append("\(rule.key) is \(rule.isGlob ? shown(value) : value)\(pattern)")
        }
        let why = reasons.joined(separator: " and ")
        return "\(template.name) fits because \(why); priority \(template.priority)."
    }

    private static func isBetter(_ first: Template, _ second: Template) -> Bool {
        let globs = first.matches.count(where: \.isGlob)
        let otherGlobs = second.matches.count(where: \.isGlob)
        return (second.priority, second.matches.count, globs, first.name)
            < (first.priority, first.matches.count, otherGlobs, second.name)
    }
}
