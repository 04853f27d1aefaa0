import Foundation
import PipelineTemplates
import Testing

/// Whatever a file holds, it is read or refused; nothing crashes, hangs or grows without bound.
///
/// `GSTCAM_FUZZ_ROUNDS` says how many files are tried; `make fuzz` tries 100,000.
@Suite struct TemplateFuzzTests {
    private static let given = ProcessInfo.processInfo.environment["GSTCAM_FUZZ_ROUNDS"].flatMap { Int($0) }
    private static let rounds = given ?? 3000

    @Test(.timeLimit(.minutes(60))) func mutatedFilesAreReadOrRefused() throws {
        let texts = try Fixtures.shippedTexts()
        let neighbours = texts.filter { ["base", "test"].contains($0.name) }
        var random = SeededGenerator(state: 2024)
        var refused = 0
        var memory = 0
        for round in 0..<TemplateFuzzTests.rounds {
            let original = texts[round % texts.count]
            let body = mutated(original.text, using: &random)
            let mutant = TemplateText(name: original.name, kind: original.kind, origin: "x", text: body)
            let library = TemplateLibrary([mutant] + neighbours)
            refused += library.errors.count
            try check(mutant, first: library.errors.first)
            try use(library, name: original.name, kind: original.kind, using: &random)
            if round == 1000 { memory = TemplateFuzzTests.residentPages }
        }
        #expect(refused > TemplateFuzzTests.rounds / 10)
        #expect(refused < TemplateFuzzTests.rounds * 29 / 30)
        // Other tests run beside a short run, so its memory says nothing.
        if TemplateFuzzTests.given != nil {
            let growth = (TemplateFuzzTests.residentPages - memory) * 4096
            #expect(growth < 64 << 20, "\(growth) bytes more after \(TemplateFuzzTests.rounds) files")
        }
    }

    private static var residentPages: Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return fields.flatMap { Int($0[1]) } ?? 0
    }

    /// Every mistake has a place and a hint, and the first one is what a recording is refused with.
    private func check(_ text: TemplateText, first: TemplateError?) throws {
        let (template, problems) = Template.examine(text)
        #expect(problems.first == first)
        #expect(problems.count <= 50)
        for problem in problems + template.fragments.flatMap(\.fragment.problems) {
            #expect(problem.line >= 1 && problem.column >= 1)
            #expect(!problem.message.isEmpty && !problem.hint.isEmpty)
            #expect(problem.description.utf8.count < 2000)
        }
    }

    @Test(.timeLimit(.minutes(15))) func hostileFilesEndQuickly() {
        let size = 250_000
        let bodies = [
            "[video.source]\n" + String(repeating: "! ${a} ", count: size / 7),
            "[video.source]\nx " + String(repeating: "y=${a} ", count: size / 7),
            "[video.source]\nx " + String(repeating: "\"", count: size),
            "[video.source]\nx " + String(repeating: "${", count: size / 2),
            String(repeating: "[", count: size), String(repeating: "\n", count: size),
            "[video.source]\n" + String(repeating: "a\n", count: size / 2),
            "[video.source]\nx ! " + String(repeating: "a/b, ", count: size / 5),
            "[video.source]\n" + String(repeating: "a.b ! | ", count: size / 8),
            String(repeating: "[a]\n", count: size / 4), String(repeating: "e\u{301}", count: size / 3),
            "[parameters]\n" + String(repeating: "a int 1\n", count: size / 8),
            "[template]\nmatches = " + String(repeating: "a=* ", count: size / 4),
            "[template]\nmatches = a=" + String(repeating: "*", count: size),
        ]
        for body in bodies {
            let library = TemplateLibrary([Fixtures.text("t", body)])
            _ = Template.examine(Fixtures.text("t", body)).template.fragments
            _ = library.best(matching: ["a": [String(repeating: "a", count: 100)]])
            _ = try? library.template("t").bind([:]).launchText(location: "/a", audio: true)
        }
    }

    private func use(
        _ library: TemplateLibrary,
        name: String,
        kind: TemplateKind,
        using random: inout SeededGenerator
    ) throws {
        _ = library.best(matching: ["api": ["test", "v4l2"], "format": ["video/x-raw"]])
        guard var template = try? kind == .template ? library.template(name) : library.template("test") else {
            return
        }
        for part in library.parts(kind) where part.name == name {
            for stage in Stage.allCases where template.isAuto(stage) {
                if let filled = try? template.filling(stage, with: part) { template = filled }
            }
        }
        let given = template.parameters.randomElement(using: &random).map { [$0.name: "a\" ! b"] } ?? [:]
        for values in [[:], ["device": "/dev/x"], given] {
            guard let bound = try? template.bind(values) else { continue }
            _ = bound.referenceProblems
            for stage in Stage.allCases {
                for element in bound.template.fragment(stage)?.elements ?? [] {
                    for property in element.properties { _ = bound.replaced(property.value, inCaps: false) }
                }
                guard let text = try? bound.text(stage) else { continue }
                #expect(text.utf8.count <= 262_144)
            }
            _ = try? bound.launchCommand(location: "/tmp/x", audio: true)
        }
    }

    private func mutated(_ text: String, using random: inout SeededGenerator) -> String {
        var bytes = Array(text.utf8)
        let pieces = [
            "${", "}", "\"", "\\", "!", "[", "]", "=", "\n", "$", "$$", ":frames", "auto", "# ", "choice(",
            "|", "-", "\u{0}",
            "name=sink", "extends = test", "[sink]", "${width}", "\u{FFFD}", "e\u{301}", " ", "'",
            "99999999999999999999", "\\\n", " ! video/x-raw, a={ b, c", "(", ")", " t. ", " .src",
            "gst-launch-1.0 ", " = ", "$(",
        ]
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let at = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, at + Int.random(in: 1...40, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.remove(at: at)
            case 1: bytes.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "").utf8), at: at)
            case 2: bytes.removeSubrange(at..<end)
            case 3: bytes[at] = UInt8.random(in: 0...255, using: &random)
            default:
                bytes.insert(contentsOf: bytes[at..<end], at: Int.random(in: 0...bytes.count, using: &random))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
