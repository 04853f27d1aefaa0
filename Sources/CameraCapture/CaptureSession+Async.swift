internal import Dispatch
public import FoundationEssentials

extension CaptureSession {
    /// Opens the devices and waits until the first picture comes, at most three seconds.
    ///
    /// Does nothing when they run already.
    /// - Throws: `CaptureError` that says which device cannot be used, and what to do.
    public func start() async throws(CaptureError) {
        try await onThread { [self] () throws(CaptureError) in try startNow() }
    }

    /// Lets recordings take their last picture, then lets go of the devices; takes at most four seconds.
    ///
    /// The recordings finish on their own; `Recording.result` waits for that.
    public func stop() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in
                stopNow()
                continuation.resume()
            }
        }
    }

    /// Records into a file, from the next picture on; returns when that is being recorded.
    ///
    /// The file's suffix chooses the container. An existing file is never touched.
    /// - Parameters:
    ///   - url: The file, which must not exist.
    ///   - other: A recording that stops at the same moment: the two share no picture and miss none.
    ///   - adjust: Changes what is wanted, such as the length or the codec.
    /// - Returns: The recording.
    /// - Throws: `CaptureError` when nothing could be recorded: the file cannot be made, no encoder works, the session
    ///   does not run, or no picture came.
    public func record(
        to url: URL,
        replacing other: Recording? = nil,
        adjust: (inout RecordingOptions) -> Void = { _ in }
    ) async throws(CaptureError) -> Recording {
        guard isRunning else {
            throw CaptureError(.notRunning, "the session does not run", advice: "Call start() first")
        }
        var options = RecordingOptions(pattern: FileNaming.escaped(url.path))
        adjust(&options)
        let recording = Recording(url: url)
        try await onThread { [self, options] () throws(CaptureError) in
            let plan = try selection.plan(options).plan
            recording.take(try record(plan, replacing: other?.recorder) { recording.received($0) })
        }
        try await recording.waitForStart()
        return recording
    }

    /// Runs blocking work on a thread that may block.
    private func onThread(_ work: @escaping @Sendable () throws(CaptureError) -> Void)
        async throws(CaptureError)
    {
        let result: Result<Void, CaptureError> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                do throws(CaptureError) {
                    continuation.resume(returning: .success(try work()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        try result.get()
    }
}
