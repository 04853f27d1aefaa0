import CameraCapture
import GStreamer

/// The command `gstcam recover`.
struct RecoverCommand {
    static let table: [Option] = [
        .flag("--keep", nil, "keep each file that is changed as it was, as FILE.interrupted"),
        .flag("--json", nil, "one JSON object for each file"),
    ]

    private let files: [String]
    private let keepsOriginals: Bool
    private let usesJSON: Bool

    init(parsing words: [String]) throws(CommandError) {
        if words.contains("--help") || words.contains("-h") {
            Console.print(Help.text(for: "recover"))
            ExitCode.exit(.success)
        }
        let arguments = try ParsedArguments(words, table: Self.table, command: "recover")
        guard !arguments.operands.isEmpty else {
            throw .usage("recover needs at least one FILE", "Write gstcam recover FILE.mp4")
        }
        files = arguments.operands
        keepsOriginals = arguments.has("--keep")
        usesJSON = arguments.has("--json")
    }

    func run() throws(CommandError) {
        let failures = files.compactMap(recover)
        guard let first = failures.first else { return }
        throw CommandError(
            exitCode: ExitCode(first.code),
            description:
                "\(failures.count) of \(files.count) files could not be recovered. They were not changed, unless said so above."
        )
    }

    /// - Returns: What went wrong.
    private func recover(_ file: String) -> CaptureError? {
        do throws(CaptureError) {
            let recovered = try Recovery.recover(file, keepingOriginal: keepsOriginals)
            if usesJSON {
                JSONLine.print(RecoverLine(file: file, recovered))
            } else {
                Console.print("\(file): \(Self.sentence(recovered))")
            }
            return nil
        } catch {
            if usesJSON { JSONLine.print(RecoverLine(file: file, error)) }
            Console.error(error.description)
            return error
        }
    }

    static func sentence(_ recovered: Recovery.Result) -> String {
        let length = "\(LiveLine.length(recovered.duration)), \(recovered.frames) frames"
        guard recovered.wasChanged else { return "sound already, \(length)" }
        let lost = recovered.lostBytes > 0 ? ", \(recovered.lostBytes) bytes lost" : ""
        let kept = recovered.original.map { "; as it was: \($0)" } ?? ""
        return "recovered, \(length)\(lost)\(kept)"
    }
}

/// What `gstcam recover --json` prints for one file.
struct RecoverLine: Encodable {
    private enum CodingKeys: String, CodingKey {
        case file, recovered, duration, frames, lostBytes = "lost_bytes", original, error
    }

    private let file: String
    private var recovered = false
    private var duration: Double?
    private var frames: Int?
    private var lostBytes: Int64?
    private var original: String?
    private var error: String?

    init(file: String, _ result: Recovery.Result) {
        self.file = file
        recovered = result.wasChanged
        duration = Double(result.duration.nanoseconds) / 1e9
        frames = result.frames
        lostBytes = result.lostBytes
        original = result.original
    }

    init(file: String, _ error: CaptureError) {
        self.file = file
        self.error = error.description
    }
}
