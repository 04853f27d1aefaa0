import CameraCapture
import Foundation
import PipelineTemplates
import Testing

/// Every mistake that a person makes in a template is reported on its line, in words that help.
///
/// The files in `Broken` say so themselves: each begins with lines of the form `# expect LINE: words`.
@Suite struct BrokenTemplatesTests {
    private struct Expectation {
        let line: Int
        let words: String
    }

    private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Broken")

    private static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()

    private static func text(of name: String) throws -> String {
        try String(contentsOf: directory.appendingPathComponent(name), encoding: .utf8)
    }

    private static func expectations(in text: String) -> [Expectation] {
        text.matches(of: /(?m)^# expect ([0-9]+): (.+)$/).compactMap { match in
            Int(match.1).map { Expectation(line: $0, words: String(match.2)) }
        }
    }

    @Test func thereAreEnoughMistakes() {
        #expect(BrokenTemplatesTests.names.count >= 90)
    }

    @Test(.timeLimit(.minutes(15)), arguments: names)
    func theMistakeIsReportedOnItsLine(name: String) throws {
        let text = try BrokenTemplatesTests.text(of: name)
        let expected = BrokenTemplatesTests.expectations(in: text)
        try #require(!expected.isEmpty)
        let file = try #require(TemplateText(path: name, text: text))
        let checker = try TemplateChecker(library: TemplateLibrary(Shipped.texts()))
        let findings = checker.check(file)
        let errors = findings.filter { $0.severity == .error }
        for expectation in expected {
            #expect(
                errors.contains {
                    $0.problem.line == expectation.line && $0.description.contains(expectation.words)
                },
                "\(expectation.line): \(expectation.words)\n\(findings.map(\.description))"
            )
        }
        for error in errors {
            #expect(error.problem.file == name)
            #expect(expected.contains { $0.line == error.problem.line }, "\(error)")
            #expect(error.problem.column >= 1 && !error.problem.hint.isEmpty)
            #expect(error.description.hasPrefix("\(name):\(error.problem.line):\(error.problem.column): "))
        }
    }
}

/// The template files of this checkout.
enum Shipped {
    static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../pipelines").standardizedFileURL

    static func texts() throws -> [TemplateText] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted().compactMap { file in
            guard TemplateText(path: file, text: "") != nil else { return nil }
            let text = try String(contentsOf: directory.appendingPathComponent(file), encoding: .utf8)
            return TemplateText(path: file, text: text)
        }
    }
}
