import CameraCapture

/// The command `gstcam encoders`.
struct EncodersCommand {
    static let table: [Option] = [.flag("--json", nil, "one JSON object on standard output")]

    private let json: Bool

    init(parsing words: [String]) throws(CommandError) {
        if words.contains("--help") || words.contains("-h") {
            Console.print(Help.text(for: "encoders"))
            ExitCode.exit(.success)
        }
        let arguments = try ParsedArguments(words, table: EncodersCommand.table, command: "encoders")
        guard arguments.operands.isEmpty else {
            throw .usage("encoders takes no \"\(arguments.operands[0])\"", "Leave it out")
        }
        json = arguments.has("--json")
    }

    func run() throws(CommandError) {
        do throws(CaptureError) {
            let attempts = try EncoderSurvey.attempts(in: TemplateFiles.library())
            if json { return JSONLine.print(EncoderList(encoders: attempts.map(EncoderList.Entry.init))) }
            list(attempts)
        } catch {
            throw CommandError(error)
        }
    }

    private func list(_ attempts: [EncoderChooser.Attempt]) {
        let width = attempts.map(\.encoder.count).max() ?? 0
        var codec = ""
        for attempt in attempts {
            if attempt.codec != codec { Console.print("\(attempt.codec):") }
            codec = attempt.codec
            let hardware = attempt.isHardware ? "hardware  " : "          "
            let outcome = attempt.problem.map { problem in
                let package = attempt.missing.isEmpty ? nil : attempt.package
                return problem + (package.map { "; the package is \($0)" } ?? "")
            }
            Console.print("  \(Help.padded(attempt.encoder, width))  \(hardware)\(outcome ?? "works")")
        }
    }
}

/// The JSON form of the list.
private struct EncoderList: Encodable {
    struct Entry: Encodable {
        let name: String
        let codec: String
        let kind: String
        let hardware: Bool
        let works: Bool
        let missing: [String]
        let package: String?
        let problem: String?

        init(_ attempt: EncoderChooser.Attempt) {
            name = attempt.encoder
            codec = attempt.codec
            kind = attempt.stage == .videoEncoder ? "video" : "audio"
            hardware = attempt.isHardware
            works = attempt.problem == nil
            missing = attempt.missing
            package = attempt.package
            problem = attempt.problem
        }
    }

    let encoders: [Entry]
}
