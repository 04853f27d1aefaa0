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
        Console.flush()
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
            try help(rest.first)
        case "record": try RecordCommand(parsing: rest).run()
        case "preview": try PreviewCommand(parsing: rest).run()
        case "devices": try DevicesCommand(parsing: rest).run()
        case "templates": try TemplatesCommand(parsing: rest).run()
        case "encoders": try EncodersCommand(parsing: rest).run()
        case "recover": try RecoverCommand(parsing: rest).run()
        default:
            throw .unknown("there is no command \"\(first)\"", first, among: Help.commands.map(\.name))
        }
    }

    private static func help(_ topic: String?) throws(CommandError) {
        let known = Help.commands.map(\.name)
        guard let topic else { return Console.print(Help.overview) }
        guard known.contains(topic) else {
            throw .usage("there is no help on \"\(topic)\"", "There is on: \(known.joined(separator: ", "))")
        }
        Console.print(Help.text(for: topic))
    }
}
