import Glibc

/// Lines for people and programs; standard output for results, standard error for everything else.
///
/// Nobody who writes waits for somebody who does not read: see ``ConsoleOutput``.
enum Console {
    private static let results = ConsoleOutput(STDOUT_FILENO)
    private static let messages = ConsoleOutput(STDERR_FILENO)

    static func print(_ text: String) { results.write(text + "\n") }

    /// A line that the next one makes worthless.
    static func printPassing(_ text: String) { results.write(text + "\n", isPassing: true) }

    static func error(_ text: String) { messages.write("gstcam: \(text)\n") }

    static func note(_ text: String) { messages.write(text + "\n") }

    /// Replaces the current line of a terminal.
    static func live(_ text: String) { messages.write("\r\u{1B}[K" + text, isPassing: true) }

    static func clearLive() { messages.write("\r\u{1B}[K", isPassing: true) }

    static var isTerminal: Bool { isatty(STDERR_FILENO) != 0 }

    /// Before the process ends: waits for a reader, but no longer than a second.
    static func flush() {
        results.flush()
        messages.flush()
    }
}
