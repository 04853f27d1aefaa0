public import AVFoundation

/// Takes a person's answer to the question for access.
public typealias AccessPermissionCompletionBlock = (Bool) -> Void
/// Something to be done when something else is done.
public typealias RegularCompletionBlock = () -> Void

/// The usual suffix of recorded movies.
public let VIDEO_FILE_EXTENSION = "mov"

/// Hears what became of a recording.
public protocol RecordingDelegate: AnyObject {
    /// A recording is over; called exactly once for each call of `startRecording`, on the manager's `callbackQueue`.
    ///
    /// - Parameters:
    ///   - videoURL: The movie, which plays; nil when there is none.
    ///   - err: Why there is none; nil when there is one.
    func finishRecording(_ videoURL: URL?, _ err: (any Error)?)
}
