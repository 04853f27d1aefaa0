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

    /// Whether the program fills this stage in.
    public var isAuto: Bool { text == "auto" }

    /// How many words of the fragment are `name=sink`.
    var sinkCount: Int { text.split(separator: " ").count { $0 == "name=sink" } }
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
