internal import Foundation

/// Tells of a call that Apple answers with an exception; here it is ignored, and the program goes on.
enum Fault {
    /// Writes one line to standard error.
    /// - Parameters:
    ///   - what: What was wrong, and what happens instead.
    ///   - caller: The call.
    static func report(_ what: String, caller: String = #function) {
        FileHandle.standardError.write(Data("AVFoundation: \(caller): \(what).\n".utf8))
    }
}
