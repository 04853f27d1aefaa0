internal import GStreamer
internal import PipelineTemplates

/// Whether neighbours can be linked, within a stage and from one stage to the next.
///
/// GStreamer links them, since only the elements themselves know what they pass on; nothing leaves the state NULL, so
/// no device is opened.
struct LinkCheck {
    let checked: CheckedTemplate

    /// A node with its text, and how it follows the one before.
    private struct Piece {
        let place: CheckedTemplate.Place
        let text: String
        var glue: String

        var isCaps = false
        /// The element that a reference means.
        var reference: String?
        /// The name that it gives to an element.
        var name: String?
    }

    private static let groups: [[[Stage]]] = [
        [[.videoSource, .videoFilter, .videoStabilizer, .videoEncoder], [.audioSource, .audioEncoder]],
        [[.videoTest, .videoFilter, .videoStabilizer, .videoEncoder]], [[.preview]], [[.muxer]], [[.sink]],
        [[.publish]],
    ]
    /// Longer templates are not put together, since each trial makes all their elements.
    private static let mostPieces = 200

    var problems: [TemplateError] {
        guard checked.bound != nil, checked.places.count <= LinkCheck.mostPieces else { return [] }
        return LinkCheck.groups.flatMap { group in
            runs(group.flatMap(pieces)).compactMap(problem)
        }
    }

    // MARK: - Text

    private func pieces(of stages: [Stage]) -> [Piece] {
        var pieces: [Piece] = []
        var isBehindGap = true
        for stage in stages {
            guard let part = checked.parts.firstIndex(where: { $0.stage == stage }) else {
                // An empty stage is passed through; what the program will choose is not known.
                isBehindGap = isBehindGap || checked.bound?.template.isAuto(stage) == true
                continue
            }
            guard !checked.parts[part].fragment.hasBins else {
                isBehindGap = true
                continue
            }
            for place in checked.places where place.part == part {
                guard let text = checked.text(at: place) else { continue }
                let isFirst = place.chain == 0 && place.node == 0
                let link = isFirst && !isBehindGap && !pieces.isEmpty ? " ! queue ! " : "  "
                var piece = Piece(place: place, text: text, glue: place.node > 0 ? " ! " : link)
                switch checked.node(place).kind {
                case .caps: piece.isCaps = true
                case .reference(let name): piece.reference = name
                case .element(let element): piece.name = element.name
                }
                pieces.append(piece)
            }
            isBehindGap = false
        }
        return pieces
    }

    /// The pieces between elements that are not installed.
    private func runs(_ pieces: [Piece]) -> [[Piece]] {
        let isMissing = { (piece: Piece) in
            if let name = piece.reference { return checked.place(of: name, from: piece.place) == nil }
            return checked.node(piece.place).element.map { checked.factory(of: $0) == nil } ?? false
        }
        guard pieces.contains(where: isMissing) else { return pieces.isEmpty ? [] : [pieces] }
        return pieces.split(whereSeparator: { isMissing($0) || $0.reference != nil }).map { run in
            var run = Array(run)
            run[0].glue = "  "
            return run
        }
    }

    /// The launch text of the first pieces, ending in something that caps can end in.
    private func text(_ pieces: ArraySlice<Piece>, probe: String? = nil) -> String {
        var result = ""
        for (index, piece) in pieces.enumerated() {
            let follows = index > 0 && piece.glue != "  "
            if index > 0, !follows, pieces[pieces.startIndex + index - 1].isCaps { result += " ! identity" }
            if index > 0 { result += piece.glue }
            if !follows, piece.isCaps { result += "identity ! " }
            result += piece.text
        }
        if let probe { return "\(result) ! identity name=\(probe)" }
        return pieces.last?.isCaps == true ? "\(result) ! identity" : result
    }

    // MARK: - Failures

