internal import GStreamer
public import PipelineTemplates

/// Finds what is wrong in template files, down to the elements and values that this machine's GStreamer has.
///
/// Nothing is opened and nothing is recorded.
public struct TemplateChecker: Sendable {
    private let library: TemplateLibrary
    private let packages: ElementPackages

    /// Starts GStreamer and gets ready.
    /// - Parameter library: What the files that are checked may extend.
    /// - Throws: `CaptureError` with code `.missingElement` when GStreamer does not start.
    public init(library: TemplateLibrary) throws(CaptureError) {
        try Engine.start()
        self.library = library
        packages = ElementPackages(TemplateFiles.elementList)
    }

    /// Everything that is wrong or odd in a file and in what it extends, in the order of the lines.
    public func check(_ text: TemplateText) -> [Finding] {
        let (template, problems) = Template.examine(text)
        var errors = problems
        var checked = CheckedTemplate(template)
        if problems.isEmpty {
            do throws(TemplateError) {
                checked = try whole(template)
                errors += checked.bound?.referenceProblems ?? []
            } catch {
                errors.append(error)
            }
        }
        errors += checked.parts.flatMap(\.fragment.problems)
        let isReadable = errors.isEmpty
        errors +=
            ElementCheck(checked: checked, packages: packages, package: template.header["package"])
            .problems
        if isReadable {
            errors += EncoderCheck(checked: checked).problems + KeyframeCheck(checked: checked).problems
            errors += BranchCheck(checked: checked).problems
            if errors.isEmpty { errors += LinkCheck(checked: checked).problems }
        }
        let warnings = errors.isEmpty ? unusedParameters(of: template, in: checked) : []
        return sorted(
            errors.map { Finding(.error, $0) } + warnings.map { Finding(.warning, $0) },
            own: text.origin
        )
    }

    /// The elements that a template or part needs and that are not installed.
    public func missingElements(of template: ResolvedTemplate) -> [String] {
        var missing: [String] = []
        let bound = try? template.bind(template.standIns)
        for element in Stage.allCases.compactMap({ bound?.fragment($0) }).flatMap(\.elements)
        where !missing.contains(element.factory) && !Gst.hasElement(element.factory) {
            missing.append(element.factory)
        }
        return missing
    }

    /// What to do to get an element; nil when nothing is known about it.
    public func advice(for element: String) -> String? { packages.advice(for: element) }

    /// A template with all it extends; a part in the place that it has in `base`, so that its parameters are known.
    private func whole(_ template: Template) throws(TemplateError) -> CheckedTemplate {
        let resolved = try library.resolve(template)
        guard template.kind != .template,
            let stage = template.kind.stages.first(where: { resolved.stageText($0) != nil })
        else {
            return CheckedTemplate(resolved, bound: try resolved.bind(resolved.standIns), only: nil)
        }
        let filled = try library.template("base").filling(stage, with: resolved)
        return CheckedTemplate(filled, bound: try filled.bind(filled.standIns), only: stage)
    }

    /// Parameters of the file itself that neither a stage nor a part of the library uses.
    private func unusedParameters(of template: Template, in checked: CheckedTemplate) -> [TemplateError] {
        let kinds: [TemplateKind] = template.kind == .template ? [.encoder, .container, .microphone] : []
        let used = kinds.flatMap(library.parts).reduce(into: checked.references) { names, part in
            names.formUnion(CheckedTemplate.references(in: Stage.allCases.compactMap(part.stageText)))
        }
        // The program itself asks for these.
        let known = (try? library.template("base"))?.parameters.map(\.name) ?? []
        return template.parameters.filter { !used.contains($0.name) && !known.contains($0.name) }.map {
            parameter in
            TemplateError(
                file: parameter.origin,
                line: parameter.line,
                column: 1,
                message: "the parameter \(parameter.name) is used nowhere",
                hint: nameHint(for: parameter.name, among: known)
            )
        }
    }

    private func sorted(_ findings: [Finding], own: String) -> [Finding] {
        var seen: Set<Finding> = []
        return findings.filter { seen.insert($0).inserted }.sorted { first, second in
            let (left, right) = (first.problem, second.problem)
            if (left.file == own) != (right.file == own) { return left.file == own }
            return (left.file, left.line, left.column) < (right.file, right.line, right.column)
        }
    }
}
