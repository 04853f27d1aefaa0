import FoundationEssentials

/// One JSON object on one line of standard output.
enum JSONLine {
    static func print(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return }
        Console.print(String(decoding: data, as: UTF8.self))
    }
}
