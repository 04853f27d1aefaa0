import FoundationEssentials

/// One JSON object on one line of standard output.
enum JSONLine {
    /// - Parameters:
    ///   - value: What to print.
    ///   - isPassing: Whether the next line makes it worthless.
    static func print(_ value: some Encodable, isPassing: Bool = false) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return }
        let line = String(decoding: data, as: UTF8.self)
        if isPassing { Console.printPassing(line) } else { Console.print(line) }
    }
}
