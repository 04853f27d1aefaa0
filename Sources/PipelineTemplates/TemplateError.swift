/// What is wrong in a template, where, and what to do about it.
public struct TemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file, or what stands for it (`--set` for values given by the user).
    public let file: String
    /// The line, from 1; 0 when the error belongs to no line.
    public let line: Int
    /// The column in characters, from 1; 0 when the error belongs to no column.
    public let column: Int
    /// What is wrong.
    public let message: String
    /// What to do.
    public let hint: String

    /// An error at a place in a file; line 0 means no particular place.
    public init(file: String, line: Int = 0, column: Int = 0, message: String, hint: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.hint = hint
    }

    /// One line in the form `file:line:column: message. hint`.
    public var description: String {
        let place = line > 0 ? "\(file):\(line):\(column)" : file
        return "\(place): \(message). \(hint)"
    }
}

/// A line and column in a file, both from 1.
package struct Position: Sendable, Hashable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// `text` in double quotes for a message: on one line, without control characters, never long.
package func shown(_ text: String) -> String {
    let limit = 60
    var result = "\""
    for scalar in text.unicodeScalars.prefix(limit) {
        let isPrintable = scalar.value >= 0x20 && scalar.value != 0x7f
        result.unicodeScalars.append(isPrintable ? scalar : "\u{FFFD}")
    }
    if text.unicodeScalars.count > limit { result += "..." }
    return result + "\""
}
