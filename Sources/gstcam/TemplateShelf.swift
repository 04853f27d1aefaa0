import CameraCapture
import PipelineTemplates

/// All template files that can be found, with their texts, and what the checks know about them.
struct TemplateShelf {
    /// The files, each name and kind once, by kind and name.
    let texts: [TemplateText]
    let library: TemplateLibrary
    let checker: TemplateChecker

    init() throws(CaptureError) {
        let all = TemplateFiles.texts()
        library = TemplateLibrary(all)
        checker = try TemplateChecker(library: library)
        let kinds = TemplateKind.allCases
        texts = kinds.flatMap { kind in
            let ofKind = all.filter { $0.kind == kind }
            let first = Dictionary(ofKind.map { ($0.name, $0) }) { first, _ in first }
            return first.values.sorted { $0.name < $1.name }
        }
    }

    /// The file that an argument means: a path, `NAME.SUFFIX`, or a name, where a template goes before a part.
    func text(_ argument: String) throws(CaptureError) -> TemplateText {
        if argument.contains("/") { return try TemplateFiles.text(of: argument) }
        if let found = texts.first(where: {
            $0.name == argument || "\($0.name).\($0.kind.suffix)" == argument
        }) {
            return found
        }
        if TemplateText(path: argument, text: "") != nil { return try TemplateFiles.text(of: argument) }
        let names = texts.map(\.name)
        throw CaptureError(
            .badTemplate,
            "there is no template or part \"\(argument)\"",
            advice: closestName(to: argument, among: names).map { "Did you mean \"\($0)\"?" }
                ?? "See gstcam templates for the names"
        )
    }

    /// A file's template with all it extends.
    func resolved(_ text: TemplateText) throws(TemplateError) -> ResolvedTemplate {
        try library.resolve(Template.parse(text))
    }

    /// Where a file is: a path, or the words for the copy inside this program.
    static func place(_ text: TemplateText) -> String {
        text.origin.hasPrefix("built-in/") ? "built in" : text.origin
    }

    /// A file's text, and behind it, as comments, what it extends and its parameters.
    func description(of argument: String) throws(CaptureError) -> String {
        let text = try text(argument)
        var lines = ["# \(TemplateShelf.place(text))", text.text]
        do throws(TemplateError) {
            let template = try Template.parse(text)
            let resolved = try library.resolve(template)
            if let base = template.extends { lines.append("# It extends \(base).") }
            if !resolved.parameters.isEmpty { lines.append("# Its parameters, with their defaults:") }
            let rows = resolved.parameters.map { row in
                [row.name, "\(row.type)", row.defaultValue.map { $0.isEmpty ? "\"\"" : $0 } ?? "-"]
            }
            let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
            for (row, parameter) in zip(rows, resolved.parameters) {
                let cells = zip(row, widths).map { Help.padded($0, $1) }
                lines.append("#   \(cells.joined(separator: "  "))  \(parameter.summary)")
            }
        } catch {
            throw CaptureError(.badTemplate, error.description)
        }
        return lines.joined(separator: "\n")
    }
}
