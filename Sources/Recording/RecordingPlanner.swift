internal import GStreamer
public import PipelineTemplates

/// A recording with every choice made: the plan for the engine, and what was chosen, for people.
public struct PlannedRecording: Sendable {
    /// The plan.
    public let plan: RecordingPlan
    /// The container's name.
    public let container: String
    /// The video encoder's name; nil when the template has its own encoder stage.
    public let videoEncoder: String?
    /// The audio encoder's name; nil without sound, or when the template has its own stage.
    public let audioEncoder: String?
    /// Encoders that were tried, and what became of them.
    public let attempts: [EncoderChooser.Attempt]
    /// The template with every stage and value in place.
    public let template: BoundTemplate
    /// How the shake is taken out of the pictures, `auto` included; nil for the template's own way, if it has one.
    public let stabilization: VideoStabilization?

    /// The share of width and of height that a preview leaves out to show what is recorded.
    public var crop: Double { stabilization.map { $0 != .off } ?? false ? VideoStabilization.crop : 0 }
}

extension RecordingSource {
    /// Chooses container and encoders and works out the recording's plan.
    ///
    /// Each encoder is tried with two pictures, which takes some hundredths of a second.
    /// - Throws: `CaptureError` with code `.usage`, `.noEncoder` or `.badTemplate`.
    package func plan(_ options: RecordingOptions) throws(CaptureError) -> PlannedRecording {
        let container = try self.container(options)
        if template.isCoded { try checkCoded(options, container: container) }
        let stabilization = try self.stabilization(options)
        let wanted = values(adding: requestedValues(options), for: template)
        let video = try videoEncoder(options, container: container, values: wanted)
        let audio = try audioEncoder(options, container: container, values: wanted)
        do throws(TemplateError) {
            var filled = template
            if let video { filled = try filled.filling(.videoEncoder, with: video.part) }
            if let audio { filled = try filled.filling(.audioEncoder, with: audio.part) }
            if filled.isAuto(.muxer) { filled = try filled.filling(.muxer, with: container) }
            let size = outputSize(multipleOf: video?.part.alignment ?? 2)
            var chosen = requestedValues(options)
            chosen["output-width"] = "\(size.width)"
            chosen["output-height"] = "\(size.height)"
            let bound = try filled.bind(values(adding: chosen, for: filled))
            return PlannedRecording(
                plan: try recordingPlan(
                    options,
                    stabilization: stabilization,
                    bound: bound,
                    container: container,
                    priming: audio?.part.priming
                ),
                container: container.name,
                videoEncoder: video?.part.name,
                audioEncoder: audio?.part.name,
                attempts: (video?.attempts ?? []) + (audio?.attempts ?? []),
                template: bound,
                stabilization: stabilization
            )
        } catch {
            throw CaptureError(.badTemplate, error.description)
        }
    }

    /// A camera that codes its pictures itself leaves little to wish for.
    private func checkCoded(_ options: RecordingOptions, container: ResolvedTemplate) throws(CaptureError) {
        let codec = template.delivers ?? "coded pictures"
        let wish =
            options.isMirrored
            ? "they cannot be mirrored"
            : ![nil, .off, .auto].contains(options.stabilization)
                ? "they cannot be steadied"
                : options.videoCodec.map { $0 == codec ? "" : "they cannot be recorded as \($0)" } ?? ""
        guard wish.isEmpty else {
            throw CaptureError(
                .usage,
                "\(name) delivers \(codec), which is recorded as it is, so \(wish)",
                advice: "Choose a template that decodes, or another mode of the camera"
            )
        }
        guard let delivered = template.delivers, !container.videoCodecs.contains(delivered) else { return }
        throw CaptureError(
            .usage,
            "\(container.name) files cannot hold the \(delivered) of \(name)",
            advice: "Use another container, such as mkv"
        )
    }

    /// How the pictures are steadied; what chooses for itself does nothing where nothing can be done.
    private func stabilization(_ options: RecordingOptions) throws(CaptureError) -> VideoStabilization? {
        guard let wanted = options.stabilization, wanted != .off else { return options.stabilization }
        let size = outputSize(multipleOf: 2)
        let isSupported = VideoStabilization.supports(width: size.width, height: size.height)
        guard wanted != .auto else {
            if isSteadied { return .off }
            return isSupported && !template.isCoded ? wanted : nil
        }
        guard isSupported else {
            throw CaptureError(
                .usage,
                "pictures of \(size.width)x\(size.height) cannot be steadied",
                advice: "Choose a size from 160x90 to 3840x2160, or do without stabilization"
            )
        }
        return wanted
    }

    private func requestedValues(_ options: RecordingOptions) -> [String: String] {
        var values: [String: String] = [:]
        if let bitrate = options.videoBitrate { values["video-bitrate"] = "\(bitrate)" }
        if let bitrate = options.audioBitrate { values["audio-bitrate"] = "\(bitrate)" }
        let times = [
            ("segment", options.segment), ("fragment", options.fragment),
            ("keyframe-interval", options.keyframeInterval),
        ]
        for (name, time) in times {
            if let time { values[name] = "\(Double(time.nanoseconds) / 1e6)ms" }
        }
        return values
    }

