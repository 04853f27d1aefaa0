import Testing

@testable import gstcam

/// The help is complete, since it is made from the tables that the arguments are read with.
@Suite struct HelpTests {
    @Test(arguments: Help.commands.map(\.name))
    func everyOptionOfTheTableIsInTheHelp(name: String) throws {
        let command = try #require(Help.commands.first { $0.name == name })
        let lines = Help.text(for: name).split(separator: "\n").map(String.init)
        #expect(lines.first == "Usage: \(command.usage)")
        for option in command.options {
            let start = "  \(option.short.map { "\($0), " } ?? "    ")\(option.name)"
            let whole = start + (option.value.map { " \($0)" } ?? "")
            let line = try #require(
                lines.first { $0 == whole || $0.hasPrefix(whole + " ") },
                "\(option.name)"
            )
            #expect(line.hasSuffix("  \(option.help)"))
        }
        #expect(lines.filter { $0.hasPrefix("  ") }.count == command.options.count)
    }

    @Test func optionsHaveDifferentNames() {
        for command in Help.commands {
            let names = command.options.flatMap { [$0.name, $0.short].compactMap(\.self) }
            #expect(Set(names).count == names.count, "\(command.name)")
            for option in command.options {
                #expect(option.name.hasPrefix("--"))
                #expect(option.short.map { $0.hasPrefix("-") && $0.count == 2 } ?? true)
                #expect(!option.help.isEmpty && !option.help.hasSuffix("."))
            }
        }
    }

    @Test func helpLinesFitATerminal() {
        for command in Help.commands {
            for line in Help.text(for: command.name).split(separator: "\n") {
                #expect(line.count <= 110, "\(line)")
            }
        }
    }

    @Test func theOverviewNamesEveryCommand() {
        #expect(Help.commands.map(\.name).contains("record"))
        for command in Help.commands {
            #expect(Help.overview.contains("\n  \(command.name)"))
            #expect(Help.overview.contains("  \(command.summary)\n"))
        }
    }

    @Test func theHelpOfRecordSaysWhatFilesAreCalled() {
        let text = Help.text(for: "record")
        #expect(text.contains("\n\nRecord a camera until Ctrl-C or a limit.\n\n"))
        #expect(text.contains("Without FILE: gstcam-DATE-TIME.mp4 in this directory."))
        #expect(text.contains("An existing file is never overwritten."))
    }
}
