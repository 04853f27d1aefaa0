/// Cuts a template file into sections and reads each.
struct TemplateParser {
    /// The longest file that is read, in bytes.
    static let longestText = 256 * 1024

    let source: TemplateText
    private var sections: [String: Int] = [:]
    private var section: Section?
    private var header: TemplateHeader
    private var parameters = ParameterTable()
    private var stages: [Stage: StageText] = [:]
    private var fragment: FragmentParser
    private var sectionLine = 0

    private enum Section {
        case header
        case parameters
        case stage(Stage)
    }

    init(_ source: TemplateText) {
        self.source = source
        header = TemplateHeader(kind: source.kind)
        fragment = FragmentParser(file: source.origin)
    }

    /// Reads the whole file.
    mutating func parse() throws(TemplateError) -> Template {
        guard source.text.utf8.count <= Self.longestText, !source.text.utf8.contains(0) else {
            throw error(
                Position(line: 1, column: 1),
                "this is no template file",
                hint: "A template is a short text."
            )
        }
        for line in SourceLine.lines(of: source.text) where !line.isBlankOrComment {
            if let name = try sectionName(of: line) {
                try finishStage()
                try begin(name, at: line)
            } else {
                try add(line)
            }
        }
        try finishStage()
        try header.checkRequired(file: source.origin)
        try checkStages()
        return Template(
            name: source.name,
            kind: source.kind,
            origin: source.origin,
            header: header.texts,
            extends: header.texts["extends"],
            matches: header.matches,
            priority: header.priority,
            parameters: parameters.rows,
            stages: stages,
            extendsPosition: header.position(of: "extends")
        )
    }

    private mutating func add(_ line: SourceLine) throws(TemplateError) {
        switch section {
        case .header: try header.add(line, file: source.origin)
        case .parameters: try parameters.add(line, file: source.origin)
        case .stage: try fragment.add(line)
        case nil:
            throw error(
                line.position(line.start),
                "text before the first section",
                hint: "Begin with [template], or write # before a comment."
            )
        }
    }

    /// The name in a `[name]` line; nil for any other line.
    private func sectionName(of line: SourceLine) throws(TemplateError) -> String? {
        let body = line.trimmed
        guard body.first == "[", let second = body.dropFirst().first, second.properties.isAlphabetic else {
            return nil
        }
        let inner = body.dropFirst().dropLast()
        let isPlain = inner.allSatisfy { $0.properties.isAlphabetic || $0 == "." || $0 == "-" || $0 == "_" }
        guard body.last == "]", isPlain else {
            throw error(
                line.position(body.startIndex),
                "a section line is [name] and nothing else",
                hint: "Put comments and fragments on lines of their own."
            )
        }
        return String(scalars: inner)
    }

    private mutating func begin(_ name: String, at line: SourceLine) throws(TemplateError) {
        let position = line.position(line.start)
        if let first = sections[name] {
            throw error(position, "[\(name)] is there twice", hint: "The first one is on line \(first).")
        }
        sections[name] = line.number
        sectionLine = line.number
        switch name {
        case "template": section = .header
        case "parameters": section = .parameters
        default:
            guard let stage = Stage(rawValue: name) else {
                let known = ["template", "parameters"] + source.kind.stages.map(\.rawValue)
                throw error(
                    position,
                    "no section is called \(shown(name))",
                    hint: nameHint(for: name, among: known)
                )
            }
            guard source.kind.stages.contains(stage) else {
                throw error(
                    position,
                    "\(source.kind.article) has no [\(name)]",
                    hint: "It has [\(source.kind.stages.map(\.rawValue).joined(separator: "] or ["))]."
                )
            }
            section = .stage(stage)
        }
    }

    private mutating func finishStage() throws(TemplateError) {
        guard case .stage(let stage) = section else { return }
        try fragment.finish()
        let text = StageText(
            text: String(fragment.text),
            origin: source.origin,
            line: sectionLine,
            pieces: fragment.pieces
        )
        if stage == .sink, !text.text.isEmpty, text.sinkCount != 1 {
            throw error(
                Position(line: sectionLine, column: 1),
                "the sink stage has \(text.sinkCount) elements with name=sink",
                hint: "Exactly one is needed, for example: splitmuxsink name=sink."
            )
        }
        stages[stage] = text
        fragment = FragmentParser(file: source.origin)
    }

    private func checkStages() throws(TemplateError) {
        guard source.kind != .template else { return }
        let filled = stages.filter { !$0.value.text.isEmpty && !$0.value.isAuto }
        guard filled.count == 1, stages.count == 1 else {
            let names = source.kind.stages.map(\.rawValue).joined(separator: "] or [")
            throw error(
                Position(line: 1, column: 1),
                "\(source.kind.article) needs exactly one stage with a fragment",
                hint: "Write it under [\(names)]."
            )
        }
    }

    private func error(_ position: Position, _ message: String, hint: String) -> TemplateError {
        TemplateError(
            file: source.origin,
            line: position.line,
            column: position.column,
            message: message,
            hint: hint
        )
    }
}
