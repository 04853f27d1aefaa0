import Dispatch
import Glibc

/// Single keys from a terminal, without Enter; the terminal is as before when it is closed.
final class Keys: Sendable {
    private let source: EventSource
    private let before: termios

    /// Nil when nobody sits at a terminal, or when this process does not have it at the moment.
    /// - Parameter body: Called for each key, on a queue of its own: a terminal that blocks keeps nothing else waiting.
    init?(_ body: @escaping @Sendable (Character) -> Void) {
        var attributes = termios()
        guard isatty(STDIN_FILENO) != 0, Keys.hasTerminal, tcgetattr(STDIN_FILENO, &attributes) == 0 else {
            return nil
        }
        before = attributes
        // In the background a terminal answers with these, which would stop the recording.
        signal(SIGTTIN, SIG_IGN)
        signal(SIGTTOU, SIG_IGN)
        // Keys come one by one and are not shown; Ctrl-C and Ctrl-Z stay what they are.
        attributes.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
        let queue = DispatchQueue(label: "gstcam.keys")
        source = EventSource(DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)) {
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = Keys.hasTerminal ? read(STDIN_FILENO, &bytes, bytes.count) : 0
            // A terminal that hung up, or is another's for now, would be ready for ever.
            if count <= 0 { sleep(1) }
            for byte in bytes.prefix(max(0, count)) { body(Character(Unicode.Scalar(byte))) }
        }
    }

    private static var hasTerminal: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Gives the terminal back as it was.
    func close() {
        source.cancel()
        var attributes = before
        if Keys.hasTerminal { tcsetattr(STDIN_FILENO, TCSANOW, &attributes) }
    }
}
