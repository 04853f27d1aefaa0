public import AVFoundation

// The names differ from those of the methods with delegates: with the same ones, no asynchronous function could call
// those any more.
extension CameraManager {
    /// Asks for cameras and microphones, where there is somebody to ask.
    /// - Returns: Whether both may be used.
    public func askForAllAccess() async -> Bool {
        guard await AVCaptureDevice.requestAccess(for: .video) else { return false }
        return await AVCaptureDevice.requestAccess(for: .audio)
    }

    /// Records a movie and waits for its end: `stopRecording`, the longest duration, or the task's cancellation.
    ///
    /// The delegate is not told. The session is left running when the duration ends the recording.
    /// - Parameter duration: The longest duration; nil for none.
    /// - Returns: The movie, which plays; `lastStopReason` tells what cut it short, if anything did.
    /// - Throws: `AVError` when there is none.
    public func recordMovie(lasting duration: Duration? = nil) async throws -> URL {
        let limit = duration.map { CMTime(seconds: $0 / .seconds(1), preferredTimescale: 1_000_000) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                begin(limit: limit) { continuation.resume(with: $0) }
                // A stop that came before the beginning has stopped nothing.
                if Task.isCancelled { stopRecording() }
            }
        } onCancel: {
            stopRecording()
        }
    }

    /// Puts a movie into the desktop's folder for videos, as `saveToLibrary` does, and waits for it.
    /// - Parameter videoURL: The movie, which stays where it is.
    /// - Returns: The movie in the library.
    /// - Throws: `AVError` that says what stands in the way.
    @discardableResult
    public func saveMovieToLibrary(videoURL: URL) async throws -> URL {
        try await withCheckedThrowingContinuation { continuation in
            save(videoURL) { continuation.resume(with: $0) }
        }
    }
}
