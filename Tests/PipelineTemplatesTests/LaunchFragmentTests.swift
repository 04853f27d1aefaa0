import PipelineTemplates
import Testing

/// A fragment is taken apart as GStreamer's own parser does it, and every part keeps its place.
@Suite struct LaunchFragmentTests {
    private func fragment(_ text: String) throws -> LaunchFragment {
        let template = try Fixtures.resolved("[parameters]\na int 3\n[video.source]\n\(text)")
        return try #require(template.fragment(.videoSource))
    }

    /// One word for each node, chains separated by a bar.
    private func outline(_ fragment: LaunchFragment) -> String {
        fragment.chains.map { chain in
            chain.nodes.map { node in
                switch node.kind {
                case .element(let element):
                    ([element.factory] + element.properties.map { "\($0.name)=\($0.value)" })
                        .joined(separator: " ")
                case .caps: "<\(node.text)>"
                case .reference(let name): "@\(name)"
                }
            }.joined(separator: " ! ")
        }.joined(separator: " | ")
    }

    @Test(arguments: [
        ("a", "a"), ("a!b", "a ! b"), ("a b=c ! d", "a b=c ! d"), ("a b = c ! d", "a b=c ! d"),
        ("a b=\"c ! d\" ! e", "a b=\"c ! d\" ! e"), ("a b='c d' e=f", "a b='c d' e=f"),
        ("a b=c\\ d e=f", "a b=c\\ d e=f"), ("a b=c!d ! e", "a b=c!d ! e"),
        ("a x::y=1 ! b", "a x::y=1 ! b"),
        ("a ! video/x-raw, width=3 ! b", "a ! <video/x-raw, width=3> ! b"),
        ("a ! video/x-raw(memory:X), f = { A, B } ! b", "a ! <video/x-raw(memory:X), f = { A, B }> ! b"),
        ("a ! video/x-raw,width=(int)3;image/jpeg", "a ! <video/x-raw,width=(int)3;image/jpeg>"),
        ("a ! video/x-raw, r=[ 1, 2 ] ! b", "a ! <video/x-raw, r=[ 1, 2 ]> ! b"),
        ("a name=t t. ! b t. ! c", "a name=t | @t ! b | @t ! c"),
        ("a ! m.video_0 b ! m. c name=m", "a ! @m | b ! @m | c name=m"),
        ("a .src ! .sink b", "a ! b"), ("a ! ( b ! c )", "a ! b ! c"),
        ("a ! bin.( name=x b c=d ! e )", "a ! b c=d ! e"), ("a b=${a} ! c", "a b=${a} ! c"),
        ("a b=$$${a}", "a b=$$${a}"),
        ("a ! ${a} b=c", "a ! ${a} b=c"), ("a : b", "a ! b"), ("a b c", "a | b | c"),
    ])
    func partsAreFound(text: String, expected: String) throws {
        let fragment = try fragment(text)
        #expect(outline(fragment) == expected)
        #expect(fragment.problems.map(\.description) == [])
    }

    @Test func everyPartKnowsItsPlace() throws {
        let fragment = try fragment(
            "  a  b=c\n# between\n\t! video/x-raw, width=${a}\n ! dd name = ee f=\"g h\""
        )
        let nodes = try #require(fragment.chains.first).nodes
        #expect(
            nodes.map(\.position) == [
                Position(line: 4, column: 3), Position(line: 6, column: 4), Position(line: 7, column: 4),
            ]
        )
        let first = try #require(nodes[0].element?.properties.first)
        #expect(first.position == Position(line: 4, column: 6))
        #expect(first.valuePosition == Position(line: 4, column: 8))
        let last = try #require(nodes[2].element)
        #expect(
            last.properties.map(\.position) == [Position(line: 7, column: 7), Position(line: 7, column: 17)]
        )
        #expect(last.properties.map(\.valuePosition.column) == [14, 19])
        #expect(last.name == "ee")
    }

    @Test(arguments: [
        ("a ! ! b", "4:5", "nothing stands between two !"),
        ("a\n  b=", "5:3", "\"b\" has no value"),
        ("a ! b=c", "4:5", "\"b=c\" belongs to no element"),
        ("a b.c.d", "4:3", "\"b.c.d\" is neither an element nor a property"),
        ("a video/x-raw,width=3", "4:3", "caps stand without a ! before them"),
        ("a ! video/x-raw width=3", "4:17", "\"width=3\" stands behind a field without , or !"),
        ("a ! video/x-raw, width=3 b", "4:26", "\"b\" stands behind a field without , or !"),
        ("a ! video/x-raw, 640x480", "4:18", "\"640x480\" is no field of caps"),
        ("a | b", "4:3", "\"|\" is shell syntax"), ("a ; b", "4:3", "\";\" is shell syntax"),
        ("gst-launch-1.0 a", "4:1", "gst-launch-1.0 belongs to a command line, not to a stage"),
        ("a -v", "4:3", "\"-v\" is an option of a command"),
        ("a ! 'video/x-raw, width=3' ! b", "4:5", "\"'video/x-raw,\" stands in quotes, as a shell wants it"),
        ("a \\ ! b", "4:3", "a backslash stands where an element belongs"),
        ("A_1=2 a", "4:1", "\"A_1=2\" sets a variable of the shell"),
        ("a b: c", "4:3", "\"b:\" ends with a colon"),
    ])
    func whatIsNoLaunchSyntaxIsReportedOnce(text: String, place: String, message: String) throws {
        let problems = try fragment(text).problems
        #expect(problems.map { "\($0.line):\($0.column)" } == [place], "\(problems)")
        #expect(problems.map(\.message) == [message])
    }

    @Test(arguments: [
        ("plain", "plain"), ("\"a b\"", "a b"), ("'a b'", "a b"), ("a\\ b", "a b"), ("a\\\\b", "a\\b"),
        ("\"", "\""), ("", ""), ("\"a\\\"b\"", "a\"b"),
    ])
    func aValueLosesItsQuotes(text: String, value: String) {
        #expect(launchValue(text) == value)
    }

    @Test func aFileIsReadOnBehindAMistake() {
        let (template, problems) = Template.examine(
            Fixtures.text(
                "t",
                """
                [template]
                sumary = x
                [parameters]
                a int x
                b int 3
                [video.source]
                a ! b  # wrong
                more \\
                [video.filter]
                fine
                [nonsense]
                whatever it is
                """
            )
        )
        #expect(problems.map(\.line) == [2, 4, 7, 11])
        #expect(template.parameters.map(\.name) == ["b"])
        #expect(Array(template.stages.keys) == [.videoFilter])
    }

    @Test func mistakesAreNotCountedForEver() {
        let text = String(repeating: "[x]\n", count: 50_000)
        #expect(Template.examine(Fixtures.text("t", text)).problems.count == 50)
    }
}
