extension BoundTemplate {
    /// The gst-launch text that records to `location`, without the program's own parts.
    ///
    /// With a parameter `segment` above zero the files are numbered: `NAME-%05d.SUFFIX`.
    public func launchText(location: String, audio: Bool) throws(TemplateError) -> String {
        var chains = [
            try chain([.videoSource, .videoFilter, .videoStabilizer, .videoEncoder], to: "sink.video")
        ]
        if audio, template.stageText(.audioSource) != nil {
            chains.append(try chain([.audioSource, .audioEncoder], to: "sink.audio_0"))
        }
        chains.append(try sinkText(location: location))
        return chains.joined(separator: "  ")
    }

    /// The same as one shell command that `bash -c` runs as it is.
    public func launchCommand(location: String, audio: Bool) throws(TemplateError) -> String {
        let words = launchWords(try launchText(location: location, audio: audio))
        return (["gst-launch-1.0", "-e"] + words.map(shellQuoted)).joined(separator: " ")
    }

    /// The stages in their order with a queue behind the source and behind the encoder.
    private func chain(_ stages: [Stage], to pad: String) throws(TemplateError) -> String {
        var links: [String] = []
        for (index, stage) in stages.enumerated() {
            guard let text = try ready(stage) else {
                guard index > 0 else { throw missing(stage) }
                continue
            }
            links.append(text)
            if index == 0 { links.append("queue") }
        }
        return (links + ["queue", pad]).joined(separator: " ! ")
    }

    /// The sink with muxer and file name put behind `name=sink`.
    private func sinkText(location: String) throws(TemplateError) -> String {
        guard !location.isEmpty, !location.utf8.contains(0) else {
            throw TemplateError(
                file: template.origin,
                message: "\(shown(location)) is no file name",
                hint: "Give the path of the file to record to."
            )
        }
        guard let text = try ready(.sink) else { throw missing(.sink) }
        var settings = ["name=sink"]
        if let muxer = try ready(.muxer) { settings.append("muxer=\(gstDescriptionValue(muxer))") }
        settings.append("location=\(gstValue(fileNameFormat(location)))")
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        return words.map { $0 == "name=sink" ? settings.joined(separator: " ") : String($0) }
            .joined(separator: " ")
    }

    /// splitmuxsink reads its location as a printf format; `%%` is a percent sign.
    private func fileNameFormat(_ location: String) -> String {
        let scalars = Array(location.unicodeScalars)
        var numberAt: Int?
        if let segment = duration("segment"), segment > 0 {
            let name = scalars.lastIndex(of: "/").map { $0 + 1 } ?? 0
            numberAt = scalars[name...].lastIndex(of: ".").flatMap { $0 > name ? $0 : nil } ?? scalars.count
        }
        var format = String.UnicodeScalarView()
        for index in 0...scalars.count {
            if index == numberAt { format.append(contentsOf: "-%05d".unicodeScalars) }
            guard index < scalars.count else { break }
            if scalars[index] == "%" { format.append("%") }
            format.append(scalars[index])
        }
        return String(format)
    }

    private func ready(_ stage: Stage) throws(TemplateError) -> String? {
        if template.isAuto(stage), let place = template.stage(stage) {
            throw TemplateError(
                file: place.origin,
                line: place.line,
                column: 1,
                message: "[\(stage.rawValue)] is auto and nothing filled it",
                hint: "Choose a part for it, or write a fragment."
            )
        }
        return try text(stage)
    }

    private func missing(_ stage: Stage) -> TemplateError {
        TemplateError(
            file: template.origin,
            message: "\(template.name) has no [\(stage.rawValue)]",
            hint: "Write the stage, or extend a template that has it."
        )
    }
}

/// The words of a launch text; double and single quotes keep blanks together.
func launchWords(_ text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in text.unicodeScalars {
        if quote == nil, !isEscaped, scalar == " " {
            if !word.isEmpty { words.append(String(word)) }
            word = String.UnicodeScalarView()
            continue
        }
        if isEscaped {
            isEscaped = false
        } else if scalar == "\\" {
            isEscaped = true
        } else if let open = quote {
            if scalar == open { quote = nil }
        } else if scalar == "\"" || scalar == "'", word.isEmpty || word.last == "=" {
            quote = scalar
        }
        word.append(scalar)
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
}
