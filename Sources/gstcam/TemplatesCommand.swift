import CameraCapture
import PipelineTemplates

/// The command `gstcam templates`.
struct TemplatesCommand {
    static let table: [Option] = [
        .flag("--json", nil, "list, check: one JSON object on standard output"),
        .value("--set", "-p", "NAME=VALUE", "render: set a parameter of the template; may repeat"),
        .value("--output", "-o", "FILE", "render: the file to record to (NAME.mp4)"),
        .flag("--no-audio", nil, "render: record pictures only"),
        .value("--to", nil, "DIRECTORY", "copy: where to put it"),
    ]

    /// What can be done, with the options that belong to each.
    private static let actions: [String: [String]] = [
        "list": ["--json"], "show": [], "check": ["--json"], "render": ["--set", "--output", "--no-audio"],
        "copy": ["--to"],
    ]

    private let action: String
    private let names: [String]
    private let values: [String: String]
    private let arguments: ParsedArguments

    init(parsing words: [String]) throws(CommandError) {
        if words.contains("--help") || words.contains("-h") {
            Console.print(Help.text(for: "templates"))
            ExitCode.exit(.success)
        }
        arguments = try ParsedArguments(words, table: TemplatesCommand.table, command: "templates")
        values = try arguments.assignments("--set")
        action = arguments.operands.first ?? "list"
        names = Array(arguments.operands.dropFirst())
        guard let options = TemplatesCommand.actions[action] else {
            throw .unknown(
                "templates has no \"\(action)\"",
                action,
                among: TemplatesCommand.actions.keys.sorted()
            )
        }
        if let wrong = arguments.values.keys.sorted().first(where: { !options.contains($0) }) {
            throw .usage("templates \(action) has no option \(wrong)", "See gstcam help templates")
        }
        switch action {
        case "list" where !names.isEmpty:
            throw .usage("templates list takes no \"\(names[0])\"", "Leave it out")
        case "check" where names.isEmpty:
            throw .usage("templates check needs a FILE or a NAME", "Write gstcam templates check my.pipeline")
        case "show" where names.count != 1, "render" where names.count != 1, "copy" where names.count != 1:
            throw .usage("templates \(action) needs one NAME", "See gstcam templates for the names")
        default: break
        }
    }

    func run() throws(CommandError) {
        do throws(CaptureError) {
            let files = try TemplateShelf()
            switch action {
            case "show": Console.print(try files.description(of: names[0]))
            case "check": try TemplateReport(files: files, isJSON: arguments.has("--json")).check(names)
            case "render": try render(names[0], library: files.library)
            case "copy": Console.print(try copy(names[0], from: files))
            default: TemplateList(files: files).print(asJSON: arguments.has("--json"))
            }
        } catch {
            throw CommandError(error)
        }
    }

    private func render(_ name: String, library: TemplateLibrary) throws(CaptureError) {
        let rendering = try TemplateRendering(
            name,
            values: values,
            location: arguments.last("--output") ?? "\(name.split(separator: "/").last ?? "").mp4",
            withAudio: !arguments.has("--no-audio"),
            library: library
        )
        if !rendering.isComplete {
            Console.note(
                "There is no camera for \(name) here, so its parameters have their defaults: "
                    + "change them with -p, or try -p camera=test."
            )
        }
        if rendering.planned.plan.fragments.publish != nil {
            Console.note("The command records the file; publishing it at the same time is what gstcam adds.")
        }
        Console.print(rendering.command)
    }

    private func copy(_ name: String, from files: TemplateShelf) throws(CaptureError) -> String {
        let directory = arguments.last("--to") ?? TemplateFiles.userDirectory()
        return try TemplateFiles.copy(try files.text(name), to: directory)
    }
}