    private func recordingPlan(
        _ options: RecordingOptions,
        stabilization: VideoStabilization?,
        bound: BoundTemplate,
        container: ResolvedTemplate,
        priming: Int?
    ) throws(TemplateError) -> RecordingPlan {
        func required(_ stage: Stage) throws(TemplateError) -> String {
            guard let text = try bound.text(stage) else {
                throw TemplateError(
                    file: template.origin,
                    message: "the stage \(stage.rawValue) is missing",
                    hint: "Extend base, which has it"
                )
            }
            return text
        }
        let audioFormat = options.recordsAudio ? audio : nil
        let audio = try audioFormat == nil ? nil : bound.text(.audioEncoder)
        let stabilizer = try bound.text(.videoStabilizer)
        let mirror = options.isMirrored ? "videoconvert ! videoflip video-direction=horiz" : nil
        let filter = [mirror, try bound.text(.videoFilter)].compactMap(\.self).joined(separator: " ! ")
        let fragment = bound.value("fragment").flatMap { try? Quantity.duration($0) } ?? 0
        var plan = RecordingPlan(
            fragments: .init(
                videoFilter: filter.isEmpty ? nil : filter,
                videoStabilizer: stabilization.map(\.recordingFragment) ?? stabilizer,
                videoEncoder: template.isCoded ? nil : try required(.videoEncoder),
                audioEncoder: audio,
                muxer: try required(.muxer),
                sink: try required(.sink),
                publish: try bound.text(.publish)
            ),
            naming: FileNaming(
                pattern: options.pattern,
                severalFiles: options.segment != nil || options.isOneOfSeveral
            ),
            finishesInPlace: container.finish == "movie",
            audio: audio == nil ? nil : audioFormat,
            audioPriming: priming ?? 0,
            frameDuration: ClockTime(
                nanoseconds: Int64(
                    1e9 * Double(framerate.denominator) / Double(max(1, framerate.numerator))
                )
            ),
            limits: .init(
                duration: options.duration,
                size: options.maximumSize,
                minimumFree: options.minimumFree
            ),
            deviceName: name,
            tags: options.tags,
            bridgesGaps: options.gapPolicy == .continue
        )
        // A file grows by whole fragments.
        plan.growthPatience = max(plan.growthPatience, ClockTime(nanoseconds: 3 * min(fragment, .max / 3)))
        return plan
    }

    // MARK: - Choices

    private func container(_ options: RecordingOptions) throws(CaptureError) -> ResolvedTemplate {
        let all = library.parts(.container)
        let name = options.pattern.split(separator: "/").last ?? ""
        let suffix = name.contains(".") ? name.split(separator: ".").last.map { $0.lowercased() } : nil
        if let wanted = options.container ?? suffix,
            let found = all.first(where: { $0.name == wanted || $0.suffixes.contains(wanted) })
        {
            return found
        }
        let known = all.map(\.name).joined(separator: ", ")
        throw CaptureError(
            .usage,
            options.container.map { "there is no container \"\($0)\"" }
                ?? "the name \(options.pattern) does not say which container is wanted",
            advice: "Use one of: \(known)"
        )
    }

    private func videoEncoder(
        _ options: RecordingOptions,
        container: ResolvedTemplate,
        values: [String: String]
    ) throws(CaptureError) -> EncoderChooser.Choice? {
        guard template.isAuto(.videoEncoder) else { return nil }
        let wanted = try options.videoEncoder.map { name throws(CaptureError) in try encoder(name).encodes }
        let codec = try codec(
            options.videoCodec ?? wanted ?? nil,
            among: container.videoCodecs,
            container: container.name
        )
        let size = outputSize(multipleOf: 2)
        return try EncoderChooser.choose(
            from: try options.videoEncoder.map { name throws(CaptureError) in [try encoder(name)] }
                ?? library.parts(.encoder),
            codec: codec,
            stage: .videoEncoder,
            raw:
                "video/x-raw, format=I420, width=\(size.width), height=\(size.height), framerate=\(framerate)",
            values: values,
            template: template
        )
    }

    /// The video encoder of a name.
    private func encoder(_ name: String) throws(CaptureError) -> ResolvedTemplate {
        let all = library.parts(.encoder).filter { $0.stageText(.videoEncoder) != nil }
        if let found = all.first(where: { $0.name == name }) { return found }
        throw CaptureError(
            .usage,
            "there is no video encoder \"\(name)\"",
            advice: "Use one of: \(all.map(\.name).sorted().joined(separator: ", "))"
        )
    }

    private func audioEncoder(
        _ options: RecordingOptions,
        container: ResolvedTemplate,
        values: [String: String]
    ) throws(CaptureError) -> EncoderChooser.Choice? {
        guard let audioFormat = audio, options.recordsAudio, template.isAuto(.audioEncoder) else {
            return nil
        }
        let codec = try codec(options.audioCodec, among: container.audioCodecs, container: container.name)
        return try EncoderChooser.choose(
            from: library.parts(.encoder),
            codec: codec,
            stage: .audioEncoder,
            raw: audioFormat.caps,
            values: values,
            template: template
        )
    }

    private func codec(
        _ wanted: String?,
        among offered: [String],
        container: String
    ) throws(CaptureError) -> String {
        guard let wanted else {
            guard let first = offered.first else {
                throw CaptureError(.badTemplate, "the container \(container) names no codec")
            }
            return first
        }
        guard offered.contains(wanted) else {
            let known = Set(library.parts(.encoder).compactMap(\.encodes)).sorted()
            guard known.contains(wanted) else {
                throw CaptureError(
                    .usage,
                    "no encoder writes \"\(wanted)\"",
                    advice: "Use one of: \(offered.joined(separator: ", ")); gstcam encoders lists them all"
                )
            }
            throw CaptureError(
                .usage,
                "\(container) files cannot hold \(wanted)",
                advice: "Use one of: \(offered.joined(separator: ", ")), or another container"
            )
        }
        return wanted
    }
}
