/// What people paste from a terminal or a web page into a fragment, and what to do about each.
struct ShellHabit {
    let message: String
    let hint: String
    /// Whether it goes on up to the closing quote.
    var takesQuote = false
    /// Whether what follows up to the next `!` belongs to it.
    var takesRest = false

    /// The habit that a word shows.
    /// - Parameters:
    ///   - word: The characters up to the next blank.
    ///   - isAtStart: Whether no element was read yet.
    /// - Returns: The habit; nil for an ordinary word.
    static func find(in word: ArraySlice<Unicode.Scalar>, isAtStart: Bool) -> ShellHabit? {
        let text = String(scalars: word)
        switch text {
        case "gst-launch-1.0", "gst-launch", "gst-launch-0.10", "sudo", "exec", "timeout":
            return ShellHabit(
                message: "\(text) belongs to a command line, not to a stage",
                hint: "Remove it and its options: a stage holds only elements."
            )
        case "|", "||", "&", "&&", ";", ">", ">>", "<", "2>&1", "&>":
            return ShellHabit(
                message: "\(shown(text)) is shell syntax",
                hint: "Remove it and what belongs to it; elements are linked with !.",
                takesRest: true
            )
        case "{", "}":
            return ShellHabit(
                message: "\(shown(text)) is syntax of an old GStreamer",
                hint: "Remove it: a queue makes a thread."
            )
        default: break
        }
        if text.hasPrefix("--") || (text.hasPrefix("-") && text.utf8.count == 2) {
            return ShellHabit(
                message: "\(shown(text)) is an option of a command",
                hint: "Remove it; properties are written without dashes, as in bitrate=4000."
            )
        }
        if text.hasPrefix("\"") || text.hasPrefix("'") {
            return ShellHabit(
                message: "\(shown(text)) stands in quotes, as a shell wants it",
                hint: "Remove the quotes: caps and elements are written bare here.",
                takesQuote: true
            )
        }
        if text.hasSuffix(":"), text.utf8.count > 1 {
            return ShellHabit(
                message: "\(shown(text)) ends with a colon",
                hint: "Write \(text.dropLast())=VALUE.",
                takesRest: true
            )
        }
        if text.hasPrefix("\\") {
            return ShellHabit(
                message: "a backslash stands where an element belongs",
                hint: "Remove it: a stage goes on over any number of lines by itself."
            )
        }
        if text.hasPrefix("//") || text.hasPrefix("/*") || text.hasSuffix("*/") {
            return ShellHabit(
                message: "\(shown(text)) is no comment here",
                hint: "Begin a line with # for a comment.",
                takesRest: true
            )
        }
        if text.contains("`") {
            return ShellHabit(
                message: "\(shown(text)) holds a backquote, which is shell syntax",
                hint: "Write the value itself, or a parameter: ${name}."
            )
        }
        if isAtStart, let name = text.split(separator: "=").first, text.contains("="),
            name.utf8.allSatisfy({
                $0 == UInt8(ascii: "_") || (0x41...0x5a).contains($0) || (0x30...0x39).contains($0)
            })
        {
            return ShellHabit(
                message: "\(shown(text)) sets a variable of the shell",
                hint: "Remove it; set it for the command: \(name)=... gstcam record."
            )
        }
        return nil
    }
}
