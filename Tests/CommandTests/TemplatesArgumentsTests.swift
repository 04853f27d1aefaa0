import Testing

@testable import gstcam

/// What cannot be understood is refused with what could be meant.
@Suite struct TemplatesArgumentsTests {
    @Test(
        arguments: [
            (["chekc", "x"], "templates has no \"chekc\". Did you mean check?"),
            (
                ["frobnicate"],
                "templates has no \"frobnicate\". Use one of: check, copy, list, render, show."
            ),
            (["list", "x"], "templates list takes no \"x\". Leave it out."),
            (["check"], "templates check needs a FILE or a NAME. Write gstcam templates check my.pipeline."),
            (["show"], "templates show needs one NAME. See gstcam templates for the names."),
            (["render", "a", "b"], "templates render needs one NAME. See gstcam templates for the names."),
            (["show", "a", "--json"], "templates show has no option --json. See gstcam help templates."),
            (["copy", "a", "-o", "b"], "templates copy has no option --output. See gstcam help templates."),
            (
                ["render", "a", "-p", "b"],
                "\"b\" sets nothing. Write --set NAME=VALUE, such as --set speed=veryfast."
            ),
            (["--jsno"], "templates has no option --jsno. Did you mean --json?"),
        ] as [([String], String)]
    )
    func whatMakesNoSenseIsRefused(words: [String], sentence: String) throws {
        let error = try #require(throws: CommandError.self) { _ = try TemplatesCommand(parsing: words) }
        #expect(error.exitCode == .usage)
        #expect(error.description == sentence)
    }

    @Test func nothingGivenMeansTheList() throws {
        #expect(throws: Never.self) { _ = try TemplatesCommand(parsing: []) }
        #expect(throws: Never.self) { _ = try TemplatesCommand(parsing: ["--json"]) }
        #expect(throws: Never.self) { _ = try TemplatesCommand(parsing: ["list", "--json"]) }
        #expect(throws: Never.self) { _ = try EncodersCommand(parsing: ["--json"]) }
    }

    @Test(
        arguments: [
            ("--sizze", "--size"), ("--dureation", "--duration"), ("--bitrate", "--video-bitrate"),
            ("--no-sound", "--no-audio"), ("--codec", "--video-codec"),
            ("--fps", "--framerate"), ("--resolution", "--size"), ("--camera", "--device"),
            ("--mic", "--audio"),
        ]
    )
    func theClosestOptionIsNamed(wrong: String, right: String) throws {
        let error = try #require(throws: CommandError.self) { _ = try RecordArguments([wrong]) }
        #expect(error.description == "record has no option \(wrong). Did you mean \(right)?")
    }
}
