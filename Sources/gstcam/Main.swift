import CameraCapture

/// The command: arguments in, engine calls, events out, exit code.
@main
enum Main {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        do throws(CommandError) {
            try run(words)
        } catch {
            Console.error(error.description)
            ExitCode.exit(error.exitCode)
        }
    }

    private static func run(_ words: [String]) throws(CommandError) {
        guard let first = words.first else {
            Console.print(Help.overview)
            ExitCode.exit(.usage)
        }
        let rest = Array(words.dropFirst())
        switch first {
        case "--version", "-V", "version":
            Console.print("gstcam \(Version.current)")
        case "--help", "-h", "help":
            Console.print(rest.first.map { Help.text(for: $0) } ?? Help.overview)
        case "record": try RecordCommand(parsing: rest).run()
        case "preview": try PreviewCommand(parsing: rest).run()
        case "devices": try DevicesCommand(parsing: rest).run()
        case "recover": try RecoverCommand(parsing: rest).run()
        default:
            let close = Help.commands.map(\.name).first { $0.hasPrefix(first.prefix(3)) }
            throw .usage(
                "there is no command \"\(first)\"",
                close.map { "Did you mean \($0)?" } ?? "See gstcam --help"
            )
        }
    }
}
