/// Reads a stage's lines into plain text and `${...}` references, and finds what gst-launch would trip over.
struct FragmentParser {
    let file: String
    private(set) var text = String.UnicodeScalarView()
    private(set) var pieces: [FragmentPiece] = []
    private(set) var lineStarts: [LineStart] = []
    private var length = 0
    private var literal = String.UnicodeScalarView()
    private var openQuote: (mark: Unicode.Scalar, position: Position)?
    /// The beginning of what was read since the last `!`.
    private var link = String.UnicodeScalarView()
    private var linkLength = 0
    private var first: Position?
    private var last = Position(line: 1, column: 1)

    init(file: String) {
        self.file = file
    }

    /// Takes one line that is neither blank nor a comment.
    mutating func add(_ line: SourceLine) throws(TemplateError) {
        let body = line.trimmed
        if first == nil { first = line.position(body.startIndex) } else { append(" ") }
        last = line.position(body.endIndex - 1)
        lineStarts.append(LineStart(offset: length, position: line.position(body.startIndex)))
        var index = body.startIndex
        while index < body.endIndex {
            let scalar = body[index]
            if scalar == "$" {
                index = try dollar(in: body, at: index, of: line)
                continue
            }
            if scalar == "\\" {
                guard index + 1 < body.endIndex else {
                    throw error(
                        line.position(index),
                        "a backslash ends the line",
                        hint: "Remove it: a stage goes on over any number of lines by itself."
                    )
                }
                append(scalar)
                index += 1
            } else if scalar == "#", openQuote == nil, index == body.startIndex || isBlank(body[index - 1]) {
                throw error(
                    line.position(index),
                    "a comment behind a fragment",
                    hint: "Put the comment on a line of its own."
                )
            } else {
                noteQuote(scalar, at: line.position(index))
            }
            append(openQuote == nil && isBlank(body[index]) ? " " : body[index])
            if scalar == "!", openQuote == nil {
                link = String.UnicodeScalarView()
                linkLength = 0
            }
            index += 1
        }
    }

    /// Checks the whole fragment after its last line.
    mutating func finish() throws(TemplateError) {
        if let openQuote {
            throw error(openQuote.position, "the quote is never closed", hint: "Close it, or remove it.")
        }
        if !literal.isEmpty { pieces.append(.literal(String(literal))) }
        literal = String.UnicodeScalarView()
        guard let first else { return }
        if Self.isCaps(text) {
            throw error(
                first,
                "a stage begins with caps",
                hint: "Begin with an element, for example videoconvert: the stage before may end with caps."
            )
        }
        let hint = "Remove it: the program links the stages."
        if text.first == "!" { throw error(first, "a stage begins with !", hint: hint) }
        if text.last == "!", text.dropLast().last != "\\" {
            throw error(last, "a stage ends with !", hint: hint)
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        text.append(scalar)
        length += 1
        literal.append(scalar)
        if linkLength < 80, scalar != " " || linkLength > 0 {
            link.append(scalar)
            linkLength += 1
        }
    }

    /// A quote opens a quoted text except behind a letter or digit, as in `don't`.
    private mutating func noteQuote(_ scalar: Unicode.Scalar, at position: Position) {
        if let open = openQuote {
            if scalar == open.mark { openQuote = nil }
        } else if scalar == "\"" || scalar == "'" {
            let isInsideWord = text.last.map {
                $0.properties.isAlphabetic || $0.properties.numericType != nil
            }
            if isInsideWord != true { openQuote = (scalar, position) }
        }
    }

    /// Takes `$$` or `${name:unit}`; returns the index behind it.
    private mutating func dollar(
        in body: ArraySlice<Unicode.Scalar>,
        at index: Int,
        of line: SourceLine
    ) throws(TemplateError) -> Int {
        let position = line.position(index)
        let next = index + 1 < body.endIndex ? body[index + 1] : " "
        if next == "$" {
            text.append(contentsOf: "$$".unicodeScalars)
            length += 2
            literal.append("$")
            return index + 2
        }
        guard next != "(" else {
            throw error(
                position,
                "$( ) is shell syntax",
                hint: "Write the value itself, or a parameter: ${name}."
            )
        }
        guard next == "{" else {
            throw error(
                position,
                "a $ that begins no ${name}",
                hint: "Write ${name} for a parameter, or $$ for a dollar sign."
            )
        }
        guard let close = body[index...].firstIndex(of: "}") else {
            throw error(position, "${ is never closed", hint: "Write ${name} or ${name:unit}.")
        }
        let inner = String(scalars: body[(index + 2)..<close])
        let parts = inner.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ isName(String($0)) }) else {
            throw error(
                position,
                "\(shown(inner)) is no parameter name",
                hint: "Names have small letters, digits and hyphens: ${name} or ${name:unit}."
            )
        }
        if openQuote != nil {
            throw error(
                position,
                "${\(inner)} stands inside quotes",
                hint: "Remove the quotes: the value is quoted for you."
            )
        }
        let before = text.last { $0 != " " }
        let after = close + 1 < body.endIndex ? body[close + 1] : " "
        let isWholeValue =
            before.map { "=){,".unicodeScalars.contains($0) } == true
            && (isBlank(after) || "),};".unicodeScalars.contains(after))
        if !literal.isEmpty { pieces.append(.literal(String(literal))) }
        literal = String.UnicodeScalarView()
        let reference = ParameterReference(
            name: String(parts[0]),
            unit: parts.count > 1 ? String(parts[1]) : nil,
            position: position,
            isWholeValue: isWholeValue,
            isInCaps: Self.isCaps(link)
        )
        pieces.append(.reference(reference))
        text.append(contentsOf: reference.spelling.unicodeScalars)
        length += reference.spelling.unicodeScalars.count
        return close + 1
    }

    /// Whether a text begins like `video/x-raw,`.
    private static func isCaps(_ text: String.UnicodeScalarView) -> Bool {
        let word = text.prefix { $0 != " " && $0 != "," && $0 != "(" }
        return word.contains("/") && !word.contains("=") && !word.contains(":")
    }

    private func error(_ position: Position, _ message: String, hint: String) -> TemplateError {
        TemplateError(file: file, line: position.line, column: position.column, message: message, hint: hint)
    }
}
