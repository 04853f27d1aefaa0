import GStreamer

/// The files of one recording: which are open, what was found in them, and which may be told about already.
struct RecordingFiles {
    private struct File {
        let path: String
        var losses: [Loss]?
        var isClosed = false
        var examination: FileExaminer.Examination?
        var told = false
    }

    private var files: [File] = []

    /// The file that was opened last.
    var current: String? { files.last?.path }

    /// Files that were opened and never closed.
    var unclosed: [String] { files.filter { !$0.isClosed }.map(\.path) }

    /// - Parameters:
    ///   - path: The file.
    ///   - losses: What is missing from the file before it.
    mutating func opened(_ path: String, lossesBefore losses: [Loss]) {
        if let last = files.indices.last { keep(losses, for: last) }
        files.append(File(path: path))
    }

    /// What was lost until the next file began, or the last one was closed, belongs to a file.
    private mutating func keep(_ losses: [Loss], for index: Int) {
        files[index].losses = files[index].losses ?? losses
    }

    /// Notes that the file is closed.
    /// - Parameters:
    ///   - path: The file.
    ///   - losses: What is missing from the newest file.
    /// - Returns: False when it was closed already, or is not one of these.
    mutating func closed(_ path: String, losses: [Loss]) -> Bool {
        guard let index = files.firstIndex(where: { $0.path == path && !$0.isClosed }) else { return false }
        files[index].isClosed = true
        keep(losses, for: index)
        return true
    }

    mutating func examined(_ path: String, _ examination: FileExaminer.Examination) {
        guard let index = files.firstIndex(where: { $0.path == path }) else { return }
        files[index].examination = examination
    }

    /// Reports that became certain: a file ended for the next segment only once there is a next one.
    mutating func takeSegmentReports() -> [FileReport] {
        var reports: [FileReport] = []
        for index in files.indices.dropLast() where !files[index].told {
            guard files[index].examination != nil else { break }
            files[index].told = true
            reports.append(report(files[index], reason: .segment, error: nil))
        }
        return reports
    }

    /// All reports that are left, at the end of the recording.
    mutating func takeLastReports(reason: EndReason, error: CaptureError?) -> [FileReport] {
        var reports: [FileReport] = []
        for index in files.indices where !files[index].told {
            files[index].told = true
            let isLast = index == files.indices.last
            reports.append(
                report(files[index], reason: isLast ? reason : .segment, error: isLast ? error : nil)
            )
        }
        return reports
    }

    private func report(_ file: File, reason: EndReason, error: CaptureError?) -> FileReport {
        let examination = file.examination
        return FileReport(
            path: file.path,
            duration: examination?.duration ?? .zero,
            bytes: examination?.bytes ?? 0,
            frames: examination?.frames ?? 0,
            losses: file.losses ?? [],
            hasAudio: examination?.hasAudio ?? false,
            reason: reason,
            isPlayable: examination.map { $0.problem == nil } ?? false,
            error: error ?? examination?.problem ?? examination?.remark
        )
    }
}
