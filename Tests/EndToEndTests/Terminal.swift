import Foundation
import Testing

extension Workspace {
    /// A key, and how many seconds after the key before it is pressed.
    struct Key: Encodable {
        let key: String
        let after: Double

        init(_ key: Character, after: Double) {
            self.key = String(key)
            self.after = after
        }
    }

    /// What a terminal showed, and how it was left.
    struct Session: Decodable {
        let status: Int32
        let text: String
        /// Whether keys are shown and lines are edited again, as before.
        let isAsBefore: Bool
    }

    /// Runs the command as somebody at a terminal does, and presses keys once it has shown something.
    func terminal(_ arguments: [String], waitFor text: String, _ keys: [Key]) throws -> Session {
        let script = """
            import json, os, pty, select, sys, termios, time
            words, text, keys = json.loads(sys.argv[1]), sys.argv[2].encode(), json.loads(sys.argv[3])
            child, terminal = pty.fork()
            if child == 0:
                os.execvp(words[0], words)
            before, seen, due = termios.tcgetattr(terminal)[3], b"", None
            while True:
                if select.select([terminal], [], [], 0.01)[0]:
                    try:
                        more = os.read(terminal, 4096)
                    except OSError:
                        break
                    if not more:
                        break
                    seen += more
                if due is None and text in seen:
                    due = time.monotonic()
                while due is not None and keys and time.monotonic() >= due + keys[0]["after"]:
                    due += keys[0]["after"]
                    os.write(terminal, keys.pop(0)["key"].encode())
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            try:
                after = termios.tcgetattr(terminal)[3]
            except termios.error:
                after = None
            json.dump({"status": status, "text": seen.decode(errors="replace"), "isAsBefore": after == before}, sys.stdout)
            """
        func json(_ value: some Encodable) throws -> String {
            String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        }
        let result = try Child.run(
            ["/usr/bin/python3", "-c", script, json([Workspace.command] + arguments), text, json(keys)],
            in: path
        )
        try #require(result.status == 0, "\(result.errors)")
        return try JSONDecoder().decode(Session.self, from: Data(result.output.utf8))
    }
}
