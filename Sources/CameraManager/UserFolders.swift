internal import AVFoundation

/// The folders that a desktop has for certain files, as `xdg-user-dir` finds them.
struct UserFolders {
    /// The environment.
    let environment: [String: String]

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
    }

    private func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

    private var home: String { value("HOME") ?? NSHomeDirectory() }

    /// The folder for videos: what the desktop's file says, else the environment, else `Videos` at home.
    var videos: URL {
        let configuration = value("XDG_CONFIG_HOME") ?? "\(home)/.config"
        let text = try? String(contentsOfFile: "\(configuration)/user-dirs.dirs", encoding: .utf8)
        let path =
            text.flatMap { folder("XDG_VIDEOS_DIR", in: $0) }
            ?? value("XDG_VIDEOS_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? "\(home)/Videos"
        return URL(fileURLWithPath: path, isDirectory: true)
    }

    /// What a line such as `XDG_VIDEOS_DIR="$HOME/Videos"` says; the last one counts, as in a shell.
    private func folder(_ name: String, in text: String) -> String? {
        text.split(separator: "\n").compactMap { line -> String? in
            let parts = line.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard parts.count == 2, parts[0] == name, parts[1].hasPrefix("\"") else { return nil }
            return path(quoted: parts[1])
        }.last
    }

    /// The path between two quotation marks: absolute, or below `$HOME`; nil for anything else.
    private func path(quoted text: String) -> String? {
        var path = ""
        var isEscaped = false
        for character in text.dropFirst() {
            if isEscaped {
                path.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                break
            } else {
                path.append(character)
            }
        }
        if path == "$HOME" || path.hasPrefix("$HOME/") { return home + path.dropFirst("$HOME".count) }
        return path.hasPrefix("/") ? path : nil
    }
}
