import CameraCapture
import PipelineTemplates

/// An end of the command with a sentence and an exit code.
struct CommandError: Error, CustomStringConvertible {
    let exitCode: ExitCode
    let description: String
    var detail = ""

    static func usage(_ what: String, _ advice: String) -> CommandError {
        CommandError(exitCode: .usage, description: sentence(what, advice))
    }

    /// A word that means nothing: the closest known one, or all of them.
    static func unknown(_ what: String, _ word: String, among known: [String]) -> CommandError {
        let list = "Use one of: \(known.joined(separator: ", "))"
        return .usage(what, closestName(to: word, among: known).map { "Did you mean \($0)?" } ?? list)
    }

    init(exitCode: ExitCode, description: String) {
        self.exitCode = exitCode
        self.description = description
    }

    init(_ error: CaptureError) {
        exitCode = ExitCode(error.code)
        description = error.description
        detail = error.detail
    }

    private static func sentence(_ what: String, _ advice: String) -> String {
        let end = advice.hasSuffix("?") || advice.hasSuffix(".") ? "" : "."
        return "\(what). \(advice)\(end)"
    }
}
