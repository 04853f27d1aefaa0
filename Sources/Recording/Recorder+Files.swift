internal import Dispatch
internal import GStreamer
internal import Glibc
internal import Synchronization

/// The recording's files, and its end; all on the session's queue.
extension Recorder {
    private static let filesPerTrim = 10

    func fileOpened(_ path: String) {
        let losses = tap.withLock { $0.beginFile() }
        driver.withValue { $0.files.opened(path, lossesBefore: losses) }
        step(.fileOpened)
        handler(.fileOpened(path: path))
        tellSegments()
    }

    func fileClosed(_ path: String) {
        let losses = tap.withLock { $0.losses.current }
        guard driver.withValue({ $0.files.closed(path, losses: losses) }) else { return }
        let expectsAudio = driver.withValue { $0.pipeline?.audio != nil }
        let examiner = FileExaminer(
            path: path,
            finishesInPlace: plan.finishesInPlace,
            expectsAudio: expectsAudio
        )
        openExaminations.add(1, ordering: .relaxed)
        examining.async { [self] in
            let waiting = openExaminations.subtract(1, ordering: .relaxed).newValue
            let examination = examiner.examine(decodes: waiting == 0)
            // Each file's muxer runs in threads of its own, and what those leave free in their parts of the memory adds
            // up to tens of megabytes over thousands of files.
            let count = examinedFiles.add(1, ordering: .relaxed).newValue
            if count % Recorder.filesPerTrim == 0 { Gst.trimMemory() }
            queue.async { [self] in
                driver.withValue { $0.files.examined(path, examination) }
                tellSegments()
                step(.fileExamined)
            }
        }
    }

    private func tellSegments() {
        let reports = driver.withValue { driver in
            let reports = driver.files.takeSegmentReports()
            driver.reports.append(reports)
            return reports
        }
        for report in reports { handler(.fileFinished(report)) }
    }

    /// The files are sound, but not all that was asked for is in them.
    private func gapError(in losses: [Loss]) -> CaptureError? {
        let time = losses.gapTime
        guard time > .zero else { return nil }
        let seconds = (time.seconds * 10).rounded() / 10
        return CaptureError(
            .deviceLost,
            "\(plan.deviceName) was away for \(seconds) seconds, where the picture stands still; everything else is recorded",
            advice: "Check its cable"
        )
    }

    func complete(_ reason: EndReason, _ error: CaptureError?) {
        let losses = tap.withLock { $0.losses.current }
        let (last, all, opened) = driver.withValue { driver in
            driver.timer?.cancel()
            driver.timer = nil
            driver.successor = nil
            driver.pipeline = nil
            let opened = driver.files.current != nil
            let last = driver.files.takeLastReports(reason: reason, error: error, losses: losses)
            driver.reports.append(last)
            return (last, driver.reports.all, opened)
        }
        // The reserved name of a file that was never written; only ever an empty file of ours.
        // Not here, since a disk that hangs would keep the end from being told.
        let path = firstPath
        if !opened { examining.async { unlink(path) } }
        for report in last { handler(.fileFinished(report)) }
        over.store(true, ordering: .releasing)
        let problem = error ?? all.first { $0.error != nil }?.error ?? gapError(in: all.flatMap(\.losses))
        handler(.finished(RecordingResult(reason: reason, error: problem, files: all)))
    }
}
