/// Cuts a template file into sections and reads each; goes on behind what is wrong.
struct TemplateParser {
    /// The longest file that is read, in bytes.
    static let longestText = 256 * 1024
    /// After so many mistakes the rest of the file is not read.
    static let mostProblems = 50

    let source: TemplateText
    /// What is wrong, in the order it was found.
    private(set) var problems: [TemplateError] = []
    private var sections: [String: Int] = [:]
    private var section: Section?
    private var header: TemplateHeader
    private var parameters = ParameterTable()
    private var stages: [Stage: StageText] = [:]
    private var fragment: FragmentParser
    private var isStageBroken = false
    private var sectionLine = 0

    private enum Section {
        case header
        case parameters
        case stage(Stage)
        /// A section that was reported as a whole.
        case skipped
    }

    init(_ source: TemplateText) {
        self.source = source
        header = TemplateHeader(kind: source.kind)
        fragment = FragmentParser(file: source.origin)
    }

    /// Reads the whole file; a stage in which something is wrong is left out.
    mutating func read() -> Template {
        if source.text.utf8.count > Self.longestText || source.text.utf8.contains(0) {
            let start = Position(line: 1, column: 1)
            problems = [error(start, "this is no template file", hint: "A template is a short text.")]
        } else {
            for line in SourceLine.lines(of: source.text) where problems.count < Self.mostProblems {
                if !line.isBlankOrComment { take(line) }
            }
            finishStage()
            if problems.isEmpty { checkWhole() }
        }
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

    private mutating func take(_ line: SourceLine) {
        let name: String?
        do throws(TemplateError) {
            name = try sectionName(of: line)
        } catch {
            problems.append(error)
            finishStage()
            section = .skipped
            return
        }
        do throws(TemplateError) {
            guard let name else { return try add(line) }
            finishStage()
            section = .skipped
            try begin(name, at: line)
        } catch {
            problems.append(error)
            switch section {
            case .stage: isStageBroken = true
            case nil: section = .skipped
            case .header, .parameters, .skipped: break
            }
        }
    }

    private mutating func add(_ line: SourceLine) throws(TemplateError) {
        switch section {
        case .header: try header.add(line, file: source.origin)
        case .parameters: try parameters.add(line, file: source.origin)
        case .stage: if !isStageBroken { try fragment.add(line) }
        case .skipped: break
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

    private mutating func finishStage() {
        guard case .stage(let stage) = section else { return }
        defer {
            fragment = FragmentParser(file: source.origin)
            isStageBroken = false
        }
        guard !isStageBroken else { return }
        do throws(TemplateError) {
            try fragment.finish()
            let text = StageText(
                text: String(fragment.text),
                origin: source.origin,
                line: sectionLine,
                pieces: fragment.pieces,
                lineStarts: fragment.lineStarts
            )
            try checkSink(stage, text)
            stages[stage] = text
        } catch {
            problems.append(error)
        }
    }

    private func checkSink(_ stage: Stage, _ text: StageText) throws(TemplateError) {
        guard stage == .sink, !text.text.isEmpty, text.sinkCount != 1 else { return }
        throw error(
            Position(line: sectionLine, column: 1),
            "the sink stage has \(text.sinkCount) elements with name=sink",
            hint: "Exactly one is needed, for example: splitmuxsink name=sink."
        )
    }

    private mutating func checkWhole() {
        do throws(TemplateError) {
            try header.checkRequired(file: source.origin)
            try checkStages()
        } catch {
            problems.append(error)
        }
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
