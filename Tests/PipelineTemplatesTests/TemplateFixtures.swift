import Foundation
import PipelineTemplates

/// The shipped files and short ways to make templates for a test.
enum Fixtures {
    /// The folder `pipelines/` of this checkout.
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "pipelines")

    /// Every shipped template file.
    static func shippedTexts() throws -> [TemplateText] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().compactMap { file in
            guard TemplateText(path: file, text: "") != nil else { return nil }
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            return TemplateText(path: "pipelines/\(file)", text: text)
        }
    }

    /// A template text; errors show `NAME.pipeline`.
    static func text(_ name: String, _ body: String) -> TemplateText {
        text(name, .template, body)
    }

    /// A file's text of some kind; errors show `NAME.KIND`.
    static func text(_ name: String, _ kind: TemplateKind, _ body: String) -> TemplateText {
        TemplateText(name: name, kind: kind, origin: "\(name).\(kind.suffix)", text: body)
    }

    /// The parsed form of one template that stands alone.
    static func resolved(_ body: String) throws -> ResolvedTemplate {
        try TemplateLibrary([text("t", body)]).template("t")
    }

    /// The error of parsing a template, as it is printed; nil when there is none.
    static func problem(_ body: String, kind: TemplateKind = .template) -> String? {
        do throws(TemplateError) {
            _ = try Template.parse(text("t", kind, body))
            return nil
        } catch {
            return error.description
        }
    }

    /// One stage of a template with these parameter rows, after its values are put in.
    static func rendered(
        _ fragment: String,
        parameters: String = "",
        values: [String: String] = [:]
    ) throws -> String? {
        let body = "[parameters]\n\(parameters)\n[video.source]\n\(fragment)\n"
        return try resolved(body).bind(values).text(.videoSource)
    }

    /// The error of rendering such a stage, as it is printed; nil when there is none.
    static func renderProblem(
        _ fragment: String,
        parameters: String = "",
        values: [String: String] = [:]
    ) -> String? {
        do {
            _ = try rendered(fragment, parameters: parameters, values: values)
            return nil
        } catch {
            return "\(error)"
        }
    }
}

/// Repeatable random numbers.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
