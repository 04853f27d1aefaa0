internal import CGStreamer

/// Something GStreamer refused to do.
public struct GStreamerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of refusal it was.
    public struct Code: Sendable, Hashable {
        private enum Value: Hashable {
            case initialization, noSuchElement, noSuchProperty, wrongType, parse, stateChange, link, discovery
            case messageBus
        }
        private let value: Value

        /// GStreamer could not be initialised.
        public static let initialization = Code(value: .initialization)
        /// An element is not installed.
        public static let noSuchElement = Code(value: .noSuchElement)
        /// The object has no property of that name.
        public static let noSuchProperty = Code(value: .noSuchProperty)
        /// The property exists but holds another type.
        public static let wrongType = Code(value: .wrongType)
        /// A pipeline description or caps text could not be parsed.
        public static let parse = Code(value: .parse)
        /// An element refused to change its state.
        public static let stateChange = Code(value: .stateChange)
        /// Two pads could not be linked.
        public static let link = Code(value: .link)
        /// A media file could not be examined.
        public static let discovery = Code(value: .discovery)
        /// There is no message bus, or a service on it did not answer.
        public static let messageBus = Code(value: .messageBus)
    }

    /// What kind of refusal it was.
    public let code: Code
    /// One sentence for people.
    public let message: String

    /// Makes an error of your own.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Takes over a GError that a C function handed out, and frees it.
    init(taking error: UnsafeMutablePointer<GError>?, code: Code, otherwise: String) {
        self.code = code
        guard let error else {
            message = otherwise
            return
        }
        message = error.pointee.message.map { String(cString: $0) } ?? otherwise
        g_error_free(error)
    }

    /// The message.
    public var description: String { message }
}
