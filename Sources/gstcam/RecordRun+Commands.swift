import CameraCapture
import Dispatch
import GStreamer
import Synchronization

/// What somebody can ask of recordings that run, with keys and signals; from any thread.
extension RecordRun {
    /// A key was pressed.
    func pressed(_ key: Character) {
        switch key {
        case "q": stop()
        case " ": pauseOrResume()
        case "n": nextFile()
        case "r": trigger()
        case "s": snapshot()
        default: break
        }
    }

    /// Ends the recording; asking again does not wait for the last picture.
    func stop() {
        state.withLock { $0.isStopping = true }
        for recorder in recorders { recorder.stop() }
        wake.signal()
    }

    /// Pauses, or goes on.
    private func pauseOrResume() {
        let (current, isPaused) = state.withLock { state in
            defer { state.isPaused.toggle() }
            return (state.live[state.number]?.recorder, state.isPaused)
        }
        if isPaused { current?.resume() } else { current?.pause() }
    }

    /// Begins a recording with what was kept, or goes on in a new file.
    func trigger() {
        let isKept = state.withLock { state in
            // A recording that goes on until somebody stops has no end that the next could wait for.
            let isEndless = options.duration == nil && options.maximumSize == nil
            guard preRoll != nil, !isEndless || state.live.isEmpty else { return false }
            state.isTriggered = true
            return true
        }
        if isKept { wake.signal() } else { nextFile() }
    }

    /// Goes on in a new file, without a picture between the two.
    ///
    /// Does nothing before the first picture, and while the camera is away: nothing could begin then.
    func nextFile() {
        let current: Recorder? = state.withLock { state in
            guard state.hasStarted, !state.isChanging, !state.isStopping, !state.isCameraAway else {
                return nil
            }
            state.isChanging = true
            return state.live[state.number]?.recorder
        }
        guard let current else { return }
        // Choosing encoders takes a moment, which must not keep the session's queue.
        DispatchQueue.global().async { [self] in
            defer { state.withLock { $0.isChanging = false } }
            do throws(CaptureError) {
                try record(selection.plan(following), replacing: current)
            } catch {
                reporter.warn(error)
            }
        }
    }

    /// Saves the next picture beside the recording.
    private func snapshot() {
        Task { [self] in
            do throws(CaptureError) {
                let photo = try await session.capturePhoto()
                let path = try SnapshotFile.write(photo.jpeg, beside: options.pattern)
                reporter.saved(snapshot: path)
            } catch {
                reporter.warn(error)
            }
        }
    }
}
