public import Foundation
internal import Synchronization

/// Where a session's media goes; the base of all outputs.
///
/// An output belongs to at most one session. Any thread may use it.
open class AVCaptureOutput: NSObject {
    private let owner = Mutex(WeakShared<AVCaptureSession>(nil))

    /// Only this module makes kinds of outputs.
    override init() { super.init() }

    /// The session that the output is part of.
    var session: AVCaptureSession? {
        get { owner.withLock { $0 }.value }
        set {
            let reference = WeakShared(newValue)
            owner.withLock { $0 = reference }
        }
    }

    /// The kinds of media that the output takes.
    var mediaTypes: [AVMediaType] { [] }

    /// The connections to the session's inputs.
    public var connections: [AVCaptureConnection] { session?.connections(to: self) ?? [] }

    /// The first connection that carries media of a type; nil when there is none.
    ///
    /// It is there as soon as both ends were added, even before the configuration is committed.
    public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        connections.first { connection in connection.inputPorts.contains { $0.mediaType == mediaType } }
    }

    /// The connection that carries media now; nil when there is none, or it is not enabled.
    func activeConnection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        connection(with: mediaType).flatMap { $0.isActive ? $0 : nil }
    }

    // MARK: - For the session

    /// The devices run: from now on media can be taken.
    ///
    /// Called with the session's configuration locked.
    func attach(to engine: RunningEngine) {}

    /// The devices will stop, or the output was taken out of the session.
    /// - Parameters:
    ///   - engine: What ran.
    ///   - reason: What the output's clients are told; nil for a stop that was asked for.
    func detach(from engine: RunningEngine, because reason: AVError.Code?) {}
}
