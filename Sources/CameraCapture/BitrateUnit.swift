internal import GStreamer
internal import PipelineTemplates

/// Whether an encoder gets its bit rate in the unit that it counts in; its own description says which.
enum BitrateUnit {
    case bits
    case kilobits

    private init?(_ specification: PropertySpecification) {
        guard specification.name.contains("bitrate") || specification.name.contains("bit-rate") else {
            return nil
        }
        let summary = specification.summary.lowercased()
        if ["kbit", "kbps", "kilobit", "kb/s"].contains(where: summary.contains) {
            self = .kilobits
        } else if ["bits per second", "bits/s", "bit/s", "bps"].contains(where: summary.contains) {
            self = .bits
        } else {
            return nil
        }
    }

    /// What is wrong with the unit of a property's value, and what to write; nil when nothing is.
    static func mistake(
        _ specification: PropertySpecification,
        _ property: LaunchProperty,
        _ factory: ElementFactory,
        _ checked: CheckedTemplate
    ) -> (String, String)? {
        guard let unit = BitrateUnit(specification) else { return nil }
        let name = "\(specification.name) of \(factory.name)"
        if let parameter = checked.parameter(in: property), case .bitrate = parameter.type {
            let isKilobits = parameter.unit == "kbit"
            switch unit {
            case .kilobits where !isKilobits:
                return ("\(name) counts kbit/s, and this gives bit/s", "Write ${\(parameter.name):kbit}.")
            case .bits where isKilobits:
                return ("\(name) counts bit/s, and this gives kbit/s", "Write ${\(parameter.name)}.")
            case .bits, .kilobits: return nil
            }
        }
        guard let value = checked.value(of: property).flatMap(Int64.init), value > 0 else { return nil }
        switch unit {
        case .kilobits where value >= 100_000:
            let hint = "Write \(value / 1000), or better a parameter: ${video-bitrate:kbit}."
            return ("\(name) counts kbit/s, so this is \(value / 1000) Mbit/s", hint)
        case .bits where value < (factory.isA("Audio") ? 4_000 : 20_000):
            let parameter = factory.isA("Audio") ? "audio-bitrate" : "video-bitrate"
            let hint = "Write \(value * 1000), or better a parameter: ${\(parameter)}."
            return ("\(name) counts bit/s, so this is next to nothing", hint)
        case .bits, .kilobits: return nil
        }
    }
}
