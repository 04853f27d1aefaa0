internal import CGStreamer

/// Programs of the system that answer a question in text.
package enum Subprocess {
    /// What a program prints; stands for `g_subprocess_communicate_utf8`.
    ///
    /// What it says on standard error goes nowhere. Blocks until the program ends; call it on no thread that serves
    /// pictures or buttons.
    ///
    /// - Parameter words: The program, found on the path, and its arguments; no shell reads them.
    /// - Returns: Its standard output, or nil where there is no such program, or it fails, or prints other than text.
    package static func output(of words: [String]) -> String? {
        let flags = G_SUBPROCESS_FLAGS_STDOUT_PIPE.rawValue | G_SUBPROCESS_FLAGS_STDERR_SILENCE.rawValue
        var arguments: [UnsafePointer<CChar>?] = words.map { UnsafePointer(strdup($0)) } + [nil]
        defer { arguments.forEach { free(UnsafeMutablePointer(mutating: $0)) } }
        guard let process = g_subprocess_newv(&arguments, GSubprocessFlags(flags), nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(process)) }
        var text: UnsafeMutablePointer<CChar>?
        guard g_subprocess_communicate_utf8(process, nil, nil, &text, nil, nil) != 0 else { return nil }
        defer { g_free(text) }
        guard g_subprocess_get_successful(process) != 0 else { return nil }
        return text.map { String(cString: $0) }
    }
}
