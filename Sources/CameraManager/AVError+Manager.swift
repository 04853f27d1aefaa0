internal import AVFoundation
internal import Glibc

extension AVError {
    /// Makes an error with its sentences.
    /// - Parameters:
    ///   - code: Apple's code.
    ///   - what: What happened, and to what.
    ///   - advice: What to do next.
    ///   - cause: The error below it.
    init(_ code: Code, _ what: String, advice: String = "", cause: NSError? = nil) {
        var info: [String: Any] = [NSLocalizedDescriptionKey: what]
        if !advice.isEmpty { info[NSLocalizedRecoverySuggestionErrorKey] = advice }
        info[NSUnderlyingErrorKey] = cause
        self.init(code, userInfo: info)
    }

    /// Something that the system refused.
    /// - Parameters:
    ///   - what: What could not be done.
    ///   - number: The `errno`.
    /// - Returns: The error, with the system's own words.
    static func refused(_ what: String, _ number: Int32) -> AVError {
        let cause = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
        let words = "\(what): \(String(cString: strerror(number)))"
        switch number {
        case ENOSPC, EDQUOT: return AVError(.diskFull, words, advice: "Free some space", cause: cause)
        case EACCES, EPERM, EROFS:
            let advice = "Choose a place that you can write to"
            return AVError(.applicationIsNotAuthorized, words, advice: advice, cause: cause)
        default: return AVError(.unknown, words, advice: "Choose another place", cause: cause)
        }
    }

    static var wasReset: AVError {
        AVError(
            .operationInterrupted,
            "the recording was thrown away, since the capture session was reset",
            advice: "Start another one"
        )
    }
}
