/// Something that kept the camera from being recorded: what happened, and what to do about it.
public struct CaptureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The situation, which decides the exit code of the command.
    public struct Code: Sendable, Hashable {
        private enum Value: Hashable {
            case usage, badTemplate, unreadableFile, noSuchDevice, ambiguousDevice, deviceBusy,
                permissionDenied
            case deviceLost, deviceStalled, noFrames, unsupportedMode, missingElement, noEncoder
            case fileExists, cannotCreateFile, diskFull, writeFailed
            case noDisplay, windowClosed
            case encoderFailed, nothingRecorded, stopTimedOut, unplayable, internalFailure, notRunning
        }
        private let value: Value

        /// The caller asked for something that makes no sense.
        public static let usage = Code(value: .usage)
        /// A pipeline template does not hold together.
        public static let badTemplate = Code(value: .badTemplate)
        /// A file that should be read cannot be.
        public static let unreadableFile = Code(value: .unreadableFile)
        /// No such camera or microphone.
        public static let noSuchDevice = Code(value: .noSuchDevice)
        /// Several devices answer to the name.
        public static let ambiguousDevice = Code(value: .ambiguousDevice)
        /// Another program uses the device.
        public static let deviceBusy = Code(value: .deviceBusy)
        /// The kernel does not let this user open the device.
        public static let permissionDenied = Code(value: .permissionDenied)
        /// The device went away.
        public static let deviceLost = Code(value: .deviceLost)
        /// The device stopped delivering, without an error.
        public static let deviceStalled = Code(value: .deviceStalled)
        /// The device never delivered anything.
        public static let noFrames = Code(value: .noFrames)
        /// The camera does not offer the size, rate or format.
        public static let unsupportedMode = Code(value: .unsupportedMode)
        /// A GStreamer element is not installed.
        public static let missingElement = Code(value: .missingElement)
        /// No installed encoder works for the codec.
        public static let noEncoder = Code(value: .noEncoder)
        /// There is no display for a preview, or it was lost.
        public static let noDisplay = Code(value: .noDisplay)
        /// Somebody closed the window of a preview.
        public static let windowClosed = Code(value: .windowClosed)
        /// The output file exists already.
        public static let fileExists = Code(value: .fileExists)
        /// The output file cannot be made.
        public static let cannotCreateFile = Code(value: .cannotCreateFile)
        /// The disk is full.
        public static let diskFull = Code(value: .diskFull)
        /// Writing failed.
        public static let writeFailed = Code(value: .writeFailed)
        /// An encoder or a filter failed.
        public static let encoderFailed = Code(value: .encoderFailed)
        /// The recording ended before anything was written.
        public static let nothingRecorded = Code(value: .nothingRecorded)
        /// Something did not let go in time; what exists was saved.
        public static let stopTimedOut = Code(value: .stopTimedOut)
        /// The finished file does not hold what it should.
        public static let unplayable = Code(value: .unplayable)
        /// A fault of this program.
        public static let internalFailure = Code(value: .internalFailure)
        /// The session does not run.
        public static let notRunning = Code(value: .notRunning)
    }

    /// The situation.
    public let code: Code
    /// What happened, and to what; a sentence without its full stop.
    public let what: String
    /// What to do next; a sentence without its full stop, or empty.
    public let advice: String
    /// GStreamer's own words, for `--verbose`; may be empty.
    public let detail: String

    /// Makes an error.
    public init(_ code: Code, _ what: String, advice: String = "", detail: String = "") {
        self.code = code
        self.what = CaptureError.withoutStop(what)
        self.advice = CaptureError.withoutStop(advice)
        self.detail = detail
    }

    /// Sentences come from several places, with and without a full stop; each gets exactly one in the end.
    private static func withoutStop(_ sentence: String) -> String {
        sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }

    /// Both sentences.
    public var description: String {
        [what, advice].filter { !$0.isEmpty }.map { $0.hasSuffix("?") ? $0 : $0 + "." }.joined(separator: " ")
    }
}
