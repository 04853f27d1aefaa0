public import PipelineTemplates

/// What became of every encoder that there is a file for.
public enum EncoderSurvey {
    /// Tries all encoders with two pictures of 1280x720, or a moment of silence; takes some seconds.
    ///
    /// - Parameter library: Where the encoders come from.
    /// - Returns: The attempts by stage and codec, the encoder that would be taken first before the others.
    /// - Throws: `CaptureError` with code `.missingElement` or `.badTemplate`.
    public static func attempts(
        in library: TemplateLibrary
    ) throws(CaptureError) -> [EncoderChooser.Attempt] {
        try Engine.start()
        do throws(TemplateError) {
            let base = try library.template("base")
            var attempts: [EncoderChooser.Attempt] = []
            for (stage, raw) in [(Stage.videoEncoder, picture), (.audioEncoder, sound)] {
                let parts = library.parts(.encoder).filter { $0.stageText(stage) != nil }
                var codecs: [String] = []
                for codec in parts.compactMap(\.encodes) where !codecs.contains(codec) {
                    codecs.append(codec)
                }
                for codec in codecs.sorted() {
                    for part in parts where part.encodes == codec {
                        attempts.append(
                            try EncoderChooser.attempt(
                                part,
                                stage: stage,
                                raw: raw,
                                values: [:],
                                template: base
                            )
                        )
                    }
                }
            }
            return attempts
        } catch {
            throw CaptureError(.badTemplate, error.description)
        }
    }

    private static let picture = "video/x-raw, format=I420, width=1280, height=720, framerate=30/1"
    private static let sound = AudioFormat(rate: RecordingSource.audioRate, channels: 2).caps
}
