/// All template files that were found, by kind and name.
public struct TemplateLibrary: Sendable {
    /// The longest chain of `extends`.
    static let deepestChain = 16

    /// What is wrong in the files that do not parse.
    public let errors: [TemplateError]

    private let files: [TemplateKind: [String: Result<Template, TemplateError>]]

    /// Parses all texts; of several with one kind and name the first counts.
    ///
    /// A file that does not parse is kept as an error and reported when it is used.
    public init(_ texts: [TemplateText]) {
        var files: [TemplateKind: [String: Result<Template, TemplateError>]] = [:]
        var errors: [TemplateError] = []
        for text in texts where files[text.kind]?[text.name] == nil {
            do throws(TemplateError) {
                files[text.kind, default: [:]][text.name] = .success(try Template.parse(text))
            } catch {
                files[text.kind, default: [:]][text.name] = .failure(error)
                errors.append(error)
            }
        }
        self.files = files
        self.errors = errors
    }

    /// The names of all templates, sorted; those of files that do not parse are among them.
    public var names: [String] { names(.template) }

    /// The names of all files of a kind, sorted.
    public func names(_ kind: TemplateKind) -> [String] {
        (files[kind] ?? [:]).keys.sorted()
    }

    /// The template called `name` with everything it extends.
    public func template(_ name: String) throws(TemplateError) -> ResolvedTemplate {
        try resolve(try find(name, .template), visited: [name])
    }

    /// The encoder, container or microphone called `name`.
    public func part(_ kind: TemplateKind, named name: String) throws(TemplateError) -> ResolvedTemplate {
        try resolve(try find(name, kind), visited: [name])
    }

    /// A template that was read from elsewhere, with everything it extends.
    public func resolve(_ template: Template) throws(TemplateError) -> ResolvedTemplate {
        try resolve(template, visited: [])
    }

    /// All files of a kind that can be used, by priority (highest first), then name.
    public func parts(_ kind: TemplateKind) -> [ResolvedTemplate] {
        var parts: [ResolvedTemplate] = []
        for name in names(kind) {
            if let part = try? part(kind, named: name) { parts.append(part) }
        }
        return parts.sorted { ($1.priority, $0.name) < ($0.priority, $1.name) }
    }

    /// All files of a kind that parse, without what they extend.
    func parsed(_ kind: TemplateKind) -> [Template] {
        (files[kind] ?? [:]).values.compactMap { try? $0.get() }
    }

    private func find(_ name: String, _ kind: TemplateKind) throws(TemplateError) -> Template {
        if let file = files[kind]?[name] { return try file.get() }
        let known = names(kind)
        let closest = closestName(to: name, among: known).map { "Did you mean \(shown($0))? " } ?? ""
        throw TemplateError(
            file: name,
            message: "there is no \(kind.noun) of this name",
            hint: closest + knownNames(known)
        )
    }

    private func resolve(_ template: Template, visited: Set<String>) throws(TemplateError) -> ResolvedTemplate
    {
        var chain = [template]
        var visited = visited
        while let child = chain.last, let parent = child.extends {
            let problem = { (message: String, hint: String) in
                TemplateError(
                    file: child.origin,
                    line: child.extendsPosition.line,
                    column: child.extendsPosition.column,
                    message: message,
                    hint: hint
                )
            }
            guard visited.insert(parent).inserted else {
                throw problem("extends comes back to \(shown(parent))", "Let one of them extend another.")
            }
            guard chain.count < Self.deepestChain else {
                let hint = "At most \(Self.deepestChain) templates build on each other."
                throw problem("extends goes on too long", hint)
            }
            guard let file = files[child.kind]?[parent] else {
                let known = names(child.kind).filter { $0 != child.name }
                let hint = nameHint(for: parent, among: known)
                throw problem("there is no template \(shown(parent))", hint)
            }
            chain.append(try file.get())
        }
        return ResolvedTemplate(chain: chain.reversed(), leaf: template)
    }
}
