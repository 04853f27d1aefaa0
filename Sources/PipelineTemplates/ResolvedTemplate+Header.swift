extension ResolvedTemplate {
    /// One line about the template, for people.
    public var summary: String { header["summary"] ?? "" }

    /// The codec an encoder writes: `h264`, `aac`.
    public var encodes: String? { header["encodes"] }

    /// The codec of the pictures that a template's camera delivers coded: `h264`.
    public var delivers: String? { header["delivers"] }

    /// Whether the camera's own coded pictures are recorded: the encoder's stage is there and empty.
    public var isCoded: Bool { stage(.videoEncoder)?.text.isEmpty ?? false }

    /// Whether the template knows its camera itself, so that none is looked for.
    public var hasOwnCamera: Bool { header["camera"] == "own" }

    /// Whether an encoder runs on hardware of its own.
    public var isHardware: Bool { header["hardware"] == "yes" }

    /// The Debian package that has the elements.
    public var package: String? { header["package"] }

    /// The samples at 48 kHz an audio encoder puts before the first sample.
    public var priming: Int { header["priming"].flatMap(Int.init) ?? 0 }

    /// The number of pixels width and height must be a multiple of.
    public var alignment: Int { header["alignment"].flatMap(Int.init) ?? 2 }

    /// The file name suffixes of a container, the usual one first.
    public var suffixes: [String] { words("suffixes") }

    /// The video codecs a container takes, the default first.
    public var videoCodecs: [String] { words("video") }

    /// The audio codecs a container takes, the default first.
    public var audioCodecs: [String] { words("audio") }

    /// How a container's file is finished: `movie` (an index is written in place) or `none`.
    public var finish: String? { header["finish"] }

    private func words(_ key: String) -> [String] {
        (header[key] ?? "").split { $0 == " " || $0 == "\t" }.map(String.init)
    }
}
