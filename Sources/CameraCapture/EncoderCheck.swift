internal import GStreamer
internal import PipelineTemplates

/// Whether encoders get pictures that every player can show, and whether muxers get parsed streams.
struct EncoderCheck {
    let checked: CheckedTemplate

    private static let playable: Set<String> = ["I420", "YV12", "NV12", "NV21"]

    var problems: [TemplateError] {
        checked.places.flatMap { place -> [TemplateError] in
            guard let element = checked.node(place).element, let factory = checked.factory(of: element),
                factory.isA("Encoder")
            else { return [] }
            return [formatProblem(of: factory, at: place), parserProblem(of: factory, at: place)]
                .compactMap(\.self)
        } + copyProblems
    }

    // MARK: - Format

    private func formatProblem(of factory: ElementFactory, at place: CheckedTemplate.Place) -> TemplateError?
    {
        guard factory.isA("Video"), let taken = factory.formats(.sink).flatMap(EncoderCheck.formats),
            !taken.isSubset(of: EncoderCheck.playable)
        else { return nil }
        var isConverted = false
        var current = checked.upstream(of: place)
        while let before = current {
            if let caps = checked.caps(at: before), let formats = EncoderCheck.formats(caps) {
                guard let wrong = formats.subtracting(EncoderCheck.playable).min() else { return nil }
                return checked.problem(
                    before,
                    "\(factory.name) gets pictures in the format \(wrong), which few players show",
                    "Write format=I420, with videoconvert before it."
                )
            }
            if case .element(let element) = checked.node(before).kind, element.factory != "capsfilter" {
                // What is not known cannot be judged.
                guard let other = checked.factory(of: element) else { return nil }
                isConverted = EncoderCheck.converts(other)
                if isConverted || !EncoderCheck.isTransparent(other) { break }
            }
            current = checked.upstream(of: before)
        }
        let caps = "video/x-raw, format=I420 !"
        return checked.problem(
            place,
            "\(factory.name) gets pictures in whatever format comes; in 4:2:2 or 4:4:4 few players show them",
            "Write \(isConverted ? caps : "videoconvert ! \(caps)") before it."
        )
    }

    /// The raw formats that caps name; nil when they name none.
    private static func formats(_ caps: Caps) -> Set<String>? {
        var found: Set<String> = []
        for structure in caps.structures where structure.name == "video/x-raw" {
            switch structure["format"] {
            case .string(let format): found.insert(format)
            case .list(let formats):
                for case .string(let format) in formats { found.insert(format) }
            default: break
            }
        }
        return found.isEmpty ? nil : found
    }

    private static func converts(_ factory: ElementFactory) -> Bool {
        factory.isA("Converter") && (!factory.isA("Scaler") || factory.isA("Colorspace"))
    }

    private static func isTransparent(_ factory: ElementFactory) -> Bool {
        !["Source", "Decoder", "Demuxer", "Parser", "Encoder"].contains(where: factory.isA)
    }

    // MARK: - Parser

    private func parserProblem(of factory: ElementFactory, at place: CheckedTemplate.Place) -> TemplateError?
    {
        let nodes = checked.chain(place).nodes
        for index in (place.node + 1)..<max(nodes.count, place.node + 1) {
            let next = CheckedTemplate.Place(part: place.part, chain: place.chain, node: index)
            guard let other = checked.factory(at: next) else { continue }
            if other.isA("Muxer") { break }
            if !["Generic", "Capsfilter"].contains(where: other.isA) || other.isA("Bin") { return nil }
        }
        let stage = checked.parts[place.part].stage
        let endsAtMuxer = stage == .videoEncoder || stage == .audioEncoder
        let reachesMuxer = nodes.indices.last.map { last in
            checked.factory(at: .init(part: place.part, chain: place.chain, node: last))?.isA("Muxer")
                ?? false
        }
        guard endsAtMuxer || reachesMuxer == true, !factory.isA("Image"), let caps = factory.formats(.source),
            let parser = EncoderCheck.parser(for: caps)
        else { return nil }
        return unparsed(factory.name, place, parser)
    }

    private func unparsed(_ writer: String, _ place: CheckedTemplate.Place, _ parser: String) -> TemplateError
    {
        checked.problem(
            place,
            "nothing parses what \(writer) writes before it goes into the file",
            "Write ! \(parser) behind it."
        )
    }

    /// A source that is encoded already and goes into the file as it is.
    private var copyProblems: [TemplateError] {
        let isCopied = checked.bound?.template.stage(.videoEncoder)?.text.isEmpty == true
        guard isCopied, let part = checked.parts.firstIndex(where: { $0.stage == .videoSource }),
            let last = checked.parts[part].fragment.chains.last
        else { return [] }
        for index in last.nodes.indices.reversed() {
            let place = CheckedTemplate.Place(
                part: part,
                chain: checked.parts[part].fragment.chains.count - 1,
                node: index
            )
            if let factory = checked.factory(at: place) {
                if factory.isA("Generic") { continue }
                guard factory.isA("Encoder"), let caps = factory.formats(.source),
                    let parser = EncoderCheck.parser(for: caps)
                else { return [] }
                return [unparsed(factory.name, place, parser)]
            }
            guard let caps = checked.caps(at: place), let type = caps.structures.first?.name,
                !type.hasPrefix("image/"), type != "video/x-raw", let parser = EncoderCheck.parser(for: caps)
            else { continue }
            return [
                checked.problem(
                    place,
                    "nothing parses the camera's \(type) before it goes into the file",
                    "Write ! \(parser) behind it."
                )
            ]
        }
        return []
    }

    /// The parser that GStreamer would choose for a coded format; nil when there is none.
    private static func parser(for caps: Caps) -> String? {
        guard !caps.isAny else { return nil }
        return ElementFactory.parsers(for: caps).first { $0.formats(.sink)?.isAny == false }?.name
    }
}
