import PipelineTemplates
import Testing

/// Every mistake in a file is reported with its place and what to do.
@Suite struct TemplateErrorTests {
    @Test(arguments: [
        (
            "v4l2src",
            "1:1: text before the first section. Begin with [template], or write # before a comment."
        ),
        (
            "[template]\n  sumary = x",
            #"2:3: a template file has no key "sumary". Did you mean "summary"?"#
        ),
        (
            "[template]\nsummary x",
            "2:1: a header line is key = value. Known keys: summary, extends, matches, priority, delivers, camera."
        ),
        ("[template]\nsummary = a\nsummary = b", "3:1: summary is given twice. The first one is on line 2."),
        ("[template]\nsummary =", "2:9: summary has no value. Write it behind the =, or remove the line."),
        (
            "[template]\npriority = high",
            #"2:12: "high" is no value for priority. Write a whole number from -1000 to 1000."#
        ),
        ("[template]\nextends = a b", #"2:11: "a b" is no value for extends. Write one name."#),
        (
            "[template]\nmatches = api=v4l2 uvcvideo",
            #"2:20: "uvcvideo" is no match rule. Write key=value pairs, for example driver=uvcvideo card="HD Webcam*"."#
        ),
        (
            "[template]\nmatches = card=\"HD",
            "2:11: the quote is never closed. Put a double quote at the end of the value."
        ),
        ("[video.sorce]", #"1:1: no section is called "video.sorce". Did you mean "video.source"?"#),
        (
            "[template] # x",
            "1:1: a section line is [name] and nothing else. Put comments and fragments on lines of their own."
        ),
        (
            "[muxer",
            "1:1: a section line is [name] and nothing else. Put comments and fragments on lines of their own."
        ),
        ("[muxer]\nx\n [muxer]", "3:2: [muxer] is there twice. The first one is on line 1."),
        (
            "[parameters]\nwidth int",
            "2:1: a parameter row is name, type, default and description. For example: framerate fraction 30/1 frames"
                + " per second. The default - means must be given."
        ),
        (
            "[parameters]\nWidth int 3",
            #"2:1: "Width" is no parameter name. Names begin with a small letter and have small letters, digits and hyphens."#
        ),
        ("[parameters]\na int 1\na int 2", "3:1: a is there twice. The first one is on line 2."),
        ("[parameters]\na itn 1", #"2:3: no type is called "itn". Did you mean "int"?"#),
        (
            "[parameters]\na choice(x|) x",
            #"2:3: no type is called "choice(x|)". Write choice(a|b|c) without spaces, with letters, digits and _ . / + - only."#
        ),
        (
            "[parameters]\na int wide",
            #"2:7: the default of a: "wide" is not a whole number. Write digits only, for example 1280."#
        ),
        (
            "[parameters]\na choice(red|green) gren",
            #"2:21: the default of a: "gren" is not one of red, green. Did you mean "green"?"#
        ),
        (
            "[parameters]\na string \"x",
            "2:10: the quote is never closed. Put a double quote at the end of the value."
        ),
        (
            "[sink]\nfilesink",
            "1:1: the sink stage has 0 elements with name=sink. Exactly one is needed, for example: splitmuxsink name=sink."
        ),
        (
            "\n[sink]\na name=sink b name=sink",
            "2:1: the sink stage has 2 elements with name=sink. Exactly one is needed, for example: splitmuxsink name=sink."
        ),
        ("[preview]\n ! x", "2:2: a stage begins with !. Remove it: the program links the stages."),
        ("[preview]\nx\n  y !", "3:5: a stage ends with !. Remove it: the program links the stages."),
        (
            "[preview]\nvideo/x-raw, width=3 ! x",
            "2:1: a stage begins with caps. Begin with an element, for example videoconvert: the stage before may end with caps."
        ),
        (
            "[preview]\nx \\\n! y",
            "2:3: a backslash ends the line. Remove it: a stage goes on over any number of lines by itself."
        ),
        ("[preview]\nx ! y # z", "2:7: a comment behind a fragment. Put the comment on a line of its own."),
        ("[preview]\nx text=\"a\nb", "2:8: the quote is never closed. Close it, or remove it."),
        (
            "[preview]\nx text=\"${name}\"",
            "2:9: ${name} stands inside quotes. Remove the quotes: the value is quoted for you."
        ),
        (
            "[preview]\nx a=$b",
            "2:5: a $ that begins no ${name}. Write ${name} for a parameter, or $$ for a dollar sign."
        ),
        ("[preview]\nx a=${b", "2:5: ${ is never closed. Write ${name} or ${name:unit}."),
        (
            "[preview]\nx a=${B c}",
            #"2:5: "B c" is no parameter name. Names have small letters, digits and hyphens: ${name} or ${name:unit}."#
        ),
        (
            "[preview]\nx a=${b:}",
            #"2:5: "b:" is no parameter name. Names have small letters, digits and hyphens: ${name} or ${name:unit}."#
        ),
        ("\u{0}", "1:1: this is no template file. A template is a short text."),
    ])
    func aMistakeInATemplateHasAPlaceAndAHint(body: String, expected: String) {
        #expect(Fixtures.problem(body) == "t.pipeline:" + expected)
    }

    @Test(
        arguments: [
            (
                .encoder, "[video.encoder]\nx",
                "1:1: an encoder file needs the key encodes. Write encodes = ... under [template]."
            ),
            (
                .encoder, "[template]\nencodes = h264",
                "1:1: an encoder file needs exactly one stage with a fragment. Write it under [video.encoder] or [audio.encoder]."
            ),
            (
                .encoder, "[template]\nencodes = h264\n[video.encoder]\nx\n[audio.encoder]\ny",
                "1:1: an encoder file needs exactly one stage with a fragment. Write it under [video.encoder] or [audio.encoder]."
            ),
            (
                .encoder, "[template]\nencodes = h264\n[muxer]\nx",
                "3:1: an encoder file has no [muxer]. It has [video.encoder] or [audio.encoder]."
            ),
            (
                .encoder, "[template]\nhardware = maybe",
                #"2:12: "maybe" is no value for hardware. Write yes or no."#
            ),
            (
                .encoder, "[template]\npriming = -1",
                #"2:11: "-1" is no value for priming. Write a number of samples at 48 kHz, for example 1024."#
            ),
            (
                .encoder, "[template]\nalignment = 0",
                #"2:13: "0" is no value for alignment. Write a number of pixels, for example 2."#
            ),
            (
                .container, "[muxer]\nx",
                "1:1: a container file needs the key suffixes. Write suffixes = ... under [template]."
            ),
            (
                .container, "[template]\nsuffixes = mp4\nfinish = soon",
                #"3:10: "soon" is no value for finish. Write movie or none."#
            ),
            (
                .container, "[template]\nsuffixes = mp4\n[muxer]\nauto",
                "1:1: a container file needs exactly one stage with a fragment. Write it under [muxer]."
            ),
            (
                .microphone, "[template]\nextends = base",
                #"2:1: a microphone file has no key "extends". Known: matches, package, priority, summary."#
            ),
        ] as [(TemplateKind, String, String)]
    )
    func aMistakeInAPartHasAPlaceAndAHint(kind: TemplateKind, body: String, expected: String) {
        #expect(Fixtures.problem(body, kind: kind) == "t.\(kind.suffix):" + expected)
    }

    @Test func tooLongAFileIsRefused() {
        #expect(Fixtures.problem(String(repeating: "#", count: 262_145)) != nil)
        #expect(Fixtures.problem(String(repeating: "#", count: 262_144)) == nil)
    }

    @Test func tooManyParametersAreRefused() {
        let rows = (0...256).map { "a\($0) int 0" }.joined(separator: "\n")
        #expect(
            Fixtures.problem("[parameters]\n" + rows)
                == "t.pipeline:258:1: there are too many parameters. At most 256 are taken."
        )
    }

    @Test func whatIsShownInAMessageIsShortAndHasNoControlCharacters() throws {
        let message = try #require(
            Fixtures.problem("[parameters]\n\(String(repeating: "X", count: 9999)) int 1")
        )
        #expect(message.contains(String(repeating: "X", count: 60) + "..."))
        #expect(message.utf8.count < 300)
        let control = try #require(Fixtures.problem("[template]\n\u{1b}[31m = x"))
        #expect(!control.unicodeScalars.contains("\u{1b}"))
    }

    @Test func anErrorWithoutALineShowsOnlyTheFile() {
        let error = TemplateError(file: "--set", message: "what", hint: "Do this.")
        #expect(error.description == "--set: what. Do this.")
        #expect(error == TemplateError(file: "--set", line: 0, column: 0, message: "what", hint: "Do this."))
    }
}
