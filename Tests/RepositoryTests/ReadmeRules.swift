import Foundation
import Testing

/// What README says about the command is what the command is.
@Suite struct ReadmeRules {
    private let readme: Markdown

    init() throws { readme = Markdown(text: try Repository.text("README.md")) }

    /// The words of each command in README and its neighbour, as a shell would split them.
    private func commands() throws -> [[String]] {
        let other = Markdown(text: try Repository.text("pipelines/README.md"))
        let typed = readme.code("console").filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
        let spans = (readme.spans + other.spans).filter { $0.hasPrefix("gstcam ") || $0.hasPrefix("make ") }
        return (readme.code("sh") + typed + spans).map { line in
            let code = line.components(separatedBy: " #").first ?? line
            let words = code.split(separator: " ").map { $0.trimmingCharacters(in: ["'", "\""]) }
            return Array(words.drop { $0.contains(/^[A-Z_]+=/) })
        }
        .filter { !$0.isEmpty }
    }

    /// Names of the options of a command, from the source's tables or from the built command's help.
    private func options(of command: String) throws -> Set<String> {
        if let binary = ProcessInfo.processInfo.environment["GSTCAM_BINARY"] {
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(fileURLWithPath: binary)
            process.arguments = ["help", command]
            process.standardOutput = pipe
            try process.run()
            let help = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
            let found = help.matches(of: /(?m)^ +(?:(-\w), +)?(--[a-z-]+)/)
            return Set(found.flatMap { [$0.1, $0.2].compactMap(\.self) }.map(String.init))
        }
        // The table stands in RecordArguments.swift, DevicesCommand.swift and so on, and may go on in another file.
        let files = try Repository.names(in: "Sources/gstcam")
        let file = try #require(
            ["Arguments", "Command"].map { "\(command.capitalized)\($0).swift" }.first(where: files.contains),
            "there is no command \(command)"
        )
        var source = try Repository.text("Sources/gstcam/\(file)")
        if source.contains("CaptureArguments.table") {
            source += try Repository.text("Sources/gstcam/CaptureArguments.swift")
        }
        let found = source.matches(of: /\.(?:value|flag)\("(--[a-z-]+)", (?:"(-\w)"|nil)/)
        return Set(found.flatMap { [$0.1, $0.2].compactMap(\.self) }.map(String.init))
    }

    @Test func thereAreCommandsToCheck() throws {
        let all = try commands()
        #expect(all.count { $0.first == "gstcam" } >= 10)
        #expect(all.count { $0.first == "make" } >= 4)
        #expect(try options(of: "record").isSuperset(of: ["-d", "--device", "--no-audio", "-D"]))
        #expect(try options(of: "devices").isSuperset(of: ["--all", "--json"]))
        for words in all { #expect(["gstcam", "make", "swift"].contains(words[0]), "\(words)") }
    }

    @Test func everyProgramThatIsRunIsInThePackage() throws {
        let package = try Repository.text("Package.swift")
        let programs = package.matches(of: /\.executableTarget\(\s*name: "(\w+)"/).map { String($0.1) }
        let runs = try commands().filter { $0.first == "swift" }
        #expect(runs.count >= 2)
        for words in runs {
            #expect(words.count > 2 && words[1] == "run" && programs.contains(words[2]), "\(words)")
        }
    }

    @Test func everyVariableOfTheEnvironmentIsRead() throws {
        let sources = try Repository.swiftFiles(below: "Sources").map(\.text).joined()
        for variable in readme.text.matches(of: /GSTCAM_[A-Z_]+/) {
            #expect(sources.contains("\"\(variable.0)\""), "\(variable.0)")
        }
    }

    @Test func everyTargetIsInTheMakefile() throws {
        let makefile = try Repository.text("Makefile")
        let targets = Set(makefile.matches(of: /(?m)^([a-z]+):/).map { String($0.1) })
        for words in try commands() where words.first == "make" {
            for word in words.dropFirst() where !word.contains("=") {
                #expect(targets.contains(word), "make \(word)")
            }
            for word in words.dropFirst() where word.contains("=") {
                let name = word.split(separator: "=")[0]
                #expect(makefile.contains("\n\(name) = "), "make \(word)")
            }
        }
    }

    @Test func everyCommandAndOptionExists() throws {
        let help = try Repository.text("Sources/gstcam/Help.swift")
        let known = help.matches(of: /name: "([a-z]+)",/).map { String($0.1) }
        let main = try Repository.text("Sources/gstcam/Main.swift")
        #expect(known.sorted() == main.matches(of: /case "([a-z]+)": try/).map { String($0.1) }.sorted())
        #expect(known.count >= 5)
        for words in try commands() where words.first == "gstcam" {
            guard words.count > 1 else { continue }
            let command = words[1] == "help" ? words.dropFirst(2).first ?? "" : words[1]
            #expect(known.contains(command), "\(words)")
            let options = try options(of: command)
            for word in words.dropFirst(2) where word.hasPrefix("-") {
                let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : String(word.prefix(2))
                #expect(options.contains(name), "\(words.joined(separator: " "))")
            }
        }
    }

    @Test func optionsInTheTextExist() throws {
        let all = try ["record", "devices", "preview", "templates", "recover"].map(options).reduce(Set()) {
            $0.union($1)
        }
        for span in readme.spans where span.hasPrefix("-") {
            let name = String(span.prefix { $0 != " " && $0 != "=" })
            #expect(all.contains(name), "\(span)")
        }
    }

    @Test func theExitCodesAreThoseOfTheCommand() throws {
        let source = try Repository.text("Sources/gstcam/ExitCode.swift")
        let codes = source.matches(of: /case \w+ = (\d+)/).map { String($0.1) }
        let listed = readme.rows.compactMap(\.first).filter { Int($0) != nil }
        #expect(listed == codes)
        #expect(codes.count == 11)
    }

    @Test func theEventsAreThoseOfTheCommand() throws {
        let sources = try Repository.swiftFiles(below: "Sources/gstcam").map(\.text).joined()
        let events = Set(sources.matches(of: /RecordEvent\("([a-z]+)"\)/).map { String($0.1) })
        let rows = readme.rows.filter { $0.count == 3 && $0[0].hasPrefix("`") }
        #expect(Set(rows.map { $0[0].trimmingCharacters(in: ["`"]) }) == events)
        let source = try Repository.text("Sources/gstcam/RecordEvents.swift")
        let named = source.matches(of: /case \w+ = "([a-z_]+)"/).map { String($0.1) }
        let plain = source.matches(of: /var ([a-z]+): \w+\?/).map { String($0.1) }
        let keys = Set(named + plain)
        for row in rows {
            for key in Markdown(text: row[2]).spans {
                #expect(keys.contains(key), "\(key)")
            }
        }
    }

    @Test func theReasonsAreThoseOfTheEngine() throws {
        let source = try Repository.text("Sources/Recording/RecordingEvent.swift")
        let reasons = source.matches(of: /EndReason\(rawValue: "([a-z-]+)"\)/).map { String($0.1) }
        #expect(reasons.count >= 10)
        for reason in reasons { #expect(readme.spans.contains(reason), "\(reason)") }
    }
}
