internal import GStreamer
internal import PipelineTemplates
internal import Recording

/// What a recorder tells, as structures with the field names of `gstcam record --json`.
enum RecorderReport {
    static func started(
        path: String,
        withAudio: Bool,
        pictures: PictureStream,
        planned: PlannedRecording
    ) -> PropertyContent {
        var fields: [String: PropertyContent] = [
            "file": .text(path),
            "width": .integer(Int64(pictures.width)),
            "height": .integer(Int64(pictures.height)),
            "framerate": .real(pictures.framerate.value),
            "template": .text(planned.template.template.name),
            "container": .text(planned.container),
            "audio": .boolean(withAudio),
        ]
        if let encoder = planned.videoEncoder { fields["video_encoder"] = .text(encoder) }
        if withAudio, let encoder = planned.audioEncoder { fields["audio_encoder"] = .text(encoder) }
        return .structure("recording-started", fields)
    }

    static func finished(_ report: FileReport) -> PropertyContent {
        finished(
            path: report.path,
            duration: report.duration.seconds,
            bytes: report.bytes,
            frames: report.frames,
            losses: report.losses,
            audio: report.hasAudio,
            reason: report.reason,
            playable: report.isPlayable,
            error: report.error
        )
    }

    /// A recording that left no file, in the form of a finished one.
    static func failed(path: String, reason: EndReason, error: CaptureError?) -> PropertyContent {
        finished(
            path: path,
            duration: 0,
            bytes: 0,
            frames: 0,
            losses: [],
            audio: false,
            reason: reason,
            playable: false,
            error: error
        )
    }

    static func warning(code: String, message: String) -> PropertyContent {
        .structure("recording-warning", ["code": .text(code), "message": .text(message)])
    }

    private static func finished(
        path: String,
        duration: Double,
        bytes: Int64,
        frames: Int,
        losses: [Loss],
        audio: Bool,
        reason: EndReason,
        playable: Bool,
        error: CaptureError?
    ) -> PropertyContent {
        var fields: [String: PropertyContent] = [
            "file": .text(path),
            "duration": .real(rounded(duration)),
            "bytes": .integer(bytes),
            "frames": .integer(Int64(frames)),
            "dropped": .integer(Int64(losses.droppedFrames)),
            "lost": .integer(Int64(losses.lostFrames)),
            "audio": .boolean(audio),
            "reason": .text(reason.rawValue),
            "playable": .boolean(playable),
        ]
        if losses.gapTime > .zero { fields["gap"] = .real(rounded(losses.gapTime.seconds)) }
        if losses.silenceTime > .zero { fields["silence"] = .real(rounded(losses.silenceTime.seconds)) }
        if let error { fields["error"] = .text(error.description) }
        return .structure("recording-finished", fields)
    }

    /// Milliseconds are enough for people.
    private static func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}
