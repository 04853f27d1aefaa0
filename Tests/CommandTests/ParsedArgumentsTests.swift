import Testing

@testable import gstcam

/// The words of a command line are sorted as people expect.
@Suite struct ParsedArgumentsTests {
    private static let table: [Option] = [
        .value("--name", "-n", "NAME", "a name"),
        .value("--number", nil, "N", "a number"),
        .flag("--loud", "-l", "loud"),
    ]

    private func parse(_ words: String...) throws(CommandError) -> ParsedArguments {
        try ParsedArguments(words, table: ParsedArgumentsTests.table, command: "try")
    }

    @Test func valuesAreKeptByLongNameInTheirOrder() throws {
        let parsed = try parse("-n", "a", "--name=b", "-nc", "--name", "d", "--number=")
        #expect(parsed.values == ["--name": ["a", "b", "c", "d"], "--number": [""]])
        #expect(parsed.all("--name") == ["a", "b", "c", "d"])
        #expect(parsed.last("--name") == "d")
        #expect(parsed.last("--number") == "")
        #expect(parsed.operands == [])
    }

    @Test func whatWasNotGivenIsNotThere() throws {
        let parsed = try parse()
        #expect(!parsed.has("--loud"))
        #expect(parsed.last("--name") == nil)
        #expect(parsed.all("--name") == [])
        #expect(parsed.values == [:])
    }

    @Test func optionsAndOtherWordsMayBeMixed() throws {
        let parsed = try parse("one", "-l", "two", "-n", "x", "", "-", "three")
        #expect(parsed.operands == ["one", "two", "", "-", "three"])
        #expect(parsed.has("--loud"))
        #expect(parsed.last("--name") == "x")
    }

    @Test func twoDashesEndTheOptions() throws {
        let parsed = try parse("-l", "--", "-n", "--", "--loud")
        #expect(parsed.operands == ["-n", "--", "--loud"])
        #expect(parsed.values == ["--loud": [""]])
    }

    @Test func aValueMayLookLikeAnOption() throws {
        #expect(try parse("--name", "--loud").last("--name") == "--loud")
        #expect(try parse("-n", "-1").last("--name") == "-1")
        #expect(try parse("-n", "--").last("--name") == "--")
        #expect(try parse("--name=a=b").last("--name") == "a=b")
        #expect(try parse("-n=a").last("--name") == "=a")
    }

    @Test func theCommandIsNamedWhereItIsWrong() throws {
        let error = try #require(throws: CommandError.self) { _ = try parse("--wrong") }
        #expect(error.description == "try has no option --wrong. See gstcam help try.")
        let close = try #require(throws: CommandError.self) { _ = try parse("--num=3") }
        #expect(close.description == "try has no option --num. Did you mean --number?")
        #expect(close.exitCode == .usage)
    }
}
