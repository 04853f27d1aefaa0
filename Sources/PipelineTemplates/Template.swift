/// One template file after parsing, before inheritance.
public struct Template: Sendable, Hashable {
    /// The name others use for it.
    public let name: String
    /// What the file describes.
    public let kind: TemplateKind
    /// The path shown in errors.
    public let origin: String
    /// All keys and values of the `[template]` section.
    public let header: [String: String]
    /// The template whose stages and parameters are taken over.
    public let extends: String?
    /// What a device must be like for the template to be picked automatically.
    public let matches: [MatchRule]
    /// The higher, the sooner it is picked.
    public let priority: Int
    /// The rows of the `[parameters]` section.
    public let parameters: [Parameter]
    /// The stages written in this file.
    public let stages: [Stage: StageText]
    /// Where `extends` names its template.
    let extendsPosition: Position

    /// One line about the template, for people.
    public var summary: String { header["summary"] ?? "" }

    /// Reads a template file; the first thing that is wrong in it is the error.
    public static func parse(_ text: TemplateText) throws(TemplateError) -> Template {
        let (template, problems) = examine(text)
        if let first = problems.first { throw first }
        return template
    }

    /// Reads a template file and goes on behind what is wrong; a stage with a mistake is left out.
    public static func examine(_ text: TemplateText) -> (template: Template, problems: [TemplateError]) {
        var parser = TemplateParser(text)
        let template = parser.read()
        return (template, parser.problems)
    }
}
