import CameraCapture
import PipelineTemplates

/// The list of all template files, for people and for programs.
struct TemplateList {
    private struct Entry: Encodable {
        let name: String
        let kind: String
        let summary: String
        /// Nil for the copy inside this program.
        let path: String?
        let missing: [String]
        let error: String?
    }

    private struct Whole: Encodable { let templates: [Entry] }

    let files: TemplateShelf

    func print(asJSON: Bool) {
        let entries = files.texts.map(entry)
        if asJSON { return JSONLine.print(Whole(templates: entries)) }
        let width = entries.map(\.name.count).max() ?? 0
        for kind in TemplateKind.allCases {
            Console.print("\(TemplateList.title(of: kind)):")
            for entry in entries where entry.kind == kind.suffix {
                let place = entry.path.map { "  (\($0))" } ?? ""
                Console.print("  \(Help.padded(entry.name, width))  \(entry.summary)\(place)")
                if let error = entry.error { Console.print("    cannot be used: \(error)") }
                for element in entry.missing {
                    let advice = files.checker.advice(for: element).map { " \($0)" } ?? ""
                    Console.print("    \(element) is not here.\(advice)")
                }
            }
        }
    }

    private static func title(of kind: TemplateKind) -> String {
        switch kind {
        case .template: "Templates"
        case .encoder: "Encoders"
        case .container: "Containers"
        case .microphone: "Microphones"
        }
    }

    private func entry(_ text: TemplateText) -> Entry {
        let place = TemplateShelf.place(text)
        var resolved: ResolvedTemplate?
        var problem: String?
        do throws(TemplateError) {
            resolved = try files.resolved(text)
        } catch {
            problem = error.description
        }
        return Entry(
            name: text.name,
            kind: text.kind.suffix,
            summary: resolved?.summary ?? "",
            path: place == text.origin ? place : nil,
            missing: resolved.map(files.checker.missingElements) ?? [],
            error: problem
        )
    }
}
