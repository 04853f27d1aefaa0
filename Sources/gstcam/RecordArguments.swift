import CameraCapture
import GStreamer
import PipelineTemplates

/// The arguments of `gstcam record`, read and checked; pure.
struct RecordArguments {
    static let table: [Option] =
        CaptureArguments.table + [
            .value("--audio", "-a", "ID", "microphone: an id of gstcam devices or a name"),
            .flag("--no-audio", nil, "record pictures only"),
            .flag("--require-audio", nil, "fail when there is no microphone"),
            .value("--video-codec", nil, "CODEC", "such as h264 or av1; gstcam encoders lists them"),
            .value("--video-bitrate", nil, "RATE", "bits per second, such as 800k or 4M"),
            CaptureArguments.stabilize,
            .value("--container", nil, "NAME", "mp4, mov, mkv, webm or ts; else the suffix of FILE decides"),
            .value("--duration", "-D", "TIME", "stop after this time, such as 10s or 5m"),
            .value("--max-size", nil, "SIZE", "stop before the files are larger, such as 200MB"),
            .value("--min-free", nil, "SIZE", "stop when less is free on the disk (16MiB)"),
            .value("--segment", nil, "TIME", "begin a new file each time, such as 10m"),
            .value("--keep-files", nil, "N", "keep only the newest N files of this name"),
            .value("--keep-size", nil, "SIZE", "keep only the newest files up to this size, such as 20GB"),
            .value("--keep-age", nil, "TIME", "keep only files that are not older, such as 7d"),
            .flag("--receipt", nil, "write FILE.json beside each recording: what is in it, what is missing"),
            .value("--pre-roll", nil, "TIME", "wait for r or SIGUSR1; begin so long before, such as 10s"),
            .value("--wait-device", nil, "TIME", "wait so long for a camera to come, such as 1m"),
            .value("--on-gap", nil, "POLICY", "when the camera goes away: continue, split or stop"),
            .flag("--preview", nil, "show the picture in a window; closing it does not stop the recording"),
            .flag("--json", nil, "one JSON object a line on standard output"),
            .flag("--explain", nil, "tell what was chosen and why"),
            .flag("--quiet", "-q", "tell failures only"),
            .flag("--verbose", "-v", "tell details"),
        ]

    var capture: CaptureOptions
    var recording: RecordingOptions
    var requiresAudio = false
    var preview = false
    var receipt = false
    var retention = Retention()
    /// How much of the time before a trigger is recorded; nil to record at once.
    var preRoll: ClockTime?
    /// How long a camera is waited for that is not there; nil for not at all.
    var patience: ClockTime?
    var json = false
    var explain = false
    var quiet = false
    var verbose = false

    init(_ words: [String]) throws(CommandError) {
        let arguments = try ParsedArguments(words, table: RecordArguments.table, command: "record")
        guard arguments.operands.count <= 1 else {
            throw .usage(
                "record writes one FILE, and \(arguments.operands.count) were given",
                "Put a name with spaces in quotes"
            )
        }
        let container = arguments.last("--container")?.lowercased()
        recording = RecordingOptions(
            pattern: arguments.operands.first ?? "gstcam-%Y%m%d-%H%M%S.\(container ?? "mp4")"
        )
        recording.container = container
        capture = try CaptureArguments.read(arguments)
        try readAudio(arguments)
        try readVideo(arguments)
        try readLimits(arguments)
        try readGap(arguments)
        try readRetention(arguments)
        try readWaiting(arguments)
        receipt = arguments.has("--receipt")
        preview = arguments.has("--preview")
        json = arguments.has("--json")
        explain = arguments.has("--explain")
        quiet = arguments.has("--quiet")
        verbose = arguments.has("--verbose")
    }

    private mutating func readAudio(_ arguments: ParsedArguments) throws(CommandError) {
        requiresAudio = arguments.has("--require-audio")
        if let audio = arguments.last("--audio") { capture.microphone = .named(audio) }
        guard arguments.has("--no-audio") else { return }
        guard !requiresAudio, arguments.last("--audio") == nil else {
            throw .usage("--no-audio and a microphone were both asked for", "Leave one of them out")
        }
        capture.microphone = .none
    }

