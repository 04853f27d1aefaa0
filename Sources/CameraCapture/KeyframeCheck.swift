internal import GStreamer
internal import PipelineTemplates

/// Whether key frames come often enough for the files that a recording is cut into.
struct KeyframeCheck {
    let checked: CheckedTemplate

    var problems: [TemplateError] {
        guard let bound = checked.bound else { return [] }
        let segment = bound.duration("segment") ?? 0
        var problems: [TemplateError] = []
        for place in checked.places {
            guard let element = checked.node(place).element, let factory = checked.factory(of: element),
                factory.isA("Encoder"), let specifications = factory.properties
            else { continue }
            for property in element.properties {
                guard let specification = specifications.first(where: { $0.name == property.name }),
                    let (message, hint) = mistake(property, specification, factory.name, segment)
                else { continue }
                problems.append(checked.problem(place.part, property.position, message, hint))
            }
        }
        if segment > 0, let interval = bound.duration("keyframe-interval"), interval > segment,
            let row = bound.template.parameters.first(where: { $0.name == "keyframe-interval" })
        {
            problems.append(
                TemplateError(
                    file: row.origin,
                    line: row.line,
                    column: 1,
                    message:
                        "keyframe-interval is longer than segment, and a file can only begin with a key frame",
                    hint: "Make keyframe-interval \(seconds(segment)) or less."
                )
            )
        }
        return problems
    }

    private func mistake(
        _ property: LaunchProperty,
        _ specification: PropertySpecification,
        _ element: String,
        _ segment: Int64
    ) -> (String, String)? {
        let summary = specification.summary.lowercased()
        let advice = "Write ${keyframe-interval:frames}."
        if summary.contains("instead of idr"), checked.value(of: property) == "true" {
            return (
                "with \(property.name) there is no second key frame, so no second file can begin",
                "Remove it."
            )
        }
        guard KeyframeCheck.isDistance(summary), case .number = specification.kind else { return nil }
        if let parameter = checked.parameter(in: property), case .duration = parameter.type {
            guard parameter.unit != "frames" else { return nil }
            let hint = "Write ${\(parameter.name):frames}."
            return ("\(property.name) of \(element) counts frames, and this gives a time", hint)
        }
        guard segment > 0, let frames = checked.value(of: property).flatMap(Double.init) else { return nil }
        guard frames > 0 else {
            return (
                "\(property.name)=\(Number.text(frames)) leaves it to \(element) when a file can begin",
                advice
            )
        }
        let distance = frames / (checked.bound?.framerateValue ?? 30)
        guard distance > Double(segment) / 1e9 else { return nil }
        return (
            "\(Number.text(frames)) frames are longer than a segment of \(seconds(segment)), "
                + "and a file can only begin with a key frame",
            advice
        )
    }

    /// Whether a property's description is that of the distance between two key frames.
    private static func isDistance(_ summary: String) -> Bool {
        let isAboutKeyframes = ["keyframe", "key-frame", "key frame", "intra frame"].contains(
            where: summary.contains
        )
        return isAboutKeyframes && summary.contains("between") && !summary.contains("minim")
    }

    private func seconds(_ nanoseconds: Int64) -> String { "\(Number.text(Double(nanoseconds) / 1e9)) s" }
}

/// Numbers for sentences.
private enum Number {
    /// Without a fraction where there is none.
    static func text(_ number: Double) -> String { Int64(exactly: number).map(String.init) ?? "\(number)" }
}