    private func problem(of pieces: [Piece]) -> TemplateError? {
        guard let failure = failure(pieces[...]) else { return nil }
        var known: Set<String> = []
        for end in pieces.indices {
            if let name = pieces[end].name { known.insert(name) }
            let wanted = pieces[...end].compactMap(\.reference)
            guard known.isSuperset(of: wanted), let message = self.failure(pieces[...end]) else { continue }
            return explanation(pieces[..<end], pieces[end], message)
        }
        return checked.problem(
            pieces[0].place,
            "the stages cannot be put together",
            "GStreamer says: \(failure)."
        )
    }

    /// What GStreamer says against a text; nil when it takes it.
    private func failure(_ pieces: ArraySlice<Piece>) -> String? {
        do throws(GStreamerError) {
            _ = try Element(parsing: text(pieces))
            return nil
        } catch {
            return error.message
        }
    }

    private func explanation(_ before: ArraySlice<Piece>, _ piece: Piece, _ message: String) -> TemplateError
    {
        let name = shortName(piece.place)
        guard piece.glue != "  ", let last = before.last else {
            return checked.problem(piece.place, "\(name) cannot be made", "GStreamer says: \(message).")
        }
        let taken = checked.caps(at: piece.place) ?? checked.factory(at: piece.place)?.formats(.sink)
        guard let taken else {
            return checked.problem(
                piece.place,
                "\(name) takes nothing in, so nothing can be linked to it",
                "Write it on a line without a ! before it, or remove it."
            )
        }
        guard let given = givenFormats(before), let difference = given.difference(from: taken) else {
            return checked.problem(
                piece.place,
                "\(name) cannot be linked to \(shortName(last.place))",
                "GStreamer says: \(message)."
            )
        }
        let (taker, giver) = ("\(name) \(piece.isCaps ? "take" : "takes")", shortName(last.place))
        guard let field = difference.field else {
            return checked.problem(
                piece.place,
                "\(taker) \(difference.second), but \(difference.first) comes from \(giver)",
                LinkCheck.hint(from: difference.first, to: difference.second)
            )
        }
        return checked.problem(
            piece.place,
            "\(taker) \(field)=\(difference.second), but \(field)=\(difference.first) comes from \(giver)",
            LinkCheck.hint(field: field, isSound: given.structures.first?.name.hasPrefix("audio/") == true)
        )
    }

    /// What comes out of the last of some pieces.
    private func givenFormats(_ pieces: ArraySlice<Piece>) -> Caps? {
        let probe = "gstcam-check"
        let bin = try? Element(parsing: text(pieces, probe: probe))
        return bin?.child(named: probe)?.pad(named: "sink")?.peer?.queryCaps()
    }

    private func shortName(_ place: CheckedTemplate.Place) -> String {
        switch checked.node(place).kind {
        case .element(let element): element.factory
        case .reference(let name): name
        case .caps: "the caps"
        }
    }

    // MARK: - Advice

    private static func hint(field: String, isSound: Bool) -> String {
        switch field {
        case "format" where isSound: "Write audioconvert ! between them."
        case "format", "colorimetry", "chroma-site": "Write videoconvert ! between them."
        case "width", "height", "pixel-aspect-ratio": "Write videoscale ! between them."
        case "framerate": "Write videorate ! between them."
        case "rate": "Write audioresample ! between them."
        case "channels", "layout", "channel-mask": "Write audioconvert ! between them."
        case "memory": "Write the element that copies between the two memories, or leave (memory:...) out."
        default: "Make both the same, or write a converter between them."
        }
    }

    private static func hint(from given: String, to taken: String) -> String {
        if given.hasPrefix("video/x-bayer") { return "Write bayer2rgb ! videoconvert ! between them." }
        if given.hasPrefix("image/jpeg"), taken.hasPrefix("video/x-raw") {
            return "Write jpegdec ! between them."
        }
        if [given, taken].contains("audio/x-raw"), [given, taken].contains("video/x-raw") {
            return "Sound belongs to the audio stages and pictures to the video stages."
        }
        if given.hasPrefix("video/x-raw") || given.hasPrefix("audio/x-raw") {
            return "Write an encoder between them, or another element."
        }
        return taken.contains("/x-raw")
            ? "Write a decoder between them, for example decodebin !."
            : "Write what changes one into the other between them."
    }
}
