import Glibc

/// Lines for people and programs; standard output for results, standard error for everything else.
enum Console {
    static func print(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    static func error(_ text: String) { write("gstcam: \(text)\n", to: STDERR_FILENO) }

    static func note(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    /// Replaces the current line of a terminal.
    static func live(_ text: String) { write("\r\u{1B}[K" + text, to: STDERR_FILENO) }

    static func clearLive() { write("\r\u{1B}[K", to: STDERR_FILENO) }

    static var isTerminal: Bool { isatty(STDERR_FILENO) != 0 }

    /// Unbuffered: whoever reads must not wait, and a killed process must not lose what it said.
    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { return }
        }
    }
}
