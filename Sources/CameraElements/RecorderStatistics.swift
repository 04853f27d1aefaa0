internal import GStreamer
internal import Recording

/// What a recorder's property `stats` tells.
struct RecorderStatistics: Sendable {
    /// The newest recording, as it was told last.
    private var progress: RecordingProgress?
    private var report: FileReport?
    /// Recordings that have ended.
    private var recordings = 0

    mutating func received(_ event: RecordingEvent) {
        switch event {
        case .started:
            progress = nil
            report = nil
        case .progress(let progress): self.progress = progress
        case .fileFinished(let report): self.report = report
        case .finished: recordings += 1
        case .fileOpened, .paused, .resumed, .warning, .cameraAway, .cameraBack: break
        }
    }

    mutating func refused() { recordings += 1 }

    func content(isRecording: Bool) -> PropertyContent {
        var fields: [String: PropertyContent] = [
            "recording": .boolean(isRecording),
            "recordings": .integer(Int64(recordings)),
        ]
        if let report, !isRecording {
            fields["file"] = .text(report.path)
            fields["duration"] = .unsigned(UInt64(max(0, report.duration.nanoseconds)))
            fields["bytes"] = .integer(report.bytes)
            fields["frames"] = .integer(Int64(report.frames))
            fields["dropped"] = .integer(Int64(report.losses.droppedFrames))
            fields["lost"] = .integer(Int64(report.losses.lostFrames))
        } else if let progress {
            fields["file"] = .text(progress.path)
            fields["duration"] = .unsigned(UInt64(max(0, progress.duration.nanoseconds)))
            fields["bytes"] = .integer(progress.bytes)
            fields["frames"] = .integer(Int64(progress.frames))
            fields["dropped"] = .integer(Int64(progress.losses.droppedFrames))
            fields["lost"] = .integer(Int64(progress.losses.lostFrames))
        }
        if let free = progress?.freeBytes { fields["free"] = .integer(free) }
        return .structure("recorder-stats", fields)
    }
}