    private mutating func readVideo(_ arguments: ParsedArguments) throws(CommandError) {
        recording.stabilization = try CaptureArguments.stabilization(arguments)
        if let codec = arguments.last("--video-codec") { readCodec(codec) }
        if let text = arguments.last("--video-bitrate") {
            recording.videoBitrate = try arguments.quantity("--video-bitrate") { () throws(QuantityError) in
                try Quantity.bitrate(text)
            }
        }
    }

    private mutating func readRetention(_ arguments: ParsedArguments) throws(CommandError) {
        if let text = arguments.last("--keep-files") {
            guard let count = Int(text), count > 0 else {
                throw .usage("--keep-files \(text) is no number of files", "Give 1 or more")
            }
            retention.files = count
        }
        if let text = arguments.last("--keep-size") {
            retention.size = try arguments.quantity("--keep-size") { () throws(QuantityError) in
                try Quantity.size(text)
            }
        }
        retention.age = try time("--keep-age", arguments).map { Int($0.seconds.rounded(.up)) }
        // A single name has nothing to choose from.
        recording.isOneOfSeveral = retention.isLimited
        let naming = FileNaming(pattern: recording.pattern, severalFiles: true)
        guard !retention.isLimited || naming.canTellItsNames else {
            throw .usage(
                "with \(recording.pattern) it cannot be told which files are recordings, so none can be removed",
                "Use only %i and numbers such as %Y%m%d-%H%M%S in FILE, and not in its directory"
            )
        }
    }

    private mutating func readGap(_ arguments: ParsedArguments) throws(CommandError) {
        recording.gapPolicy = .continue
        guard let text = arguments.last("--on-gap") else { return }
        guard let policy = GapPolicy(rawValue: text) else {
            throw .unknown(
                "there is no policy \"\(text)\" for --on-gap",
                text,
                among: GapPolicy.allCases.map(\.rawValue)
            )
        }
        recording.gapPolicy = policy
    }

    private mutating func readWaiting(_ arguments: ParsedArguments) throws(CommandError) {
        patience = try time("--wait-device", arguments)
        preRoll = try time("--pre-roll", arguments)
        guard let preRoll else { return }
        guard preRoll <= .milliseconds(600_000) else {
            throw .usage("--pre-roll keeps its pictures in memory, at most ten minutes", "Give 10m or less")
        }
        if let duration = recording.duration, duration <= preRoll {
            throw .usage(
                "--duration counts from the first picture, so with this --pre-roll nothing would be recorded after the trigger",
                "Give a longer --duration"
            )
        }
        // Each trigger makes a file.
        recording.isOneOfSeveral = true
    }

    private mutating func readCodec(_ codec: String) {
        if codec == "copy" {
            // What the camera codes itself is recorded as it is.
            capture.format = "video/x-h264"
        } else {
            recording.videoCodec = codec
        }
    }

    private mutating func readLimits(_ arguments: ParsedArguments) throws(CommandError) {
        recording.duration = try time("--duration", arguments)
        recording.segment = try time("--segment", arguments)
        if let text = arguments.last("--max-size") {
            recording.maximumSize = try arguments.quantity("--max-size") { () throws(QuantityError) in
                try Quantity.size(text)
            }
            guard let size = recording.maximumSize, size >= 100_000 else {
                throw .usage("--max-size \(text) is too small for a recording", "Give at least 100k")
            }
        }
        if let text = arguments.last("--min-free") {
            recording.minimumFree = try arguments.quantity("--min-free") { () throws(QuantityError) in
                try Quantity.size(text)
            }
        }
    }

    private func time(_ name: String, _ arguments: ParsedArguments) throws(CommandError) -> ClockTime? {
        guard let text = arguments.last(name) else { return nil }
        let nanoseconds = try arguments.quantity(name) { () throws(QuantityError) in
            try Quantity.duration(text)
        }
        guard nanoseconds > 0 else {
            throw .usage("\(name) \(text) is no time", "Give more than zero, such as 10s")
        }
        return ClockTime(nanoseconds: nanoseconds)
    }
}
