internal import Glibc

/// Why a movie could not be read or finished.
public struct MovieFileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of failure it was.
    public struct Code: Sendable, Hashable {
        private enum Value: Hashable {
            case cannotOpen, cannotRead, cannotWrite, cannotCreate, exists, beingWritten
            case notAMovie, missingHeader, noMedia, unsupported
        }
        private let value: Value

        /// The file does not exist or may not be opened.
        public static let cannotOpen = Code(value: .cannotOpen)
        /// The file was opened but a part of it could not be read.
        public static let cannotRead = Code(value: .cannotRead)
        /// The file may not be changed, or the disk took no more.
        public static let cannotWrite = Code(value: .cannotWrite)
        /// Some process still writes the file.
        public static let beingWritten = Code(value: .beingWritten)
        /// A copy cannot be made where it should be.
        public static let cannotCreate = Code(value: .cannotCreate)
        /// Something is already where a copy should be made.
        public static let exists = Code(value: .exists)
        /// The bytes are not those of any container that this module knows.
        public static let notAMovie = Code(value: .notAMovie)
        /// What says what the media are, such as the first `moov`, is missing or cut.
        public static let missingHeader = Code(value: .missingHeader)
        /// The file holds no complete sample.
        public static let noMedia = Code(value: .noMedia)
        /// The file uses something that this module does not handle.
        public static let unsupported = Code(value: .unsupported)
    }

    /// What kind of failure it was.
    public let code: Code
    /// The file it happened to.
    public let path: String
    /// One sentence for people: what happened and what to do.
    public private(set) var message: String
    /// The number of the system's error, such as `ENOSPC`; nil when no system call failed.
    public let systemError: Int32?
    /// Whether a part of the file was changed already.
    public private(set) var leavesChanges = false

    /// The message.
    public var description: String { message }

    init(_ code: Code, path: String, _ message: String) {
        self.code = code
        self.path = path
        self.message = message
        systemError = nil
    }

    /// A failed system call: the sentence ends with the system's own words.
    init(_ code: Code, path: String, _ message: String, errno number: Int32) {
        self.code = code
        self.path = path
        self.message = "\(message): \(String(cString: strerror(number)))"
        systemError = number
    }

    /// The same error behind the point where the file is no longer what it was.
    func leavingChanges(copy: String? = nil) -> MovieFileError {
        var error = self
        error.leavesChanges = true
        if let copy { error.message += "; a part of it was changed, and as it was it is in \(copy)" }
        return error
    }

    /// Does what changes a file, so that a failure tells that it did.
    static func changing(_ body: () throws(MovieFileError) -> Void) throws(MovieFileError) {
        do throws(MovieFileError) { try body() } catch { throw error.leavingChanges() }
    }
}
