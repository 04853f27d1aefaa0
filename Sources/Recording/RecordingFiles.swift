import GStreamer

/// The files of one recording: which are open, what was found in them, and which may be told about already.
///
/// What was told is forgotten, so that a recording of many files needs no more memory and no more time than another.
struct RecordingFiles {
    private struct File {
        let path: String
        var losses: [Loss]?
        var isClosed = false
        var examination: FileExaminer.Examination?
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
        let certain = files.dropLast().prefix { $0.examination != nil }
        defer { files.removeFirst(certain.count) }
        return certain.map { report($0, reason: .segment, error: nil) }
    }

    /// All reports that are left, at the end of the recording.
    /// - Parameters:
    ///   - reason: Why it ended.
    ///   - error: What went wrong.
    ///   - losses: What is missing from the newest file.
    /// - Returns: The reports.
    mutating func takeLastReports(reason: EndReason, error: CaptureError?, losses: [Loss]) -> [FileReport] {
        if let last = files.indices.last { keep(losses, for: last) }
        let last = files.popLast()
        defer { files = [] }
        return files.map { report($0, reason: .segment, error: nil) }
            + (last.map { [report($0, reason: reason, error: error)] } ?? [])
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
            error: error ?? (examination == nil ? unread(file) : examination?.problem ?? examination?.remark)
        )
    }

    private func unread(_ file: File) -> CaptureError {
        CaptureError(
            .stopTimedOut,
            "\(file.path) could not be read back in time, so what it holds is not known",
            advice: "Keep the file and run gstcam recover on it"
        )
    }
}
