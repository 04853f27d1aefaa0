/// What can be said about the text of caps without GStreamer.
enum CapsText {
    /// Whether a text begins like `video/x-raw`.
    static func beginsWithMediaType(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
        let first = text.prefix { isMediaScalar($0) }
        guard !first.isEmpty, first.endIndex < text.endIndex, text[first.endIndex] == "/" else {
            return false
        }
        let rest = text[(first.endIndex + 1)...]
        return rest.first.map { isMediaScalar($0) && $0 != "-" } ?? false
    }

    /// The first thing that is wrong with the fields, and where it begins.
    static func problem(
        in text: ArraySlice<Unicode.Scalar>
    ) -> (offset: Int, problem: (message: String, hint: String))? {
        for (index, field) in fields(of: text).enumerated() where !field.isEmpty {
            let isMediaType = beginsWithMediaType(field)
            if let gap = gap(in: field) {
                let word = String(scalars: field[gap...].prefix { $0 != " " && $0 != "," })
                return (gap, ("\(shown(word)) stands behind a field without , or !", gapHint(word)))
            }
            if index > 0, !isMediaType, !field.contains("=") {
                let word = shown(String(scalars: field))
                let hint = "Write NAME=VALUE, for example width=640, height=480."
                return (field.startIndex, ("\(word) is no field of caps", hint))
            }
        }
        return nil
    }

    private static func gapHint(_ word: String) -> String {
        word.contains("=")
            ? "Write a comma between fields." : "Write ! behind the caps, or a comma between fields."
    }

    /// The parts between commas and semicolons that are in no brackets and no quotes.
    private static func fields(of text: ArraySlice<Unicode.Scalar>) -> [ArraySlice<Unicode.Scalar>] {
        var fields: [ArraySlice<Unicode.Scalar>] = []
        var (start, depth, inQuotes) = (text.startIndex, 0, false)
        for index in text.indices {
            switch text[index] {
            case "\"": inQuotes.toggle()
            case "{", "[", "(", "<": depth += inQuotes ? 0 : 1
            case "}", "]", ")", ">": depth -= inQuotes ? 0 : 1
            case ",", ";":
                guard depth == 0, !inQuotes else { continue }
                fields.append(trim(text[start..<index]))
                start = index + 1
            default: break
            }
        }
        fields.append(trim(text[start...]))
        return fields
    }

    /// Where a second word begins in a field; blanks around `=`, behind `(type)` and in brackets are none.
    private static func gap(in field: ArraySlice<Unicode.Scalar>) -> Int? {
        var (depth, inQuotes) = (0, false)
        var last: Unicode.Scalar = "="
        var wasBlank = false
        for index in field.indices {
            let scalar = field[index]
            if scalar == " ", !inQuotes {
                wasBlank = true
                continue
            }
            if wasBlank, depth == 0, !"=)".unicodeScalars.contains(last),
                !"=(".unicodeScalars.contains(scalar)
            {
                return index
            }
            switch scalar {
            case "\"": inQuotes.toggle()
            case "{", "[", "(", "<": depth += inQuotes ? 0 : 1
            case "}", "]", ")", ">": depth -= inQuotes ? 0 : 1
            default: break
            }
            (last, wasBlank) = (scalar, false)
        }
        return nil
    }

    /// Whether a character can be in the name of an element or a property.
    static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        isMediaScalar(scalar) || scalar == "_" || scalar == "%" || scalar == ":"
    }

    private static func isMediaScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-": true
        default: false
        }
    }
}
