import Dispatch
import Glibc

/// Single keys from a terminal, without Enter; the terminal is as before when it is closed.
final class Keys: Sendable {
    private let source: EventSource
    private let before: termios

    /// Nil when nobody sits at a terminal, or when this process does not have it at the moment.
    init?(on queue: DispatchQueue, _ body: @escaping @Sendable (Character) -> Void) {
        var attributes = termios()
        guard isatty(STDIN_FILENO) != 0, tcgetpgrp(STDIN_FILENO) == getpgrp(),
            tcgetattr(STDIN_FILENO, &attributes) == 0
        else { return nil }
        before = attributes
        // Keys come one by one and are not shown; Ctrl-C and Ctrl-Z stay what they are.
        attributes.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
        source = EventSource(DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)) {
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            for byte in bytes.prefix(max(0, count)) { body(Character(Unicode.Scalar(byte))) }
        }
    }

    /// Gives the terminal back as it was.
    func close() {
        source.cancel()
        var attributes = before
        tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
    }
}
