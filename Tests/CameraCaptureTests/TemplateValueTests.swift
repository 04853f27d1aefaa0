import GStreamer
import PipelineTemplates
import Testing

/// A parameter's value comes out of a real element as it went in, and never makes another element.
@Suite struct TemplateValueTests {
    init() throws { try Gst.initialize() }

    private static let texts =
        [
            " ", "a b", "  two  ", "'", "\"", "'a' \"b\"", "\\", "\\\\", "a\\", "\\\"", "!", "a ! fakesink",
            "\" ! fakesink name=\"x", "' ! fakesink '", "%", "100% %s%n%d %05d", "${device}", "$$",
            "$(reboot)", "`id`",
            "a\nb", "\r\n\t", "\u{1}\u{1f}\u{7f}", "name=x", "a=b c=d", "(x)", "[x]", "{ a, b }", "a;b",
            "a,b", "#", "-e",
            "NULL", "true", "video/x-raw, width=3", "é", "e\u{301}", "😀", "\u{202e}", "\u{feff}",
            String(repeating: "x", count: 4096), String(repeating: "! \" \\ ", count: 585),
            String(repeating: "\u{1F600}", count: 1024),
        ] + planes

    /// Texts of every Unicode plane, from its beginning, middle and end.
    private static let planes: [String] = (UInt32(0)...16).map { plane in
        var text = String.UnicodeScalarView()
        for offset in [0x0041, 0x0100, 0x5555, 0xD7FF, 0xE000, 0xFFFD] as [UInt32] {
            if let scalar = Unicode.Scalar(plane << 16 + offset) { text.append(scalar) }
        }
        return String(text)
    }

    private func rendered(_ text: String) throws -> String {
        let body = """
            [template]
            summary = x
            [parameters]
            text string -
            [video.source]
            filesrc location=${text}
            """
        let template = try TemplateLibrary([
            TemplateText(name: "t", kind: .template, origin: "t", text: body)
        ]).template("t")
        return try #require(try template.bind(["text": text]).text(.videoSource))
    }

    @Test(arguments: texts) func aValueComesOutAsItWentIn(text: String) throws {
        let description = try rendered(text)
        let element = try Element(parsing: description)
        // Were there a second element, this would be a bin around both.
        #expect(element.factoryName == "filesrc")
        #expect(try element.property("location", as: String.self) == text)
        let pipeline = try Element(parsing: "\(description) ! fakesink name=end")
        #expect(pipeline.child(named: "end") != nil)
    }

    @Test func everyPlaneIsTried() {
        #expect(TemplateValueTests.planes.count == 17)
        #expect(TemplateValueTests.planes.allSatisfy { $0.unicodeScalars.count >= 6 })
    }

    @Test func aDefaultInQuotesIsAValueToo() throws {
        let body =
            "[parameters]\ntext string \"a ! \\\"b\\\" \\\\ c\"\n[video.source]\nfilesrc location=${text}"
        let template = try TemplateLibrary([
            TemplateText(name: "t", kind: .template, origin: "t", text: body)
        ]).template("t")
        let element = try Element(parsing: try #require(try template.bind([:]).text(.videoSource)))
        #expect(try element.property("location", as: String.self) == #"a ! "b" \ c"#)
    }
}
