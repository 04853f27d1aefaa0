package import PipelineTemplates

/// What a recording is made of: the pictures and the sound that come, and the template they go through.
package struct RecordingSource: Sendable {
    /// The camera's name, for sentences.
    package let name: String
    /// The pictures' size in pixels.
    package let width: Int
    package let height: Int
    package let framerate: Fraction
    /// The format of the sound; nil for none.
    package let audio: AudioFormat?
    /// Whether the camera takes the shake out of its pictures itself.
    package var isSteadied = false
    package let template: ResolvedTemplate
    /// The containers and encoders to choose from.
    package let library: TemplateLibrary
    /// What else is known of the devices, under the names of the template's parameters.
    private let facts: [String: String]
    /// The values that somebody set for the template's parameters.
    private let values: [String: String]

    /// Samples per second of all sound that is recorded.
    package static let audioRate = 48_000

    package init(
        name: String,
        width: Int,
        height: Int,
        framerate: Fraction,
        audio: AudioFormat?,
        template: ResolvedTemplate,
        library: TemplateLibrary,
        facts: [String: String] = [:],
        values: [String: String] = [:]
    ) {
        self.name = name
        self.width = width
        self.height = height
        self.framerate = framerate
        self.audio = audio
        self.template = template
        self.library = library
        self.facts = facts
        self.values = values
    }

    /// Values for the parameters that describe devices and pictures; parameters that a template lacks are left out.
    package func values(
        adding more: [String: String] = [:],
        for template: ResolvedTemplate
    ) -> [String: String] {
        let size = outputSize(multipleOf: 2)
        var all = [
            "width": "\(width)",
            "height": "\(height)",
            "framerate": "\(framerate)",
            "output-width": "\(size.width)",
            "output-height": "\(size.height)",
            "audio-rate": "\(RecordingSource.audioRate)",
        ]
        if let audio { all["audio-channels"] = "\(audio.channels)" }
        let known = Set(template.parameters.map(\.name))
        return all.merging(facts) { $1 }.merging(more) { $1 }.filter { known.contains($0.key) }
            .merging(values) { $1 }
    }

    /// The picture's size with both sides rounded down to what an encoder takes.
    func outputSize(multipleOf alignment: Int) -> (width: Int, height: Int) {
        let alignment = max(2, alignment)
        return (width / alignment * alignment, height / alignment * alignment)
    }
}
