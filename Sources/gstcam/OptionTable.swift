import PipelineTemplates

/// One option of a command.
struct Option {
    /// How the value is called in the help; nil for a switch.
    let value: String?
    /// Long name with its dashes.
    let name: String
    /// Short name with its dash; nil when there is none.
    let short: String?
    /// One line for the help.
    let help: String

    static func value(_ name: String, _ short: String?, _ value: String, _ help: String) -> Option {
        Option(value: value, name: name, short: short, help: help)
    }

    static func flag(_ name: String, _ short: String?, _ help: String) -> Option {
        Option(value: nil, name: name, short: short, help: help)
    }
}

/// The words of a command line, sorted into options and the rest, against a table of what there is.
struct ParsedArguments {
    /// Values by the option's long name, in order.
    private(set) var values: [String: [String]] = [:]
    /// Words that belong to no option.
    private(set) var operands: [String] = []

    /// Sorts the words; `--` ends the options, `--name=value` and `-Dvalue` work too.
    init(_ words: [String], table: [Option], command: String) throws(CommandError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let (name, attached) = ParsedArguments.split(word)
            guard let option = table.first(where: { $0.name == name || $0.short == name }) else {
                throw ParsedArguments.unknown(name, table: table, command: command)
            }
            if option.value == nil {
                guard attached == nil else {
                    throw .usage("\(name) takes no value", "Leave out \"\(attached ?? "")\"")
                }
                values[option.name, default: []].append("")
            } else if let value = attached ?? rest.popFirst() {
                values[option.name, default: []].append(value)
            } else {
                throw .usage("\(name) needs a value (\(option.value ?? ""))", option.help)
            }
        }
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    func last(_ name: String) -> String? { values[name]?.last }

    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The `NAME=VALUE` pairs of an option; of several for one name the last counts.
    func assignments(_ name: String) throws(CommandError) -> [String: String] {
        var values: [String: String] = [:]
        for pair in all(name) {
            guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
                throw .usage(
                    "\"\(pair)\" sets nothing",
                    "Write \(name) NAME=VALUE, such as \(name) speed=veryfast"
                )
            }
            values[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
        }
        return values
    }

    private static func split(_ word: String) -> (name: String, attached: String?) {
        if word.hasPrefix("--") {
            guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
            return (String(word[..<equals]), String(word[word.index(after: equals)...]))
        }
        guard word.count > 2 else { return (word, nil) }
        return (String(word.prefix(2)), String(word.dropFirst(2)))
    }

    /// What other programs call things, and what they are called here.
    private static let otherWords = [
        "sound": "audio", "microphone": "audio", "mic": "audio", "camera": "device", "fps": "framerate",
        "rate": "framerate", "resolution": "size", "time": "duration", "format": "container",
    ]

    private static func unknown(_ name: String, table: [Option], command: String) -> CommandError {
        let bare = name.drop { $0 == "-" }
        let ownWords = bare.split(separator: "-").map { otherWords[String($0)] ?? String($0) }
        let translated = "--" + ownWords.joined(separator: "-")
        // What contains the word, or is contained in it, is meant rather than what is only spelled alike.
        let akin =
            table.first { $0.name == translated }
            ?? table.first { option in
                let known = option.name.dropFirst(2)
                return !bare.isEmpty
                    && (known.hasPrefix(bare) || bare.hasPrefix(known) || known.contains(bare))
            }
        let close =
            akin?.name ?? (name.hasPrefix("--") ? closestName(to: name, among: table.map(\.name)) : nil)
        return .usage(
            "\(command) has no option \(name)",
            close.map { "Did you mean \($0)?" } ?? "See gstcam help \(command)"
        )
    }
}
