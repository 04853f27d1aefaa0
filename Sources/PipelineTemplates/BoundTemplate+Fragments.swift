extension ResolvedTemplate {
    /// The parts of a stage's fragment; nil when there is none, or when it is empty or `auto`.
    package func fragment(_ stage: Stage) -> LaunchFragment? {
        guard let text = self.stage(stage), !text.text.isEmpty, !text.isAuto else { return nil }
        return LaunchReader.read(text)
    }

    /// Values for the parameters that must be given, so that the rest can be checked without them.
    package var standIns: [String: String] {
        var values: [String: String] = [:]
        for parameter in parameters where parameter.defaultValue == nil {
            values[parameter.name] = parameter.type.example
        }
        return values
    }
}

extension Template {
    /// The parts of the fragment of each stage in this file that is neither empty nor `auto`.
    package var fragments: [(stage: Stage, text: StageText, fragment: LaunchFragment)] {
        Stage.allCases.compactMap { stage in
            guard let text = stages[stage], !text.text.isEmpty, !text.isAuto else { return nil }
            return (stage, text, LaunchReader.read(text))
        }
    }
}

extension BoundTemplate {
    /// The parts of a stage's fragment, with the elements that parameters name.
    package func fragment(_ stage: Stage) -> LaunchFragment? {
        guard var fragment = template.fragment(stage) else { return nil }
        for chain in fragment.chains.indices {
            for node in fragment.chains[chain].nodes.indices {
                guard var element = fragment.chains[chain].nodes[node].element,
                    element.factory.hasPrefix("$"),
                    let factory = replaced(element.factory, inCaps: false)
                else { continue }
                element.factory = factory
                fragment.chains[chain].nodes[node].kind = .element(element)
            }
        }
        return fragment
    }

    /// Every `${...}` in the stages that has no value, or not in that unit or at that place.
    package var referenceProblems: [TemplateError] {
        var problems: [TemplateError] = []
        for stage in Stage.allCases {
            guard let fragment = template.stage(stage) else { continue }
            for case .reference(let reference) in fragment.pieces {
                do throws(TemplateError) {
                    _ = try rendered(reference, in: fragment)
                } catch {
                    problems.append(error)
                }
            }
        }
        return problems
    }

    /// A part of a fragment with its values put in; nil when a `${...}` in it has none.
    package func replaced(_ text: String, inCaps: Bool) -> String? {
        var result = ""
        for piece in FragmentReferences.cut(text) {
            switch piece {
            case .literal(let literal): result += literal
            case .reference(let name, let unit):
                let value = try? values[name]?.rendered(unit: unit, inCaps: inCaps, framerate: framerate)
                guard let value else { return nil }
                result += value
            }
        }
        return result
    }

    /// Pictures per second, as far as the template says.
    package var framerateValue: Double? { (try? framerate())?.value }
}

/// The `${...}` of a part of a fragment.
package enum FragmentReferences {
    enum Piece {
        case literal(String)
        case reference(name: String, unit: String?)
    }

    /// The names and units of all references in a text.
    package static func all(in text: String) -> [(name: String, unit: String?)] {
        cut(text).compactMap { if case .reference(let name, let unit) = $0 { (name, unit) } else { nil } }
    }

    /// Cuts a text that the fragment parser accepted.
    static func cut(_ text: String) -> [Piece] {
        var pieces: [Piece] = []
        var literal = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "$", rest.first == "$" {
                rest.removeFirst()
                literal.append("$")
            } else if scalar == "$", rest.first == "{", let close = rest.firstIndex(of: "}") {
                let inner = String(rest[rest.index(after: rest.startIndex)..<close])
                    .split(separator: ":", maxSplits: 1).map(String.init)
                if !literal.isEmpty { pieces.append(.literal(String(literal))) }
                literal = String.UnicodeScalarView()
                pieces.append(.reference(name: inner.first ?? "", unit: inner.count > 1 ? inner[1] : nil))
                rest = rest[rest.index(after: close)...]
            } else {
                literal.append(scalar)
            }
        }
        if !literal.isEmpty { pieces.append(.literal(String(literal))) }
        return pieces
    }
}
