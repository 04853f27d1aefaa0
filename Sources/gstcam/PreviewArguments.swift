import CameraCapture

/// The arguments of `gstcam preview`, read and checked; pure.
struct PreviewArguments {
    static let table: [Option] =
        CaptureArguments.table + [
            CaptureArguments.stabilize,
            .value("--gravity", nil, "WAY", "fit with bars, fill and cut off, or stretch (fit)"),
            .flag("--mirror", nil, "turn left and right, as in a mirror"),
            .flag("--quiet", "-q", "tell failures only"),
            .flag("--verbose", "-v", "tell details"),
        ]

    private static let gravities: [(name: String, gravity: Preview.Gravity)] = [
        ("fit", .fit), ("fill", .fill), ("stretch", .stretch),
    ]

    let capture: CaptureOptions
    let gravity: Preview.Gravity
    let mirror: Bool
    let stabilization: VideoStabilization
    let quiet: Bool
    let verbose: Bool

    init(_ words: [String]) throws(CommandError) {
        let arguments = try ParsedArguments(words, table: PreviewArguments.table, command: "preview")
        if let word = arguments.operands.first {
            throw .usage("preview takes no \"\(word)\"", "Use gstcam record to make a file")
        }
        var capture = try CaptureArguments.read(arguments)
        capture.microphone = .none
        self.capture = capture
        let wish = arguments.last("--gravity") ?? "fit"
        guard let known = PreviewArguments.gravities.first(where: { $0.name == wish }) else {
            throw .usage(
                "\"\(wish)\" is no gravity",
                "Use one of: \(PreviewArguments.gravities.map(\.name).joined(separator: ", "))"
            )
        }
        gravity = known.gravity
        mirror = arguments.has("--mirror")
        stabilization = try CaptureArguments.stabilization(arguments) ?? .off
        quiet = arguments.has("--quiet")
        verbose = arguments.has("--verbose")
    }
}
