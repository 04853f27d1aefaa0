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
        fileprivate let digests = Mutex<[String: String]>([:])

        init(_ selection: CaptureSelection, _ planned: PlannedRecording) {
            self.selection = selection
            self.planned = planned
        }
    }

    private let writesReceipts: Bool
    private let retention: Retention
    private let naming: FileNaming
    private let reporter: RecordReporter
    private let open = Mutex<Set<String>>([])
    /// The files of this run that are finished, as long as they are there.
    private let made = Mutex<[String: (order: Int, time: ClockTime)]>([:])
    private let hasWarned = Atomic<Bool>(false)
    /// Reading whole files must not keep the session's queue.
    private let queue = DispatchQueue(label: "gstcam.files")
    /// Grows while files are read.
    private let steps = Atomic<Int>(0)

    init(arguments: RecordArguments, reporter: RecordReporter) {
        writesReceipts = arguments.receipt
        retention = arguments.retention
        naming = FileNaming(pattern: arguments.recording.pattern, severalFiles: true)
        self.reporter = reporter
    }

    /// A recording begins with this file.
    func begins(_ path: String) { open.withLock { _ = $0.insert(path) } }

    /// Called on the session's queue.
    func received(_ event: RecordingEvent, receipt: Notes, session: CaptureSession) {
        switch event {
        case .started(_, _, let time):
            receipt.start.withLock { $0 = Receipt.Start(ago: session.runningTime - time) }
        case .fileOpened(let path):
            open.withLock { _ = $0.insert(path) }
            sweep()
        case .fileFinished(let report):
            if retention.isLimited {
                made.withLock { made in
                    let newest = made.values.map(\.order).max() ?? 0
                    made[report.path] = (newest + 1, Gst.monotonicTime)
                }
            }
            open.withLock { _ = $0.remove(report.path) }
            if writesReceipts {
                queue.async { [self] in
                    let progressed = { _ = self.steps.add(1, ordering: .relaxed) }
                    guard let digest = Digest.sha256(ofFile: report.path, progressed: progressed) else {
                        // One that held nothing was not kept.
                        guard access(report.path, F_OK) == 0 else { return }
                        return warn(
                            "\(report.path) cannot be read, so its receipt has no SHA-256",
                            "Look whether the disk answers"
                        )
                    }
                    receipt.digests.withLock { $0[report.path] = digest }
                }
            }
            sweep()
        case .finished(let result):
            guard writesReceipts else { break }
            let sound = session.soundMeasurement
            queue.async { [self] in write(receipt, result, sound) }
        default: break
        }
    }

    private func write(_ notes: Notes, _ result: RecordingResult, _ sound: SoundClock.Measurement?) {
        // The first ones may have gone already, since newer ones are kept.
        guard let file = result.files.first(where: { access($0.path, F_OK) == 0 }) else { return }
        let receipt = Receipt(
            result,
            selection: notes.selection,
            planned: notes.planned,
            start: notes.start.withLock { $0 },
            sound: sound,
            digests: notes.digests.withLock { $0 }
        )
        do throws(CaptureError) {
            _ = try receipt.write(beside: file.path)
        } catch {
            reporter.warn(error)
        }
    }

    /// Removes what is not kept.
    func sweep() {
        guard retention.isLimited else { return }
        queue.async { [self] in
            let now = Gst.monotonicTime
            let own = made.withLock { made in
                made.mapValues { Retention.Own(order: $0.order, age: Int((now - $0.time).seconds)) }
            }
            let open = open.withLock { $0 }
            let (removed, failure) = retention.sweep(naming, open: open, own: own, now: time(nil))
            for path in removed {
                made.withLock { $0[path] = nil }
                // A receipt goes with its file; whatever else has that name does not.
                if writesReceipts, Receipt.isOne(path + ".json") { unlink(path + ".json") }
                reporter.removed(path)
            }
            if let failure, !hasWarned.exchange(true, ordering: .relaxed) { reporter.warn(failure) }
        }
    }

    private func warn(_ message: String, _ advice: String) {
        reporter.warn(CaptureError(.unreadableFile, message, advice: advice))
    }

    /// Waits until everything is written, but not for a disk that does nothing for five seconds.
    func wait() {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        var before = -1
        while done.wait(timeout: .now() + .seconds(5)) == .timedOut {
            let now = steps.load(ordering: .relaxed)
            guard now != before else {
                return reporter.warn(
                    CaptureError(
                        .stopTimedOut,
                        "the disk does not answer, so the receipt may be missing and too many files may be left",
                        advice: "Look whether the disk answers"
                    )
                )
            }
            before = now
        }
    }
}
