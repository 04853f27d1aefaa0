internal import Glibc

/// Why a movie file could not be read or finished.
public struct MovieFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The situation.
    public struct Code: Sendable, Hashable {
        private enum Value: Hashable {
            case cannotOpen, cannotRead, cannotWrite, notAMovie, missingHeader, noMedia, unsupported
        }
        private let value: Value

        /// The file cannot be opened.
        public static let cannotOpen = Code(value: .cannotOpen)
        /// Reading failed.
        public static let cannotRead = Code(value: .cannotRead)
        /// Writing failed; the file is as it was.
        public static let cannotWrite = Code(value: .cannotWrite)
        /// The file is no MP4 or MOV file.
        public static let notAMovie = Code(value: .notAMovie)
        /// The description of the streams, which a recording begins with, is missing.
        public static let missingHeader = Code(value: .missingHeader)
        /// The file holds no complete picture and no complete sound.
        public static let noMedia = Code(value: .noMedia)
        /// The file uses something that this code does not know.
        public static let unsupported = Code(value: .unsupported)
    }

    /// The situation.
    public let code: Code
    /// The file.
    public let path: String
    /// What happened, in one sentence without its full stop.
    public let message: String

    init(_ code: Code, _ path: String, _ what: String, errno number: Int32? = nil) {
        self.code = code
        self.path = path
        message = "\(path) \(what)" + (number.map { ": " + String(cString: strerror($0)) } ?? "")
    }

    /// The message.
    public var description: String { message }
}
