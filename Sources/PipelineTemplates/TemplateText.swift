/// The text of one template file and where it came from.
public struct TemplateText: Sendable, Hashable {
    /// The name others use for it: `base`, `x264enc`.
    public let name: String
    /// What the file describes.
    public let kind: TemplateKind
    /// The path shown in errors.
    public let origin: String
    /// The file's content.
    public let text: String

    /// A file's text under a given name.
    public init(name: String, kind: TemplateKind, origin: String, text: String) {
        self.name = name
        self.kind = kind
        self.origin = origin
        self.text = text
    }

    /// A file's text, with name and kind taken from the last part of `path`; nil for another suffix.
    public init?(path: String, text: String) {
        let file = path.split(separator: "/").last ?? ""
        guard let dot = file.lastIndex(of: "."), dot > file.startIndex,
            let kind = TemplateKind(suffix: String(file[file.index(after: dot)...]))
        else { return nil }
        self.init(name: String(file[..<dot]), kind: kind, origin: path, text: text)
    }
}
