/// One `key=value` of a template's `matches`.
public struct MatchRule: Sendable, Hashable, CustomStringConvertible {
    /// The device property that is compared.
    public let key: String
    /// The value it must have; `*` stands for any text, `?` for one character.
    public let value: String

    /// Whether the value has wildcards.
    public var isGlob: Bool { value.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") } }

    /// The rule in the form `key=value`.
    public var description: String { "\(key)=\(value)" }

    /// The first of `values` the rule accepts.
    func match(in values: [String]) -> String? {
        values.first { isGlob ? Self.glob(value, matches: $0) : value == $0 }
    }

    /// Whether all rules hold for a device's properties; no rules accept nothing.
    static func accept(_ rules: [MatchRule], _ properties: [String: [String]]) -> Bool {
        !rules.isEmpty && rules.allSatisfy { $0.match(in: properties[$0.key] ?? []) != nil }
    }

    /// Whether `text` fits `pattern`, in time proportional to the product of their lengths at most.
    static func glob(_ pattern: String, matches text: String) -> Bool {
        let pattern = Array(pattern.unicodeScalars)
        let text = Array(text.unicodeScalars)
        var (inPattern, inText) = (0, 0)
        var star: (pattern: Int, text: Int)?
        while inText < text.count {
            if inPattern < pattern.count, pattern[inPattern] == "*" {
                star = (inPattern, inText)
                inPattern += 1
            } else if inPattern < pattern.count,
                pattern[inPattern] == "?" || pattern[inPattern] == text[inText]
            {
                inPattern += 1
                inText += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                (inPattern, inText) = (last.pattern + 1, last.text + 1)
            } else {
                return false
            }
        }
        return pattern[inPattern...].allSatisfy { $0 == "*" }
    }
}
