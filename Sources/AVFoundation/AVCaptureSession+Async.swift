internal import CameraCapture
internal import Foundation

extension AVCaptureSession {
    /// What a session tells; the same as its notifications, for `for await`.
    public enum Event: Sendable {
        /// The session has started.
        case didStart
        /// The session has stopped, by itself too.
        case didStop
        /// A device was taken from the session, which goes on without it.
        case wasInterrupted(InterruptionReason)
        /// That device is back.
        case interruptionEnded
        /// The session failed.
        case runtimeError(AVError)
    }

    /// What happens from now on; each call makes a stream of its own, which ends with the session.
    public var events: AsyncStream<Event> { broadcast.stream }

    /// Starts the devices without blocking a thread of the caller's, see `startRunning`.
    ///
    /// - Throws: `AVError`, which is posted as a notification too.
    public func start() async throws {
        let failure: AVError? = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: self.startAndReport()) }
        }
        if let failure { throw failure }
    }

    /// Stops the devices without blocking a thread of the caller's, see `stopRunning`.
    public func stop() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                self.stopRunning()
                continuation.resume()
            }
        }
    }
}
