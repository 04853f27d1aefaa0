internal import AVFoundation

/// Which folders a Flatpak lets this program write to.
///
/// A folder that it does not is a folder of the sandbox's own, and what is saved there is lost with the program.
struct FlatpakAccess {
    /// What Flatpak wrote down for this program; nil outside one.
    let description: String?
    let environment: [String: String]

    init(
        description: String? = try? String(contentsOfFile: "/.flatpak-info", encoding: .utf8),
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.description = description
        self.environment = environment
    }

    /// Refuses a folder that is not the person's own.
    /// - Throws: `AVError` that says what the Flatpak lacks.
    func check(_ folder: URL) throws {
        guard let description else { return }
        let grants = FlatpakAccess.grants(in: description)
        guard !grants.contains(where: { covers($0, folder.standardizedFileURL.path) }) else { return }
        throw AVError(
            .applicationIsNotAuthorized,
            "this Flatpak may not write to \(folder.path)",
            advice: "Allow it with: flatpak override --user --filesystem=xdg-videos, and the program's name"
        )
    }

    /// The entries of `filesystems` under `[Context]` that let a program write.
    private static func grants(in description: String) -> [String] {
        var section = ""
        for line in description.split(separator: "\n") {
            if line.hasPrefix("[") {
                section = String(line)
            } else if section == "[Context]", line.hasPrefix("filesystems=") {
                return line.dropFirst("filesystems=".count).split(separator: ";").compactMap { entry in
                    guard !entry.hasPrefix("!"), !entry.hasSuffix(":ro") else { return nil }
                    let end = entry.hasSuffix(":rw") ? 3 : entry.hasSuffix(":create") ? 7 : 0
                    return String(entry.dropLast(end))
                }
            }
        }
        return []
    }

    private func covers(_ grant: String, _ path: String) -> Bool {
        let home = environment["HOME"] ?? NSHomeDirectory()
        let root: String
        switch grant.split(separator: "/", maxSplits: 1).first.map(String.init) {
        case "host" where grant == "host": return true
        case "home" where grant == "home": root = home
        case "~": root = home + grant.dropFirst()
        case "xdg-videos":
            root = UserFolders(environment: environment).videos.path + grant.dropFirst("xdg-videos".count)
        default: root = grant
        }
        return path == root || path.hasPrefix(root.hasSuffix("/") ? root : root + "/")
    }
}
