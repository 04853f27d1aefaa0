/// `value` written so that gst-launch reads it back as exactly this text, whatever it holds.
///
/// Two escapes are needed because GStreamer undoes two: the launch syntax removes one backslash level, then
/// the string property removes the quotes and reads octal escapes. A space is written in octal too, so the
/// result is one word wherever words are cut. NUL bytes cannot be carried by a C string.
public func gstQuoted(_ value: String) -> String {
    String(decoding: backslashed(wrapped(value)), as: UTF8.self)
}

/// A text value for a launch line: an ordinary absolute path as it is, anything else quoted.
///
/// Between `!` signs the launch syntax hands caps on unread, so a value in them has the second escape only.
func gstValue(_ value: String, inCaps: Bool = false) -> String {
    if value.hasPrefix("/"), value.utf8.allSatisfy(isPlain) { return value }
    return inCaps ? String(decoding: wrapped(value), as: UTF8.self) : gstQuoted(value)
}

/// `value` in double quotes with backslashes and octal escapes, as GStreamer reads back any string.
private func wrapped(_ value: String) -> [UInt8] {
    var result: [UInt8] = [UInt8(ascii: "\"")]
    for byte in value.utf8 {
        if isPlain(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ":") {
            result.append(byte)
        } else if byte <= 0x20 || byte >= 0x7f {
            result.append(UInt8(ascii: "\\"))
            for shift in [6, 3, 0] { result.append(UInt8(ascii: "0") + (byte >> UInt8(shift)) & 7) }
        } else {
            result.append(UInt8(ascii: "\\"))
            result.append(byte)
        }
    }
    result.append(UInt8(ascii: "\""))
    return result
}

/// A launch text as the value of a property that takes an element, such as splitmuxsink's `muxer`.
public func gstDescriptionValue(_ text: String) -> String {
    var result = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { result.append("\\") }
        result.append(scalar)
    }
    result.append("\"")
    return String(result)
}

/// `word` as bash takes it literally.
func shellQuoted(_ word: String) -> String {
    let isSafe = word.utf8.allSatisfy { isPlain($0) || "=,:+@%".utf8.contains($0) }
    if word == "!" || (isSafe && !word.isEmpty) { return word }
    var result = "'"
    for scalar in word.unicodeScalars {
        if scalar == "'" { result += "'\\''" } else { result.unicodeScalars.append(scalar) }
    }
    return result + "'"
}

/// Puts a backslash before every byte the launch syntax could take for its own.
private func backslashed(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 2)
    for byte in bytes {
        if !isPlain(byte) { result.append(UInt8(ascii: "\\")) }
        result.append(byte)
    }
    return result
}

private func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"),
        UInt8(ascii: "-"):
        true
    default: false
    }
}
