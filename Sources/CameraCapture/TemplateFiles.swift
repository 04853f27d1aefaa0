internal import Glibc
public import PipelineTemplates

/// Finds template files: the user's own first, then the installed ones, then the copy inside this program.
public enum TemplateFiles {
    /// A library of every template and part that can be found.
    public static func library() -> TemplateLibrary {
        TemplateLibrary(directories().flatMap(texts(in:)) + embedded)
    }

    /// The template that a command-line argument means: a file when it names one, else one of the library.
    /// - Throws: `CaptureError` with code `.badTemplate` or `.unreadableFile`.
    public static func template(
        _ argument: String,
        in library: TemplateLibrary
    ) throws(CaptureError) -> ResolvedTemplate {
        do throws(TemplateError) {
            guard argument.contains("/") || argument.hasSuffix(".pipeline") else {
                return try library.template(argument)
            }
            guard let text = Directory.text(of: argument) else {
                throw TemplateError(
                    file: argument,
                    line: 0,
                    column: 0,
                    message: "it cannot be read",
                    hint: "Check the name"
                )
            }
            return try library.resolve(
                Template.parse(TemplateText(name: argument, kind: .template, origin: argument, text: text))
            )
        } catch {
            throw CaptureError(.badTemplate, error.description)
        }
    }

    /// The directories that are searched, first choice first.
    public static func directories() -> [String] {
        let home = Environment.value("HOME") ?? "/"
        let listed = Environment.value("GSTCAM_PIPELINES_PATH")?.split(separator: ":").map(String.init) ?? []
        let configuration = Environment.value("XDG_CONFIG_HOME") ?? home + "/.config"
        let data = (Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":")
        var result = listed + [configuration + "/gstcam/pipelines"]
        if let executable = Directory.resolve("/proc/self/exe") {
            var parent = executable.split(separator: "/").dropLast()
            result.append("/" + parent.dropLast().joined(separator: "/") + "/share/gstcam/pipelines")
            // In a checkout the program lies below the directory that holds Package.swift.
            while !parent.isEmpty {
                let root = "/" + parent.joined(separator: "/")
                if access(root + "/Package.swift", R_OK) == 0, access(root + "/pipelines", R_OK) == 0 {
                    result.append(root + "/pipelines")
                    break
                }
                parent = parent.dropLast()
            }
        }
        return result + data.map { $0 + "/gstcam/pipelines" }
    }

    private static func texts(in directory: String) -> [TemplateText] {
        Directory.names(in: directory).compactMap { file in
            let path = "\(directory)/\(file)"
            guard TemplateText(path: path, text: "") != nil, let text = Directory.text(of: path) else {
                return nil
            }
            return TemplateText(path: path, text: text)
        }
    }

    /// The copy inside this program; a test compares it with the directory.
    static let embedded: [TemplateText] = EmbeddedPipelines.files.compactMap { file, bytes in
        TemplateText(path: "built-in/\(file)", text: String(decoding: bytes, as: UTF8.self))
    }
}
