internal import Dispatch
internal import GStreamer
public import PipelineTemplates

/// Chooses an encoder by trying it: two real pictures at the real size, best candidate first.
public enum EncoderChooser {
    /// What became of one candidate.
    public struct Attempt: Sendable, Hashable {
        /// The encoder's name, which is its part's name.
        public let encoder: String
        /// The codec it writes.
        public let codec: String
        /// What it encodes: `.videoEncoder` or `.audioEncoder`.
        public let stage: Stage
        /// Whether it runs on special hardware.
        public let isHardware: Bool
        /// The Debian package that holds it, when known.
        public let package: String?
        /// The elements it needs that are not installed.
        public let missing: [String]
        /// Why it was not taken; nil when it works.
        public let problem: String?
    }

    /// An encoder that works, and what was tried before it.
    public struct Choice: Sendable {
        /// The part that holds the encoder's stage.
        public let part: ResolvedTemplate
        /// All attempts, the last of which worked.
        public let attempts: [Attempt]
    }

    /// The first candidate that works.
    /// - Parameters:
    ///   - candidates: Parts with an encoder stage, best first.
    ///   - codec: The codec wanted, such as `h264`.
    ///   - stage: `.videoEncoder` or `.audioEncoder`.
    ///   - raw: The format of what will be encoded, as caps text.
    ///   - values: Values for the parts' parameters; those that a part does not have are left out.
    ///   - template: The template that the encoder will be part of.
    /// - Returns: The encoder, and what was tried.
    /// - Throws: `CaptureError` with code `.noEncoder`, naming what could be installed, or `.badTemplate`.
    public static func choose(
        from candidates: [ResolvedTemplate],
        codec: String,
        stage: Stage,
        raw: String,
        values: [String: String],
        template: ResolvedTemplate
    ) throws(CaptureError) -> Choice {
        var attempts: [Attempt] = []
        for part in candidates where part.encodes == codec && part.stageText(stage) != nil {
            do throws(TemplateError) {
                attempts.append(try attempt(part, stage: stage, raw: raw, values: values, template: template))
            } catch {
                // A value that does not fit is the caller's mistake, not the encoder's.
                throw CaptureError(.badTemplate, error.description)
            }
            if attempts.last?.problem == nil { return Choice(part: part, attempts: attempts) }
        }
        let packages = Set(attempts.compactMap(\.package)).sorted()
        throw CaptureError(
            .noEncoder,
            "no installed encoder works for \(codec)",
            advice: packages.isEmpty
                ? "Choose another codec" : "Install one of: \(packages.joined(separator: ", "))",
            detail: attempts.map { "\($0.encoder): \($0.problem ?? "works")" }.joined(separator: "\n")
        )
    }

    /// Tries one encoder and tells what became of it.
    /// - Parameters:
    ///   - part: A part with the stage.
    ///   - stage: `.videoEncoder` or `.audioEncoder`.
    ///   - raw: The format of what will be encoded, as caps text.
    ///   - values: Values for the part's parameters; those that it does not have are left out.
    ///   - template: The template that the encoder will be part of.
    /// - Returns: The attempt.
    /// - Throws: `TemplateError` when the part and the values do not fit together.
    public static func attempt(
        _ part: ResolvedTemplate,
        stage: Stage,
        raw: String,
        values: [String: String],
        template: ResolvedTemplate
    ) throws(TemplateError) -> Attempt {
        let filled = try template.filling(stage, with: part)
        // Values for another encoder's parameters are no reason against this one.
        let known = Set(filled.parameters.map(\.name))
        let bound = try filled.bind(values.filter { known.contains($0.key) })
        let text = try bound.text(stage)
        let elements = bound.fragment(stage)?.elements.map(\.factory) ?? []
        let missing = elements.filter { !Gst.hasElement($0) }
        let source =
            stage == .videoEncoder
            ? "videotestsrc num-buffers=2 pattern=smpte" : "audiotestsrc num-buffers=8 wave=silence"
        return Attempt(
            encoder: part.name,
            codec: part.encodes ?? "",
            stage: stage,
            isHardware: part.isHardware,
            package: part.package,
            missing: missing,
            problem: missing.isEmpty
                ? trialRun("\(source) ! \(raw) ! \(text ?? "") ! fakesink name=out sync=false")
                : "\(missing.joined(separator: " and ")) is not installed"
        )
    }

    private static func trialRun(_ description: String) -> String? {
        let done = DispatchSemaphore(value: 0)
        let outcome = Outcome()
        do throws(GStreamerError) {
            let pipeline = try Pipeline(parsing: description) { message in
                switch message {
                case .endOfStream: done.signal()
                case .error(let report):
                    outcome.set(report.message)
                    done.signal()
                default: break
                }
            }
            pipeline.child(named: "out")?.pad(named: "sink")?.addBufferProbe { _ in
                outcome.count()
                return .pass
            }
            defer { try? pipeline.element.setState(.null) }
            try pipeline.element.setState(.playing)
            if done.wait(timeout: .now() + .seconds(4)) == .timedOut {
                return "it did not answer within 4 seconds"
            }
        } catch {
            return error.message
        }
        return outcome.problem
    }
}
