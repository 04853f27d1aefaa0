import PipelineTemplates
import Testing

/// Undoes what GStreamer undoes, written from its rules and not from the code under test.
enum Unquoting {
    /// The launch syntax: a blank ends the value, a backslash takes the next byte as it is.
    static func launchValue(_ text: String) -> (value: [UInt8], rest: [UInt8]) {
        var value: [UInt8] = []
        var bytes = Array(text.utf8)[...]
        while let byte = bytes.first, ![0x20, 0x09, 0x0a, 0x0d, 0x0b, 0x0c].contains(byte) {
            bytes.removeFirst()
            value.append(byte == UInt8(ascii: "\\") ? bytes.popFirst() ?? byte : byte)
        }
        return (value, Array(bytes))
    }

    /// A string property: quotes around, three octal digits or one byte behind a backslash.
    static func string(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
            return nil
        }
        var inner = bytes.dropFirst().dropLast()
        var result: [UInt8] = []
        while let byte = inner.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                if byte == UInt8(ascii: "\"") { return nil }
                result.append(byte)
                continue
            }
            guard let next = inner.popFirst() else { return nil }
            if next >= UInt8(ascii: "0"), next <= UInt8(ascii: "3"), inner.count >= 2 {
                let digits = [next] + inner.prefix(2)
                inner.removeFirst(2)
                result.append(digits.reduce(0) { $0 << 3 | ($1 - UInt8(ascii: "0")) })
            } else {
                result.append(next)
            }
        }
        return String(validating: result, as: UTF8.self)
    }
}

@Suite struct QuotingTests {
    @Test(arguments: [
        ("", #"\"\""#),
        ("plain-1.2_3", #"\"plain-1.2_3\""#),
        ("/dev/video0", #"\"/dev/video0\""#),
        ("a b", #"\"a\\040b\""#),
        (#"My "x".mp4"#, #"\"My\\040\\\"x\\\".mp4\""#),
        (#"\"#, #"\"\\\\\""#),
        ("!", #"\"\\\!\""#),
        ("100%", #"\"100\\\%\""#),
        ("${x}", #"\"\\\$\\\{x\\\}\""#),
        ("a\nb", #"\"a\\012b\""#),
        ("é", #"\"\\303\\251\""#),
        ("😀", #"\"\\360\\237\\230\\200\""#),
        ("hw:1,0", #"\"hw\:1\\\,0\""#),
    ])
    func textsAreEscapedTwice(text: String, quoted: String) {
        #expect(gstQuoted(text) == quoted)
    }

    @Test func everyTextComesBackAndStaysOneWord() {
        let alphabet: [Character] = Array(" \t\n\"'\\!%${}()[]<>,;:=.+-/#&|*?~`^@aZ09é😀\u{1}\u{7f}\u{301}")
        var random = SeededGenerator(state: 11)
        for _ in 0..<4000 {
            let length = Int.random(in: 0...12, using: &random)
            let text = String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? " " })
            let (value, rest) = Unquoting.launchValue(gstQuoted(text) + " ! fakesink")
            #expect(Unquoting.string(value) == text)
            #expect(rest == Array(" ! fakesink".utf8))
        }
    }

    @Test func noTextAddsAnElement() throws {
        let hostile = [
            "a ! fakesink", "a\" ! fakesink name=\"b", "a' ! fakesink", "\\", "a\\", "\" name=sink",
            "$(reboot)",
            "${device}", "a\n! fakesink", "NULL", "; reboot", "%s%n",
        ]
        for text in hostile {
            let line = try #require(
                try Fixtures.rendered(
                    "filesrc location=${file} ! fakesink",
                    parameters: "file path -",
                    values: ["file": text]
                )
            )
            #expect(line.split(separator: " ").count == 4, "\(line)")
            #expect(line.hasPrefix("filesrc location="))
            #expect(line.hasSuffix(" ! fakesink"))
            let value = Unquoting.launchValue(String(line.dropFirst("filesrc location=".count))).value
            #expect(Unquoting.string(value) == text)
        }
    }

    @Test func anOrdinaryPathStaysReadable() throws {
        let line = try Fixtures.rendered(
            "v4l2src device=${d}",
            parameters: "d device /dev/v4l/by-id/usb-Cam_1"
        )
        #expect(line == "v4l2src device=/dev/v4l/by-id/usb-Cam_1")
    }

    @Test func aTextInCapsIsEscapedOnce() throws {
        let line = try Fixtures.rendered(
            "videotestsrc ! video/x-raw(memory:X), format=${f}, width=3 ! fakesink caps=a/b,c=${f}",
            parameters: "f string \"a !\""
        )
        #expect(
            line
                == #"videotestsrc ! video/x-raw(memory:X), format="a\040\!", width=3 ! fakesink caps=a/b,c=\"a\\040\\\!\""#
        )
    }
}
