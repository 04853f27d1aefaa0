/// What a template file describes; it is told by the file's suffix.
public enum TemplateKind: String, CaseIterable, Sendable, Hashable {
    /// A whole pipeline, `NAME.pipeline`.
    case template = "pipeline"
    /// One video or audio encoder, `NAME.encoder`.
    case encoder
    /// One container format, `NAME.container`.
    case container
    /// One kind of microphone, `NAME.microphone`.
    case microphone

    /// The kind that has this file name suffix, written with or without its dot.
    public init?(suffix: String) {
        self.init(rawValue: suffix.hasPrefix(".") ? String(suffix.dropFirst()) : suffix)
    }

    /// The suffix of such a file, without a dot.
    public var suffix: String { rawValue }

    /// The stages such a file may hold.
    public var stages: [Stage] {
        switch self {
        case .template: Stage.allCases
        case .encoder: [.videoEncoder, .audioEncoder]
        case .container: [.muxer]
        case .microphone: [.audioSource]
        }
    }

    /// The keys its `[template]` section may hold.
    var headerKeys: [String] {
        switch self {
        case .template: ["summary", "extends", "matches", "priority", "delivers", "camera"]
        case .encoder: ["summary", "encodes", "hardware", "priority", "package", "priming", "alignment"]
        case .container: ["summary", "priority", "package", "suffixes", "video", "audio", "finish"]
        case .microphone: ["summary", "priority", "package", "matches"]
        }
    }

    /// The keys its `[template]` section must hold.
    var requiredHeaderKeys: [String] {
        switch self {
        case .encoder: ["encodes"]
        case .container: ["suffixes"]
        case .template, .microphone: []
        }
    }

    /// The word used for it in messages.
    var noun: String {
        switch self {
        case .template: "template"
        case .encoder, .container, .microphone: rawValue
        }
    }

    /// The word with its article.
    var article: String { self == .encoder ? "an encoder file" : "a \(noun) file" }
}
