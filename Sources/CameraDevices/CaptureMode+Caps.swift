import GStreamer
import PipelineTemplates

extension CaptureMode {
    /// The modes that an element's caps stand for.
    static func modes(in caps: [CapsStructure]) -> [CaptureMode] {
        var seen = Set<CaptureMode>()
        return caps.flatMap { modes(in: $0) }.filter { seen.insert($0).inserted }
    }

    private static func modes(in structure: CapsStructure) -> [CaptureMode] {
        // Alternating fields come as half pictures, which nothing here puts together.
        if case .string("alternate")? = structure["interlace-mode"] { return [] }
        guard let width = structure["width"].flatMap(Extent.init),
            let height = structure["height"].flatMap(Extent.init)
        else { return [] }
        let (rates, isRange) = structure["framerate"].map(framerates) ?? ([], false)
        return formats(structure["format"]).map { format in
            CaptureMode(
                mediaType: structure.name,
                format: format,
                width: width,
                height: height,
                framerates: rates,
                isFramerateRange: isRange
            )
        }
    }

    private static func formats(_ value: CapsValue?) -> [String?] {
        switch value {
        case .string(let format)?: [format]
        case .list(let values)?: values.flatMap { formats($0) }
        default: [nil]
        }
    }

    private static func framerates(_ value: CapsValue) -> ([Fraction], Bool) {
        switch value {
        case .fraction(let numerator, let denominator):
            return ([Fraction(numerator: numerator, denominator: denominator)].compactMap(\.self), false)
        case .fractionRange(let minimum, let maximum):
            let ends = [minimum, maximum].compactMap { Fraction(numerator: $0[0], denominator: $0[1]) }
            return (ends, true)
        case .list(let values):
            return (values.flatMap { framerates($0).0 }, false)
        default:
            return ([], false)
        }
    }
}

extension CaptureMode.Extent {
    fileprivate init?(_ value: CapsValue) {
        switch value {
        case .integer(let number): self.init(minimum: Int(number), maximum: Int(number))
        case .integerRange(let minimum, let maximum, let step):
            self.init(minimum: Int(minimum), maximum: Int(maximum), step: Int(step))
        default: return nil
        }
    }
}
