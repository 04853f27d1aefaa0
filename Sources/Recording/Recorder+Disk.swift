internal import Dispatch
internal import GStreamer
internal import Glibc
internal import Synchronization

/// What the recorder asks of the disk: names, and whether it grows.
extension Recorder {
    /// Called on a streaming thread: the name of each file, reserved so that nothing existing is touched.
    func fileName(_ number: Int) -> String {
        if number == 0 { return firstPath }
        do throws(CaptureError) {
            return try taken.withLock { (taken) throws(CaptureError) in
                try plan.naming.reserve(now: time(nil), after: &taken)
            }
        } catch {
            queue.async { [self] in step(.failed(error.code == .diskFull ? .diskFull : .writeFailed, error)) }
            // A name that cannot be opened: the writer must not touch a file that is not ours.
            return "/dev/null/unavailable"
        }
    }

    func growthError(_ progress: RecordingProgress) -> CaptureError? {
        let now = Gst.monotonicTime
        return driver.withValue { driver in
            guard driver.files.current == progress.path, driver.machine.isOpen else { return nil }
            // Pictures that had to be left out came all the same.
            let came = progress.frames + progress.losses.droppedFrames
            defer { driver.framesSeen = came }
            return driver.growth.look(
                disk.sight(of: progress.path).size,
                of: progress.path,
                hasInput: came > driver.framesSeen,
                now: now
            )
        }
    }

    func currentProgress() -> RecordingProgress {
        let (path, bytes) = driver.withValue { ($0.files.current ?? firstPath, $0.pipeline?.bytes ?? 0) }
        let (recorded, frames, losses, level) = tap.withLock {
            ($0.recorded, $0.frames, $0.losses.all, $0.takePeak())
        }
        return RecordingProgress(
            path: path,
            duration: recorded,
            bytes: bytes,
            frames: frames,
            losses: losses,
            audioLevel: plan.audio == nil ? nil : level ?? -.infinity,
            freeBytes: disk.sight(of: path).freeBytes
        )
    }
}
