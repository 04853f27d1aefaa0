import CameraCapture
import Dispatch
import GStreamer
import Glibc
import Synchronization

/// What is done with the files of recordings: receipts beside them, and removing the ones that are not kept.
final class RecordedFiles: Sendable {
    /// What one recording's receipt needs to know.
    final class Notes: Sendable {
        fileprivate let selection: CaptureSelection
        fileprivate let planned: PlannedRecording
        fileprivate let start = Mutex<Receipt.Start?>(nil)

        fileprivate init(_ selection: CaptureSelection, _ planned: PlannedRecording) {
            self.selection = selection
            self.planned = planned
        }
    }

    private let writesReceipts: Bool
    private let retention: Retention
    private let naming: FileNaming
    private let directory: String
    private let reporter: RecordReporter
    private let open = Mutex<Set<String>>([])
    /// Reading whole files must not keep the session's queue.
    private let queue = DispatchQueue(label: "gstcam.files")

    init(arguments: RecordArguments, reporter: RecordReporter) {
        writesReceipts = arguments.receipt
        retention = arguments.retention
        let pattern = arguments.recording.pattern
        naming = FileNaming(pattern: pattern, severalFiles: true)
        directory =
            pattern.lastIndex(of: "/").map { $0 == pattern.startIndex ? "/" : String(pattern[..<$0]) } ?? "."
        self.reporter = reporter
    }

    /// The notes for a recording that begins.
    func receipt(_ selection: CaptureSelection, _ planned: PlannedRecording) -> Notes {
        Notes(selection, planned)
    }

    /// Called on the session's queue.
    func received(_ event: RecordingEvent, receipt: Notes, session: CaptureSession) {
        switch event {
        case .started(_, _, let time):
            receipt.start.withLock { $0 = Receipt.Start(ago: session.runningTime - time) }
        case .fileOpened(let path):
            open.withLock { _ = $0.insert(path) }
            sweep()
        case .fileFinished(let report):
            open.withLock { _ = $0.remove(report.path) }
            sweep()
        case .finished(let result):
            guard writesReceipts, let first = result.files.first else { break }
            let sound = session.soundMeasurement
            let start = receipt.start.withLock { $0 }
            queue.async { [reporter] in
                let text = Receipt(
                    result,
                    selection: receipt.selection,
                    planned: receipt.planned,
                    start: start,
                    sound: sound
                )
                do throws(CaptureError) {
                    _ = try text.write(beside: first.path)
                } catch {
                    reporter.warn(error)
                }
            }
        default: break
        }
    }

    /// Removes what is not kept.
    func sweep() {
        guard retention.isLimited else { return }
        let open = open.withLock { $0 }
        queue.async { [self] in
            for path in retention.sweep(naming, in: directory, open: open, now: time(nil)) {
                // What belongs to a file goes with it.
                unlink(path + ".json")
                reporter.removed(path)
            }
        }
    }

    /// Waits until everything is written.
    func wait() { queue.sync {} }
}
