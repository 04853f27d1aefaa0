/// The rows of a `[parameters]` section: name, type, default, description.
struct ParameterTable {
    /// The most rows that are taken.
    static let longest = 256

    private(set) var rows: [Parameter] = []

    /// Takes one row.
    mutating func add(_ line: SourceLine, file: String) throws(TemplateError) {
        let problem = { (index: Int, message: String, hint: String) in
            TemplateError(file: file, line: line.number, column: index + 1, message: message, hint: hint)
        }
        var words: [Word] = []
        while words.count < 3, let word = try line.closedWord(from: words.last?.end ?? 0, file: file) {
            words.append(word)
        }
        guard words.count == 3 else {
            throw problem(
                line.start,
                "a parameter row is name, type, default and description",
                "For example: framerate fraction 30/1 frames per second. The default - means must be given."
            )
        }
        let (name, typeName, standard) = (words[0], words[1], words[2])
        guard isName(name.text) else {
            throw problem(
                name.index,
                "\(shown(name.text)) is no parameter name",
                "Names begin with a small letter and have small letters, digits and hyphens."
            )
        }
        if let first = rows.first(where: { $0.name == name.text }) {
            throw problem(
                name.index,
                "\(name.text) is there twice",
                "The first one is on line \(first.line)."
            )
        }
        guard rows.count < Self.longest else {
            throw problem(name.index, "there are too many parameters", "At most \(Self.longest) are taken.")
        }
        guard let type = ParameterType(typeName.text) else {
            throw problem(
                typeName.index,
                "no type is called \(shown(typeName.text))",
                Self.typeHint(typeName.text)
            )
        }
        let reference = standard.isQuoted ? nil : Self.referenceName(standard.text)
        let mustBeGiven = standard.text == "-" && !standard.isQuoted
        if !mustBeGiven, reference == nil {
            do throws(QuantityError) {
                _ = try ParameterValue(standard.text, as: type)
            } catch {
                throw problem(standard.index, "the default of \(name.text): \(error.message)", error.hint)
            }
        }
        rows.append(
            Parameter(
                name: name.text,
                type: type,
                defaultValue: mustBeGiven ? nil : standard.text,
                summary: String(scalars: trim(line.scalars[standard.end...])),
                origin: file,
                line: line.number,
                defaultReference: reference
            )
        )
    }

    /// The name in a default written `${name}`.
    private static func referenceName(_ text: String) -> String? {
        guard text.hasPrefix("${"), text.hasSuffix("}") else { return nil }
        let name = String(text.dropFirst(2).dropLast())
        return isName(name) ? name : nil
    }

    private static func typeHint(_ text: String) -> String {
        if text.hasPrefix("choice") {
            return "Write choice(a|b|c) without spaces, with letters, digits and _ . / + - only."
        }
        return nameHint(for: text, among: ParameterType.simple.map(\.description) + ["choice(a|b|c)"])
    }
}
