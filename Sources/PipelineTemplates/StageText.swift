/// The launch fragment of one stage.
public struct StageText: Sendable, Hashable {
    /// The fragment on one line, without comments, before values are put in; empty for "nothing here".
    public let text: String
    /// The file the fragment is in.
    public let origin: String
    /// The line of the section's header.
    public let line: Int
    /// The fragment cut at its `${...}`.
    let pieces: [FragmentPiece]
    /// Where each line of the file begins in `text`.
    let lineStarts: [LineStart]

    /// Whether the program fills this stage in.
    public var isAuto: Bool { text == "auto" }

    /// The place in the file of a character of `text`.
    func position(of offset: Int) -> Position {
        var (low, high) = (0, lineStarts.count)
        while low < high {
            let middle = (low + high) / 2
            if lineStarts[middle].offset <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return Position(line: line, column: 1) }
        let start = lineStarts[low - 1]
        return Position(line: start.position.line, column: start.position.column + offset - start.offset)
    }

    /// How many words of the fragment are `name=sink`.
    var sinkCount: Int { text.split(separator: " ").count { $0 == "name=sink" } }
}

/// Where a line of the file begins in a stage's text.
struct LineStart: Sendable, Hashable {
    /// How many characters of the text are before it.
    var offset: Int
    /// The first character that is no blank.
    var position: Position
}

/// A stretch of plain text or a `${name:unit}` in a fragment.
enum FragmentPiece: Sendable, Hashable {
    case literal(String)
    case reference(ParameterReference)
}

/// A `${name:unit}` and its place.
struct ParameterReference: Sendable, Hashable {
    var name: String
    var unit: String?
    var position: Position
    /// Whether it stands where a property or field value begins and ends.
    var isWholeValue: Bool
    /// Whether it stands in caps between `!` signs.
    var isInCaps: Bool

    /// The reference as it is written.
    var spelling: String { "${\(name)\(unit.map { ":\($0)" } ?? "")}" }
}
