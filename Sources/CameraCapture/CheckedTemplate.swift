internal import GStreamer
internal import PipelineTemplates

/// A template taken apart for the checks: its fragments, what their elements are, and its values.
struct CheckedTemplate {
    /// One stage.
    struct Part {
        let stage: Stage
        let text: StageText
        let fragment: LaunchFragment
    }

    /// Where a node is.
    struct Place: Hashable {
        var part: Int
        var chain: Int
        var node: Int
    }

    let parts: [Part]
    /// All nodes in the order of the text.
    let places: [Place]
    /// Whether it is one stage for templates that are not known here.
    let isPart: Bool
    /// The values; nil for a file that could not be put together.
    let bound: BoundTemplate?
    private let standIns: Set<String>
    private let factories: [String: ElementFactory]
    /// Where the named elements are; the stand-in for the camera has names of its own.
    private let names: [Name: Place]

    private struct Name: Hashable {
        let text: String
        let isOfStandIn: Bool
    }

    /// Only the stages of the file itself, without values.
    init(_ template: Template) {
        let parts = template.fragments.map { Part(stage: $0.stage, text: $0.text, fragment: $0.fragment) }
        self.init(parts: parts, bound: nil, standIns: [], isPart: template.kind != .template)
    }

    /// A template's stages, or one of them.
    init(_ template: ResolvedTemplate, bound: BoundTemplate?, only stage: Stage?) {
        let stages = stage.map { [$0] } ?? Stage.allCases
        let parts = stages.compactMap { stage in
            (bound?.fragment(stage) ?? template.fragment(stage)).flatMap { fragment in
                template.stage(stage).map { Part(stage: stage, text: $0, fragment: fragment) }
            }
        }
        self.init(parts: parts, bound: bound, standIns: Set(template.standIns.keys), isPart: stage != nil)
    }

    private init(parts: [Part], bound: BoundTemplate?, standIns: Set<String>, isPart: Bool) {
        self.isPart = isPart
        self.parts = parts
        places = parts.indices.flatMap { part in
            parts[part].fragment.chains.indices.flatMap { chain in
                parts[part].fragment.chains[chain].nodes.indices.map {
                    Place(part: part, chain: chain, node: $0)
                }
            }
        }
        self.bound = bound
        self.standIns = standIns
        var factories: [String: ElementFactory] = [:]
        for element in parts.flatMap(\.fragment.elements) where factories[element.factory] == nil {
            factories[element.factory] = ElementFactory(named: element.factory)
        }
        self.factories = factories
        var names: [Name: Place] = [:]
        for place in places {
            let part = parts[place.part]
            let node = part.fragment.chains[place.chain].nodes[place.node]
            guard let text = node.element?.name else { continue }
            let name = Name(text: text, isOfStandIn: part.stage == .videoTest)
            if names[name] == nil { names[name] = place }
        }
        self.names = names
    }

    // MARK: - Nodes

    func node(_ place: Place) -> LaunchNode { chain(place).nodes[place.node] }

    func chain(_ place: Place) -> LaunchChain { parts[place.part].fragment.chains[place.chain] }

    /// Where the element of a name is, as seen from another place.
    func place(of name: String, from place: Place) -> Place? {
        names[Name(text: name, isOfStandIn: parts[place.part].stage == .videoTest)]
    }

    /// The names of all elements.
    var elementNames: [String] { Set(names.keys.map(\.text)).sorted() }

    func factory(of element: LaunchElement) -> ElementFactory? { factories[element.factory] }

    /// The factory of the element at a place, also behind a reference to it; nil when it is not known.
    func factory(at place: Place) -> ElementFactory? {
        switch node(place).kind {
        case .element(let element): factories[element.factory]
        case .reference(let name):
            self.place(of: name, from: place).flatMap { node($0).element }.flatMap { factories[$0.factory] }
        case .caps: nil
        }
    }

    /// What data comes from, across the stages; nil at a beginning.
    func upstream(of place: Place) -> Place? {
        if place.node > 0 { return Place(part: place.part, chain: place.chain, node: place.node - 1) }
        if case .reference(let name) = node(place).kind { return self.place(of: name, from: place) }
        guard place.chain == 0, let before = stageBefore(parts[place.part].stage),
            let part = parts.lastIndex(where: {
                before.contains($0.stage) && $0.stage != parts[place.part].stage
            }),
            part < place.part, let last = parts[part].fragment.chains.last
        else { return nil }
        return Place(part: part, chain: parts[part].fragment.chains.count - 1, node: last.nodes.count - 1)
    }

    /// The stages that can come before one.
    private func stageBefore(_ stage: Stage) -> [Stage]? {
        switch stage {
        case .videoFilter: [.videoSource]
        case .videoStabilizer: [.videoSource, .videoFilter]
        case .videoEncoder: [.videoSource, .videoFilter, .videoStabilizer]
        case .audioEncoder: [.audioSource]
        case .videoSource, .videoTest, .audioSource, .muxer, .sink, .publish, .preview: nil
        }
    }

    // MARK: - Values

    /// The names of all parameters that the stages use.
    var references: Set<String> { CheckedTemplate.references(in: parts.map(\.text.text)) }

    /// The names of all parameters in some fragments.
    static func references(in texts: [String]) -> Set<String> {
        Set(texts.flatMap { FragmentReferences.all(in: $0).map(\.name) })
    }

    /// A property's value as GStreamer reads it; nil when it is not known before somebody gives a parameter.
    func value(of property: LaunchProperty) -> String? {
        guard let bound,
            !FragmentReferences.all(in: property.value).contains(where: { standIns.contains($0.name) })
        else { return nil }
        return bound.replaced(property.value, inCaps: false).map(launchValue)
    }

    /// A node's text with its values.
    func text(at place: Place) -> String? {
        let node = node(place)
        let isCaps = if case .caps = node.kind { true } else { false }
        return bound?.replaced(node.text, inCaps: isCaps)
    }

    /// The format that a node of caps, or a capsfilter, lets through.
    func caps(at place: Place) -> Caps? {
        switch node(place).kind {
        case .caps: return text(at: place).flatMap { try? Caps(parsing: $0) }
        case .element(let element) where element.factory == "capsfilter":
            let property = element.properties.last { $0.name == "caps" }
            return property.flatMap(value).flatMap { try? Caps(parsing: $0) }
        case .element, .reference: return nil
        }
    }

    /// The parameter that is a property's whole value, with its type.
    func parameter(in property: LaunchProperty) -> (name: String, unit: String?, type: ParameterType)? {
        let references = FragmentReferences.all(in: property.value)
        guard references.count == 1, property.value.hasPrefix("${"), property.value.hasSuffix("}"),
            let type = bound?.template.parameters.first(where: { $0.name == references[0].name })?.type
        else { return nil }
        return (references[0].name, references[0].unit, type)
    }

    func problem(_ part: Int, _ position: Position, _ message: String, _ hint: String) -> TemplateError {
        TemplateError(
            file: parts[part].text.origin,
            line: position.line,
            column: position.column,
            message: message,
            hint: hint
        )
    }

    func problem(_ place: Place, _ message: String, _ hint: String) -> TemplateError {
        problem(place.part, node(place).position, message, hint)
    }
}
