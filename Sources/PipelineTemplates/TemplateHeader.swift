/// The `key = value` lines of a `[template]` section, checked as they come.
struct TemplateHeader {
    let kind: TemplateKind
    private(set) var texts: [String: String] = [:]
    private(set) var matches: [MatchRule] = []
    private(set) var priority = 0
    private var positions: [String: Position] = [:]

    init(kind: TemplateKind) {
        self.kind = kind
    }

    /// Where a key's value begins.
    func position(of key: String) -> Position { positions[key] ?? Position(line: 1, column: 1) }

    /// Takes one line of the section.
    mutating func add(_ line: SourceLine, file: String) throws(TemplateError) {
        let body = line.trimmed
        guard let equals = body.firstIndex(of: "=") else {
            throw TemplateError(
                file: file,
                line: line.number,
                column: body.startIndex + 1,
                message: "a header line is key = value",
                hint: "Known keys: \(kind.headerKeys.joined(separator: ", "))."
            )
        }
        let key = String(scalars: trim(body[..<equals]))
        let value = trim(body[(equals + 1)...])
        let problem = { (index: Int, message: String, hint: String) in
            TemplateError(file: file, line: line.number, column: index + 1, message: message, hint: hint)
        }
        guard kind.headerKeys.contains(key) else {
            let hint = nameHint(for: key, among: kind.headerKeys)
            throw problem(body.startIndex, "\(kind.article) has no key \(shown(key))", hint)
        }
        if let first = positions[key] {
            throw problem(body.startIndex, "\(key) is given twice", "The first one is on line \(first.line).")
        }
        guard !value.isEmpty else {
            throw problem(equals, "\(key) has no value", "Write it behind the =, or remove the line.")
        }
        let text = String(scalars: value)
        if let hint = wrongValue(text, for: key) {
            throw problem(value.startIndex, "\(shown(text)) is no value for \(key)", hint)
        }
        texts[key] = text
        positions[key] = line.position(value.startIndex)
        if key == "priority" { priority = Int(text) ?? 0 }
        if key == "matches" { matches = try rules(in: line, from: value.startIndex, file: file) }
    }

    /// Reports a key that must be there and is not.
    func checkRequired(file: String) throws(TemplateError) {
        for key in kind.requiredHeaderKeys where texts[key] == nil {
            throw TemplateError(
                file: file,
                line: 1,
                column: 1,
                message: "\(kind.article) needs the key \(key)",
                hint: "Write \(key) = ... under [template]."
            )
        }
    }

    /// What to write instead when the value is wrong; nil when it is right.
    private func wrongValue(_ text: String, for key: String) -> String? {
        let number = Int(text)
        switch key {
        case "priority":
            let hint = "Write a whole number from -1000 to 1000."
            return number.map { (-1000...1000).contains($0) } == true ? nil : hint
        case "priming":
            let hint = "Write a number of samples at 48 kHz, for example 1024."
            return number.map { (0...48_000).contains($0) } == true ? nil : hint
        case "alignment":
            let hint = "Write a number of pixels, for example 2."
            return number.map { (1...256).contains($0) } == true ? nil : hint
        case "hardware":
            return text == "yes" || text == "no" ? nil : "Write yes or no."
        case "finish":
            return text == "movie" || text == "none" ? nil : "Write movie or none."
        case "camera":
            return text == "own"
                ? nil : "Write own, for a template that knows its camera itself, or leave it out."
        case "extends", "encodes", "delivers":
            return text.unicodeScalars.contains(where: isBlank) ? "Write one name." : nil
        default:
            return nil
        }
    }

    private func rules(
        in line: SourceLine,
        from start: Int,
        file: String
    ) throws(TemplateError) -> [MatchRule] {
        var rules: [MatchRule] = []
        var index = start
        while let word = try line.closedWord(from: index, file: file) {
            index = word.end
            let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw TemplateError(
                    file: file,
                    line: line.number,
                    column: word.index + 1,
                    message: "\(shown(word.text)) is no match rule",
                    hint: "Write key=value pairs, for example driver=uvcvideo card=\"HD Webcam*\"."
                )
            }
            rules.append(MatchRule(key: String(parts[0]), value: String(parts[1])))
        }
        return rules
    }
}
