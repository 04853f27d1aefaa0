import CameraCapture
import PipelineTemplates

/// The command `gstcam templates check`: one line for each finding.
struct TemplateReport {
    private struct Entry: Encodable {
        let file: String
        let line: Int
        let column: Int
        let severity: String
        let message: String
        let hint: String
    }

    private struct Whole: Encodable { let findings: [Entry] }

    let files: TemplateShelf
    let isJSON: Bool

    /// Prints what is wrong in all files; throws when something is.
    func check(_ arguments: [String]) throws(CaptureError) {
        var findings: [Finding] = []
        for argument in arguments {
            let new = files.checker.check(try files.text(argument)).filter { !findings.contains($0) }
            findings += new
            if isJSON { continue }
            for finding in new { Console.print(finding.description) }
            if new.isEmpty { Console.print("\(argument): nothing is wrong") }
        }
        if isJSON { JSONLine.print(Whole(findings: findings.map(TemplateReport.entry))) }
        let errors = findings.count { $0.severity == .error }
        guard errors == 0 else {
            let noun = errors == 1 ? "1 mistake was" : "\(errors) mistakes were"
            throw CaptureError(.badTemplate, "\(noun) found", advice: "Mend what the lines above say")
        }
    }

    private static func entry(_ finding: Finding) -> Entry {
        Entry(
            file: finding.problem.file,
            line: finding.problem.line,
            column: finding.problem.column,
            severity: finding.severity.rawValue,
            message: finding.problem.message,
            hint: finding.problem.hint
        )
    }
}
