import GStreamer

/// The reports of all files of a recording, close together.
///
/// A string of its own for each name would lie between what the file's pipeline leaves free, and hold a page of memory
/// each: forty megabytes over ten thousand files.
struct FileReports {
    private struct Row {
        let pathEnd: Int
        let duration: ClockTime
        let bytes: Int64
        let frames: Int
        let hasAudio: Bool
        let reason: EndReason
        let isPlayable: Bool
    }

    /// What most files do not have.
    private struct Trouble {
        let losses: [Loss]
        let error: CaptureError?
    }

    private var rows: [Row] = []
    private var paths: [UInt8] = []
    private var troubles: [Int: Trouble] = [:]

    var count: Int { rows.count }

    mutating func append(_ reports: [FileReport]) {
        for report in reports {
            if report.error != nil || !report.losses.isEmpty {
                troubles[rows.count] = Trouble(losses: report.losses, error: report.error)
            }
            paths += report.path.utf8
            rows.append(
                Row(
                    pathEnd: paths.count,
                    duration: report.duration,
                    bytes: report.bytes,
                    frames: report.frames,
                    hasAudio: report.hasAudio,
                    reason: report.reason,
                    isPlayable: report.isPlayable
                )
            )
        }
    }

    /// All of them, in the order in which they came.
    var all: [FileReport] {
        var start = 0
        return rows.enumerated().map { index, row in
            defer { start = row.pathEnd }
            return FileReport(
                path: String(decoding: paths[start..<row.pathEnd], as: UTF8.self),
                duration: row.duration,
                bytes: row.bytes,
                frames: row.frames,
                losses: troubles[index]?.losses ?? [],
                hasAudio: row.hasAudio,
                reason: row.reason,
                isPlayable: row.isPlayable,
                error: troubles[index]?.error
            )
        }
    }
}
