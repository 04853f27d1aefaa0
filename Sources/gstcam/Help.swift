/// The texts of `--help`, made from the same tables that the arguments are read with.
enum Help {
    struct Command {
        let name: String
        let usage: String
        let summary: String
        let options: [Option]
        let notes: String
    }

    static let commands = [
        Command(
            name: "record",
            usage: "gstcam record [OPTIONS] [FILE]",
            summary: "record a camera until Ctrl-C or a limit",
            options: RecordArguments.table,
            notes: """
                FILE may hold %Y%m%d-%H%M%S for the date and %i for a counter that goes on from what is there.
                Without FILE: gstcam-DATE-TIME.mp4 in this directory. The suffix chooses the container.
                An existing file is never overwritten.
                Without -d and -a the environment decides, where it is set: GSTCAM_CAMERA takes what -d takes,
                GSTCAM_MICROPHONE what -a takes, or none. A played file keeps its own sound.
                """
        ),
        Command(
            name: "preview",
            usage: "gstcam preview [OPTIONS]",
            summary: "show a camera in a window, and record nothing",
            options: PreviewArguments.table,
            notes: "Ends with Ctrl-C, or when the window is closed."
        ),
        Command(
            name: "devices",
            usage: "gstcam devices [--json] [--all]",
            summary: "list cameras and microphones",
            options: DevicesCommand.table,
            notes: "Nodes that are no cameras are shown with --all, and why."
        ),
        Command(
            name: "templates",
            usage: "gstcam templates [list|show|check|render|copy] [OPTIONS] [NAME|FILE...]",
            summary: "work with the files that say how to record",
            options: TemplatesCommand.table,
            notes: """
                list: all templates and parts, where each comes from, and what is not installed.
                show NAME: the file, what it extends, and its parameters.
                check NAME|FILE...: one line for each mistake: file:line:column: what is wrong. What to do.
                render NAME: one gst-launch-1.0 command that records what gstcam record would; Ctrl-C ends it.
                copy NAME: puts a file where your own are, to be changed, and prints its path.
                A FILE has a slash in its name, or is not one of the NAMEs. See pipelines/README.md.
                """
        ),
        Command(
            name: "encoders",
            usage: "gstcam encoders [--json]",
            summary: "list encoders, and which of them work here",
            options: EncodersCommand.table,
            notes:
                "Each is tried with two pictures, or a moment of silence; of a codec the first that works is taken."
        ),
        Command(
            name: "recover",
            usage: "gstcam recover [--keep] [--json] FILE...",
            summary: "make ordinary files of interrupted ones",
            options: RecoverCommand.table,
            notes: """
                Takes MP4, MOV, MKV, WebM and TS files, and works in place, without encoding again: everything that
                is complete stays where it is, and gets the index and the duration that a clean stop writes.
                A file that is sound already is left alone, and so is one that is still being written.
                With --keep an existing FILE.interrupted is never overwritten; it takes room for a copy.
                """
        ),
    ]

    static var overview: String {
        let width = commands.map(\.name.count).max() ?? 0
        let lines = commands.map { command in
            "  \(padded(command.name, width))  \(command.summary)"
        }
        return """
            gstcam records cameras.

            Usage: gstcam COMMAND [OPTIONS]

            \(lines.joined(separator: "\n"))

              gstcam help COMMAND   the options of a command
              gstcam --version      the version
            """
    }

    static func text(for name: String) -> String {
        guard let command = commands.first(where: { $0.name == name }) else { return overview }
        let left = command.options.map { option in
            let short = option.short.map { "\($0), " } ?? "    "
            return "  \(short)\(option.name)\(option.value.map { " \($0)" } ?? "")"
        }
        let width = left.map(\.count).max() ?? 0
        let options = zip(left, command.options).map { "\(padded($0, width))  \($1.help)" }
        let parts = [
            "Usage: \(command.usage)\n\n\(command.summary.prefix(1).uppercased())\(command.summary.dropFirst()).",
            options.joined(separator: "\n"),
            command.notes,
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
