internal import GStreamer
internal import PipelineTemplates

/// Whether every element and property exists, takes its value, and is named once.
struct ElementCheck {
    let checked: CheckedTemplate
    let packages: ElementPackages
    /// The Debian package that the file itself names.
    let package: String?

    /// More would not be read, and each costs a search among all names.
    private static let mostProblems = 50

    var problems: [TemplateError] {
        var problems = muxerProblems
        for place in checked.places where problems.count < ElementCheck.mostProblems {
            switch checked.node(place).kind {
            case .element(let element): problems += self.problems(of: element, at: place)
            case .reference(let name): problems += unknownName(name, at: place).map { [$0] } ?? []
            case .caps: break
            }
        }
        return problems
    }

    private func problems(of element: LaunchElement, at place: CheckedTemplate.Place) -> [TemplateError] {
        // A parameter without a value names no element yet.
        if element.factory.hasPrefix("$") { return [] }
        guard let factory = checked.factory(of: element) else {
            return [missing(element.factory, at: place)] + duplicateName(element, at: place)
        }
        guard let properties = factory.properties else { return duplicateName(element, at: place) }
        return element.properties.compactMap { property in
            // Properties of an element's children are known only when they are made.
            guard !property.name.contains("::") else { return nil }
            let name = property.name.replacing("_", with: "-")
            guard let specification = properties.first(where: { $0.name == name }) else {
                return unknownProperty(property, of: element, among: properties, at: place)
            }
            guard let (message, hint) = mistake(specification, property, factory) else { return nil }
            return checked.problem(place.part, property.position, message, hint)
        } + duplicateName(element, at: place)
    }

    private func mistake(
        _ specification: PropertySpecification,
        _ property: LaunchProperty,
        _ factory: ElementFactory
    ) -> (String, String)? {
        let name = "\(specification.name) of \(factory.name)"
        guard specification.isWritable else {
            return ("\(name) can only be read", "Remove it.")
        }
        if let replacement = replacement(for: specification) {
            return ("\(name) is deprecated and may do nothing", "Use \(replacement) instead.")
        }
        if factory.isA("Encoder"),
            let mistake = BitrateUnit.mistake(specification, property, factory, checked)
        {
            return mistake
        }
        guard let value = checked.value(of: property), specification.kind != .other,
            let answer = factory.answer(of: specification.name, to: value)
        else { return nil }
        switch (answer, specification.kind) {
        case (.fits, _): return nil
        case (.outOfRange, .number(let range)):
            return ("\(value) is out of the range of \(name)", "It takes \(range).")
        case (_, .number(let range)):
            let isText = property.value.contains("${") && value.hasPrefix("\"")
            let type = isText ? " Give the parameter the type int, or fraction and write ${NAME:float}." : ""
            return ("\(shown(value)) is no number, and \(name) needs one", "It takes \(range).\(type)")
        case (_, .boolean):
            return ("\(shown(value)) is neither true nor false, as \(name) must be", "Write true or false.")
        case (_, .choice(let words)), (_, .flags(let words)):
            let closest = closestName(to: value, among: words).map { "Did you mean \(shown($0))? " } ?? ""
            return ("\(shown(value)) is no value of \(name)", closest + knownNames(words))
        case (_, .caps):
            return (
                "\(shown(value)) is no media format, as \(name) must be", "Write for example video/x-raw."
            )
        case (_, .text), (_, .other): return nil
        }
    }

    /// What GStreamer itself says to use instead; one that is only old still works.
    private func replacement(for specification: PropertySpecification) -> String? {
        let words = specification.summary.split { !$0.isLetter && !$0.isNumber && $0 != "-" }
        guard words.contains(where: { $0.lowercased() == "deprecated" }),
            let use = words.firstIndex(where: { $0.lowercased() == "use" })
        else { return nil }
        return words[(use + 1)...].first { $0.lowercased() != "the" }.map(String.init)
    }

    private func unknownProperty(
        _ property: LaunchProperty,
        of element: LaunchElement,
        among properties: [PropertySpecification],
        at place: CheckedTemplate.Place
    ) -> TemplateError {
        let known = properties.filter { $0.isWritable && $0.name != "parent" }.map(\.name)
        return checked.problem(
            place.part,
            property.position,
            "\(element.factory) has no property \(shown(property.name))",
            nameHint(for: property.name, among: known)
        )
    }

    private func missing(_ name: String, at place: CheckedTemplate.Place) -> TemplateError {
        if let advice = packages.advice(for: name) ?? package.map({ "Install \($0)." }) {
            return checked.problem(place, "the element \(name) is not here", advice)
        }
        let closest = closestName(to: name, among: packages.names + ElementFactory.installedNames)
        let hint =
            closest.map { "Did you mean \(shown($0))?" }
            ?? PackageLists.likelyPackage(of: name).map { "It may be in the package \($0)." }
            ?? "The command gst-inspect-1.0 lists the elements."
        return checked.problem(place, "there is no element \(shown(name))", hint)
    }

    // MARK: - Names

    private func duplicateName(_ element: LaunchElement, at place: CheckedTemplate.Place) -> [TemplateError] {
        guard let name = element.name, let first = checked.place(of: name, from: place), first != place else {
            return []
        }
        let line = checked.node(first).position.line
        return [
            checked.problem(
                place,
                "two elements are called \(shown(name))",
                "Give one of them another name; the first is on line \(line) of "
                    + "\(checked.parts[first.part].text.origin)."
            )
        ]
    }

    private func unknownName(_ name: String, at place: CheckedTemplate.Place) -> TemplateError? {
        // Without a name of its own an element is called after its factory, with a number.
        let factory = String(name.reversed().drop { $0.isNumber }.reversed())
        let isCounted = checked.parts.contains { $0.fragment.elements.contains { $0.factory == factory } }
        guard !checked.isPart, checked.place(of: name, from: place) == nil, factory == name || !isCounted
        else { return nil }
        return checked.problem(
            place,
            "no element is called \(shown(name))",
            checked.elementNames.isEmpty
                ? "Write name=\(name) behind the element that is meant."
                : nameHint(for: name, among: checked.elementNames)
        )
    }

    /// A muxer is handed to the file writer as one element.
    private var muxerProblems: [TemplateError] {
        checked.parts.indices.compactMap { index in
            let part = checked.parts[index]
            guard part.stage == .muxer, let first = part.fragment.chains.first?.nodes.first else {
                return nil
            }
            if part.fragment.chains.count > 1 || part.fragment.chains[0].nodes.count > 1 {
                let second = part.fragment.chains.flatMap(\.nodes).dropFirst().first ?? first
                return checked.problem(
                    index,
                    second.position,
                    "a muxer stage holds one element",
                    "Leave only the muxer; parsers belong to the encoder stages."
                )
            }
            guard let element = first.element, let factory = checked.factory(of: element),
                !factory.isA("Muxer")
            else { return nil }
            return checked.problem(
                index,
                first.position,
                "\(element.factory) is no muxer",
                "Write a muxer, for example mp4mux or matroskamux."
            )
        }
    }
}
