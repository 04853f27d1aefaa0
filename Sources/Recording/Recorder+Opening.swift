internal import Dispatch
import GStreamer
internal import Synchronization

/// How a recording begins, which it may have to do in order to end.
extension Recorder {
    /// Two and a half seconds: longer than a picture waits by its time.
    private static let mostTicksForSound = 25

    /// Ends the recording on its queue; pictures that came before this moment are recorded, also those that wait for a
    /// microphone.
    func end(_ step: @escaping @Sendable (Recorder) -> Void) {
        let now = clock()
        queue.async { [self] in
            openWhatCame(before: now)
            step(self)
        }
    }

    /// Pictures may wait for a microphone, or the word that they begin the recording may still be on its way.
    private func openWhatCame(before time: ClockTime) {
        guard driver.withValue({ $0.machine.isWaiting }) else { return }
        let (notice, isOpen) = tap.withLock { tap in
            let notice = tap.openWithoutSound(since: time)
            return (notice, tap.start.map { $0 < time } ?? false ? tap.openedWithAudio : nil)
        }
        handle(notice)
        if let withAudio = isOpen { open(withAudio: withAudio) }
    }

    /// A camera that stalls, or stamps its pictures wrongly, does not show that the wait for sound has become long.
    func openWhenTired() {
        let isTired = driver.withValue { driver in
            guard driver.machine.isWaiting, tap.withLock({ $0.waitsForSound }) else {
                driver.ticksForSound = 0
                return false
            }
            driver.ticksForSound += 1
            return driver.ticksForSound > Recorder.mostTicksForSound
        }
        if isTired { handle(tap.withLock { $0.openWithoutSound(since: ClockTime(nanoseconds: .max)) }) }
    }

    /// Builds the pipeline, once; on the session's queue.
    func open(withAudio: Bool) {
        guard driver.withValue({ $0.machine.isWaiting && $0.pipeline == nil }) else { return }
        step(.opened)
        if plan.audio != nil, !withAudio {
            handler(
                .warning(
                    code: "no-audio",
                    message: "The microphone gave no sound, so the recording has pictures only. "
                        + "Check that it is not muted or used by another program."
                )
            )
        }
        do throws(CaptureError) {
            let pipeline = try RecordingPipeline(
                plan: plan,
                withAudio: withAudio,
                fileName: { [weak self] number in self?.fileName(number) ?? "" },
                onSizeReached: { [weak self] in self?.stop(.size, error: nil) },
                onPublish: { [weak self] event in self?.published(event) },
                handler: { [weak self] message in self?.received(message) }
            )
            driver.withValue { $0.pipeline = pipeline }
            try pipeline.play()
            tap.withLock { $0.attach(pipeline) }
            let start = tap.withLock { $0.start } ?? .zero
            handler(.started(path: firstPath, withAudio: withAudio, at: start))
        } catch {
            step(.failed(.failed, error))
        }
    }
}
