import PipelineTemplates
import Testing

@Suite struct BindingTests {
    private static let table = """
        bits bitrate 2.5M
        time duration 1s
        framerate fraction 29.97
        count int -5
        flag bool yes
        mode choice(fast|slow) fast
        bytes size 4k
        text string "a b"
        """

    @Test(arguments: [
        ("${bits}", "2500000"), ("${bits:bit}", "2500000"), ("${bits:kbit}", "2500"),
        ("${time}", "1000000000"), ("${time:ns}", "1000000000"), ("${time:us}", "1000000"),
        ("${time:ms}", "1000"),
        ("${time:s}", "1"), ("${time:frames}", "30"),
        ("${framerate}", "30000/1001"), ("${framerate:num}", "30000"), ("${framerate:den}", "1001"),
        ("${framerate:float}", "29.97002997002997"),
        ("${count}", "-5"), ("${flag}", "true"), ("${mode}", "fast"), ("${bytes}", "4000"),
        ("${text}", #"\"a\\040b\""#), ("$$x", "$x"), ("${count}x${mode}", "-5xfast"), ("a$$${count}", "a$-5"),
    ])
    func aValueIsPutInInItsUnit(reference: String, expected: String) throws {
        #expect(try Fixtures.rendered("x y=\(reference)", parameters: Self.table) == "x y=\(expected)")
    }

    @Test(arguments: [
        ("bits", "1", "${bits:kbit}", "1"), ("bits", "1499", "${bits:kbit}", "1"),
        ("bits", "1500", "${bits:kbit}", "2"),
        ("time", "0", "${time:frames}", "1"), ("time", "0", "${time:ms}", "0"),
        ("time", "100ms", "${time:frames}", "3"),
        ("time", "2562047h", "${time:frames}", "276424651349"), ("time", "1499us", "${time:ms}", "1"),
        ("time", "1500us", "${time:ms}", "2"), ("framerate", "60", "${time:frames}", "60"),
        ("flag", "off", "${flag}", "false"), ("mode", "slow", "${mode}", "slow"),
        ("text", "", "${text}", #"\"\""#),
        ("count", "9223372036854775807", "${count}", "9223372036854775807"),
    ])
    func aGivenValueReplacesTheDefault(name: String, value: String, reference: String, expected: String)
        throws
    {
        let line = try Fixtures.rendered("x y=\(reference)", parameters: Self.table, values: [name: value])
        #expect(line == "x y=\(expected)")
    }

    @Test func valuesAreKeptAsTheyWereGiven() throws {
        let bound = try Fixtures.resolved("[parameters]\n\(Self.table)").bind(["bits": "4M", "flag": "on"])
        #expect(bound.value("bits") == "4M")
        #expect(bound.value("flag") == "on")
        #expect(bound.value("text") == "a b")
        #expect(bound.value("nothing") == nil)
        #expect(bound.duration("time") == 1_000_000_000)
        #expect(bound.duration("bits") == nil)
    }

    @Test func aDefaultMayFollowAnotherParameter() throws {
        let table = "width int 1280\noutput-width int ${width}\nlast int ${output-width}"
        let line = "x a=${width} b=${output-width} c=${last}"
        #expect(try Fixtures.rendered(line, parameters: table) == "x a=1280 b=1280 c=1280")
        #expect(try Fixtures.rendered(line, parameters: table, values: ["width": "8"]) == "x a=8 b=8 c=8")
        #expect(
            try Fixtures.rendered(line, parameters: table, values: ["output-width": "8"])
                == "x a=1280 b=8 c=8"
        )
    }

    @Test(
        arguments: [
            ("x", ["wdith": "3"], #"--set: t has no parameter "wdith". Did you mean "width"?"#),
            (
                "x", ["width": "wide"],
                #"--set: width: "wide" is not a whole number. Write digits only, for example 1280."#
            ),
            (
                "x", ["width": ""],
                #"--set: width: "" is not a whole number. Write digits only, for example 1280."#
            ),
            (
                "x", ["time": "soon"],
                #"--set: time: "soon" is not a duration. Write for example 500ms, 10s, 5m, 1h or 90 (seconds)."#
            ),
            ("x", ["mode": "fats"], #"--set: mode: "fats" is not one of fast, slow. Did you mean "fast"?"#),
            ("x", ["name": "a\u{0}b"], "--set: name: the value holds a NUL byte. Remove it."),
            (
                "x", ["name": String(repeating: "x", count: 4097)],
                "--set: name: the value is 4097 bytes long. At most 4096 bytes are taken."
            ),
            (
                "x\n  y=${widht}", [:],
                #"t.pipeline:9:5: there is no parameter "widht". Did you mean "width"?"#
            ),
            ("x y=${width:px}", [:], #"t.pipeline:8:5: width has no unit "px". Write ${width}."#),
            ("x y=${time:frame}", [:], #"t.pipeline:8:5: time has no unit "frame". Did you mean "frames"?"#),
            (
                "x y=${time:frames}", ["framerate": "0"],
                "t.pipeline:8:5: ${time:frames}: frames need a parameter framerate above zero. Set framerate, for example to 30/1."
            ),
            (
                "x y=/tmp/${name}.mp4", [:],
                "t.pipeline:8:10: ${name} is only a part of a value. A text is put in as a whole value: property=${name}"
            ),
            (
                "${name} y=3", [:],
                "t.pipeline:8:1: ${name} is only a part of a value. A text is put in as a whole value: property=${name}"
            ),
            (
                "x y=${name}${name}", [:],
                "t.pipeline:8:5: ${name} is only a part of a value. A text is put in as a whole value: property=${name}"
            ),
        ] as [(String, [String: String], String)]
    )
    func aWrongValueOrReferenceIsAnError(fragment: String, values: [String: String], expected: String) {
        let table =
            "width int 3\ntime duration 1s\nmode choice(fast|slow) fast\nname string n\nframerate fraction 30"
        #expect(Fixtures.renderProblem(fragment, parameters: table, values: values) == expected)
    }

    @Test(arguments: [
        (
            "device device - the node",
            "t.pipeline:2:1: device has no default and was not given. Give it with --set device=VALUE."
        ),
        (
            "a int ${b}\nb int ${a}",
            "t.pipeline:2:1: the default of a follows itself. Write a value instead of ${...} in one of the rows."
        ),
        (
            "a int ${a}",
            "t.pipeline:2:1: the default of a follows itself. Write a value instead of ${...} in one of the rows."
        ),
        (
            "width int ${widht}\nhigh int 3",
            #"t.pipeline:2:1: the default of width: there is no parameter "widht". Did you mean "width"?"#
        ),
        (
            "a int ${b}\nb string x",
            #"t.pipeline:2:1: the default of a: "x" is not a whole number. Write digits only, for example 1280."#
        ),
    ])
    func aDefaultThatCannotBeUsedIsAnError(table: String, expected: String) {
        #expect(Fixtures.renderProblem("x", parameters: table) == expected)
    }

    @Test func renderedTextIsBounded() {
        let fragment = "x" + String(repeating: " y=${text}", count: 2000)
        let problem = Fixtures.renderProblem(
            fragment,
            parameters: "text string x",
            values: ["text": String(repeating: "!", count: 4096)]
        )
        #expect(problem == "t.pipeline:3:1: [video.source] is too long with its values. Shorten the values.")
    }

    @Test func emptyAndAbsentStagesAreNil() throws {
        let bound = try Fixtures.resolved("[video.filter]\n# nothing\n[preview]\nx").bind([:])
        #expect(try bound.text(.videoFilter) == nil)
        #expect(try bound.text(.muxer) == nil)
        #expect(try bound.text(.preview) == "x")
    }
}
