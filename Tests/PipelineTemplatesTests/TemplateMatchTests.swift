import PipelineTemplates
import Testing

@Suite struct TemplateMatchTests {
    private func template(_ name: String, _ matches: String?, priority: Int = 0) -> TemplateText {
        let rules = matches.map { "matches = \($0)\n" } ?? ""
        return Fixtures.text(name, "[template]\n\(rules)priority = \(priority)")
    }

    @Test func orderIsPriorityThenRulesThenLiteralsThenName() {
        let library = TemplateLibrary([
            template("never", nil, priority: 1000),
            template("b-one", "api=v4l2"),
            template("a-one", "api=v4l2"),
            template("glob", "api=v4l2 driver=uvc*"),
            template("two", "api=v4l2 driver=uvcvideo"),
            template("first", "api=v4l2", priority: 5),
            template("other", "api=file"),
            template("half", "api=v4l2 driver=vivid", priority: 99),
        ])
        let names = library.best(matching: ["api": ["v4l2"], "driver": ["uvcvideo"]]).map(\.name)
        #expect(names == ["first", "two", "glob", "a-one", "b-one"])
        #expect(library.best(matching: [:]).isEmpty)
    }

    @Test func aKeyMayHaveSeveralValues() {
        let library = TemplateLibrary([template("t", "format=image/jpeg format=YUY2")])
        #expect(library.best(matching: ["format": ["YUY2", "image/jpeg"]]).count == 1)
        #expect(library.best(matching: ["format": ["YUY2"]]).isEmpty)
    }

    @Test func theReasonIsASentence() {
        let library = TemplateLibrary([template("hd", "driver=uvcvideo card=\"HD Pro *\"", priority: 50)])
        let match = library.best(matching: ["driver": ["uvcvideo"], "card": ["Other", "HD Pro C920"]]).first
        #expect(
            match?.reason
                == #"hd fits because driver is uvcvideo and card is "HD Pro C920" (HD Pro *); priority 50."#
        )
    }

    @Test(arguments: [
        ("*", "", true), ("*", "abc", true), ("a*", "abc", true), ("*c", "abc", true), ("a*c", "ac", true),
        ("a*c", "abcb", false), ("?", "é", true), ("?", "", false), ("??", "a", false), ("a?c", "abc", true),
        ("*b*", "abc", true), ("*x*", "abc", false), ("a**c", "abbbc", true), ("*ab", "aab", true),
        ("A*", "abc", false), ("*.?", "1.2", true), ("*aab", "aaaab", true),
    ])
    func globsFitWholeValues(pattern: String, value: String, fits: Bool) {
        let library = TemplateLibrary([template("t", "key=\(pattern)")])
        #expect(library.best(matching: ["key": [value]]).isEmpty != fits)
    }

    @Test(.timeLimit(.minutes(15))) func aHostilePatternTakesNoLongTime() {
        let library = TemplateLibrary([template("t", "key=" + String(repeating: "*a", count: 2000) + "b")])
        #expect(library.best(matching: ["key": [String(repeating: "a", count: 4000)]]).isEmpty)
    }
}
