internal import Glibc
public import PipelineTemplates

/// Finds template files: the user's own first, then the installed ones, then the copy inside this program.
public enum TemplateFiles {
    /// A library of every template and part that can be found.
    public static func library() -> TemplateLibrary {
        TemplateLibrary(texts())
    }

    /// Every template and part that can be found; of several with one kind and name the first counts.
    public static func texts() -> [TemplateText] {
        directories().flatMap(texts(in:)) + embedded
    }

    /// Where a user's own templates go.
    public static func userDirectory() -> String {
        let configuration =
            Environment.value("XDG_CONFIG_HOME") ?? (Environment.value("HOME") ?? "/") + "/.config"
        return configuration + "/gstcam/pipelines"
    }

    /// The list of elements and their Debian packages, `elements.list`.
    package static var elementList: String {
        for directory in directories() {
            if let text = Directory.text(of: "\(directory)/\(EmbeddedPipelines.elementList)") { return text }
        }
        let bytes = EmbeddedPipelines.files.first { $0.name == EmbeddedPipelines.elementList }?.bytes ?? []
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text of a file that an argument names: a path with a known suffix.
    /// - Parameter path: The file's path.
    /// - Returns: The text under the file's name.
    /// - Throws: `CaptureError` with code `.unreadableFile`.
    public static func text(of path: String) throws(CaptureError) -> TemplateText {
        guard let content = Directory.text(of: path) else {
            throw CaptureError(.unreadableFile, "\(path) cannot be read", advice: "Check the name")
        }
        return TemplateText(path: path, text: content)
            ?? TemplateText(name: path, kind: .template, origin: path, text: content)
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
        let listed = Environment.value("GSTCAM_PIPELINES_PATH")?.split(separator: ":").map(String.init) ?? []
        let data = (Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":")
        var result = listed + [userDirectory()]
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

    /// Writes a file's text into a directory, which is made when it is not there.
    /// - Parameters:
    ///   - text: The file.
    ///   - directory: Where it goes.
    /// - Returns: The new file's path.
    /// - Throws: `CaptureError` with code `.fileExists`, `.cannotCreateFile` or `.writeFailed`.
    public static func copy(_ text: TemplateText, to directory: String) throws(CaptureError) -> String {
        var made = directory.hasPrefix("/") ? "" : "."
        for name in directory.split(separator: "/") {
            made += "/\(name)"
            mkdir(made, 0o777)
        }
        let path = "\(directory)/\(text.name.split(separator: "/").last ?? "").\(text.kind.suffix)"
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard file >= 0 else {
            guard errno != EEXIST else {
                throw CaptureError(
                    .fileExists,
                    "\(path) exists already and is never overwritten",
                    advice: "Change that one, or choose another directory with --to"
                )
            }
            throw CaptureError(
                .cannotCreateFile,
                "\(path) cannot be created: \(String(cString: strerror(errno)))",
                advice: "Choose another directory with --to"
            )
        }
        defer { close(file) }
        var bytes = Array(text.text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count > 0 else {
                unlink(path)
                throw CaptureError(
                    .writeFailed,
                    "\(path) cannot be written: \(String(cString: strerror(errno)))"
                )
            }
            bytes = bytes.dropFirst(count)
        }
        return path
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
    package static let embedded: [TemplateText] = EmbeddedPipelines.files.compactMap { file, bytes in
        TemplateText(path: "built-in/\(file)", text: String(decoding: bytes, as: UTF8.self))
    }
}
