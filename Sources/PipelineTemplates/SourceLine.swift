/// One line of a template file, with its number and its characters as Unicode scalars.
struct SourceLine {
    let number: Int
    let scalars: [Unicode.Scalar]

    /// The index of the first character that is no blank; the line's length when there is none.
    var start: Int { scalars.firstIndex { !isBlank($0) } ?? scalars.count }

    /// The text without blanks around it.
    var trimmed: ArraySlice<Unicode.Scalar> { trim(scalars[...]) }

    /// Whether it holds nothing to read.
    var isBlankOrComment: Bool { start == scalars.count || scalars[start] == "#" }

    /// The place of a character in the file.
    func position(_ index: Int) -> Position { Position(line: number, column: index + 1) }

    /// The lines of a text; `\n` or `\r\n` ends a line, and a byte order mark is skipped.
    static func lines(of text: String) -> [SourceLine] {
        var lines: [SourceLine] = []
        var current: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            if scalar == "\n" {
                if current.last == "\r" { current.removeLast() }
                lines.append(SourceLine(number: lines.count + 1, scalars: current))
                current = []
            } else if scalar != "\u{FEFF}" || !current.isEmpty || !lines.isEmpty {
                current.append(scalar)
            }
        }
        lines.append(SourceLine(number: lines.count + 1, scalars: current))
        return lines
    }
}

/// A blank-separated word of a line; quotes around it are removed.
struct Word {
    let text: String
    let isQuoted: Bool
    /// Where it begins in its line.
    let index: Int
    /// Where the line goes on behind it.
    let end: Int
}

extension SourceLine {
    /// The word at or after `index`.
    ///
    /// Double quotes keep blanks together; in them `\` takes the next character as it is.
    func word(from index: Int) -> Word? {
        var index = index
        while index < scalars.count, isBlank(scalars[index]) { index += 1 }
        guard index < scalars.count else { return nil }
        var text = String.UnicodeScalarView()
        var (end, inQuotes, wasQuoted) = (index, false, false)
        while end < scalars.count, inQuotes || !isBlank(scalars[end]) {
            if scalars[end] == "\"" {
                inQuotes.toggle()
                wasQuoted = true
            } else if inQuotes, scalars[end] == "\\", end + 1 < scalars.count {
                end += 1
                text.append(scalars[end])
            } else {
                text.append(scalars[end])
            }
            end += 1
        }
        return Word(text: String(text), isQuoted: wasQuoted, index: index, end: inQuotes ? .max : end)
    }

    /// The word at or after `index`, or an error when its quote is never closed.
    func closedWord(from index: Int, file: String) throws(TemplateError) -> Word? {
        guard let word = word(from: index) else { return nil }
        if word.end == .max {
            throw TemplateError(
                file: file,
                line: number,
                column: word.index + 1,
                message: "the quote is never closed",
                hint: "Put a double quote at the end of the value."
            )
        }
        return word
    }
}

/// Whether a character separates words.
func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\r" }

/// `slice` without blanks at both ends.
func trim(_ slice: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
    guard let first = slice.firstIndex(where: { !isBlank($0) }),
        let last = slice.lastIndex(where: { !isBlank($0) })
    else { return slice[slice.endIndex...] }
    return slice[first...last]
}

extension String {
    /// The text of some Unicode scalars.
    init(scalars: some Sequence<Unicode.Scalar>) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }
}

/// Whether `text` can name a parameter, a file or a header key.
func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 64 else { return false }
    let isLetter = { (byte: UInt8) in byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
    return isLetter(first)
        && text.utf8.allSatisfy {
            isLetter($0) || $0 == UInt8(ascii: "-") || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
        }
}
