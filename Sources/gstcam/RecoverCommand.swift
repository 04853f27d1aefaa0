import CameraCapture
import GStreamer

/// The command `gstcam recover`.
struct RecoverCommand {
    private let files: [String]

    init(parsing words: [String]) throws(CommandError) {
        if words.contains("--help") || words.contains("-h") {
            Console.print(Help.text(for: "recover"))
            ExitCode.exit(.success)
        }
        let arguments = try ParsedArguments(words, table: [], command: "recover")
        guard !arguments.operands.isEmpty else {
            throw .usage("recover needs at least one FILE", "Write gstcam recover FILE.mp4")
        }
        files = arguments.operands
    }

    func run() throws(CommandError) {
        var failures = 0
        for file in files where !recover(file) { failures += 1 }
        if failures > 0 {
            throw CommandError(
                exitCode: .badTemplate,
                description:
                    "\(failures) of \(files.count) files could not be recovered. They were not changed."
            )
        }
    }

    private func recover(_ file: String) -> Bool {
        do throws(CaptureError) {
            let recovered = try Recovery.recover(file)
            let length = "\(LiveLine.length(recovered.duration)), \(recovered.frames) frames"
            Console.print(
                recovered.wasChanged ? "\(file): recovered, \(length)" : "\(file): sound already, \(length)"
            )
            return true
        } catch {
            Console.error(error.description)
            return false
        }
    }
}
