/// One row of a template's `[parameters]` table.
public struct Parameter: Sendable, Hashable {
    /// The name used in `${name}` and `--set name=value`.
    public let name: String
    /// The values it takes.
    public let type: ParameterType
    /// The text used when no value is given; nil when a value must be given; `${other}` follows another one.
    public let defaultValue: String?
    /// What it means, for people.
    public let summary: String
    /// The file the row is in.
    public let origin: String
    /// The row's line in that file.
    public let line: Int
    /// The parameter whose value is the default, when the default is written `${other}`.
    let defaultReference: String?

    /// An error about this row.
    func error(_ message: String, hint: String) -> TemplateError {
        TemplateError(file: origin, line: line, column: 1, message: message, hint: hint)
    }
}
