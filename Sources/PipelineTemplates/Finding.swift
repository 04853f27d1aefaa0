/// One thing that a check found in a template.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// Whether a template can be used in spite of a finding.
    public enum Severity: String, Sendable {
        /// It does not work, or not as it should.
        case error
        /// It works, but something in it is odd.
        case warning
    }

    /// Whether the template can be used in spite of it.
    public let severity: Severity
    /// What is wrong, where, and what to do about it.
    public let problem: TemplateError

    /// Makes a finding.
    public init(_ severity: Severity, _ problem: TemplateError) {
        self.severity = severity
        self.problem = problem
    }

    /// One line in the form `file:line:column: message. hint`; a warning says that it is one.
    public var description: String {
        guard severity == .warning else { return problem.description }
        return TemplateError(
            file: problem.file,
            line: problem.line,
            column: problem.column,
            message: "warning: \(problem.message)",
            hint: problem.hint
        ).description
    }
}
