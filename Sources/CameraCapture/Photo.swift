internal import Dispatch
public import GStreamer
internal import Synchronization

/// One picture, coded as JPEG.
public struct Photo: Sendable, Hashable {
    /// The file's bytes (JFIF, full range).
    public let jpeg: [UInt8]
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// When it was taken, in the session's running time.
    public let time: ClockTime
}

extension CaptureSession {
    /// Takes the next picture as a photo; recordings are not disturbed.
    /// - Parameters:
    ///   - quality: From 1, smallest, to 100, best.
    ///   - isMirrored: Whether left and right change places.
    /// - Returns: The photo.
    /// - Throws: `CaptureError` with code `.notRunning`, also when the session stops before the picture comes,
    ///   `.noFrames` when none comes within ten seconds, or `.missingElement` when the encoder is not installed.
    public func capturePhoto(quality: Int = 90, isMirrored: Bool = false) async throws(CaptureError) -> Photo
    {
        guard isRunning else {
            throw CaptureError(.notRunning, "the session does not run", advice: "Call start() first")
        }
        let camera = selection.camera.name
        guard let (buffer, caps) = await nextPicture() else {
            if let failure { throw failure }
            guard isRunning else {
                throw CaptureError(
                    .notRunning,
                    "the session stopped before the picture for the photo came",
                    advice: "Call start() again"
                )
            }
            throw CaptureError(
                .noFrames,
                "\(camera) gave no picture within ten seconds",
                advice: "Check its cable and that no other program uses it"
            )
        }
        let result: Result<Photo, CaptureError> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                do throws(CaptureError) {
                    let photo = try PhotoEncoder.encode(
                        buffer,
                        caps,
                        quality: quality,
                        isMirrored: isMirrored
                    )
                    continuation.resume(returning: .success(photo))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    private func nextPicture() async -> (Buffer, Caps)? {
        await withCheckedContinuation { (continuation: CheckedContinuation<(Buffer, Caps)?, Never>) in
            let once = Once(continuation)
            let tap = CaptureTap(
                video: { buffer, caps in once.resume((buffer, caps)) },
                ended: { once.resume(nil) }
            )
            once.whenDone { [weak self] in self?.removeTap(tap) }
            addTap(tap)
            // It may have stopped before the tap could hear of it.
            if !isRunning || failure != nil { once.resume(nil) }
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(10)) { once.resume(nil) }
        }
    }
}

/// A continuation that several may want to resume; the first one does.
private final class Once<Value: Sendable>: Sendable {
    private let state:
        Mutex<(continuation: CheckedContinuation<Value, Never>?, done: (@Sendable () -> Void)?)>

    init(_ continuation: CheckedContinuation<Value, Never>) { state = Mutex((continuation, nil)) }

    func whenDone(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.done = body } }

    func resume(_ value: sending Value) {
        let (continuation, done) = state.withLock { state in
            defer { state = (nil, nil) }
            return state
        }
        continuation?.resume(returning: value)
        done?()
    }
}
