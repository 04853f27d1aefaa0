/// A text that is not the quantity it should be.
public struct QuantityError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong: `"abc" is not a duration`.
    public let message: String
    /// What to write, with examples.
    public let hint: String

    /// Message and hint as sentences.
    public var description: String { "\(message). \(hint)" }
}
