internal import Recording

/// The stable names that udev gives to nodes, as symbolic links in `by-id` and `by-path`.
struct StableLinks {
    private let names: [String: [String]]

    /// - Parameter root: The directory with the two folders of links, `/dev/v4l` for cameras.
    init(root: String) {
        var names: [String: [String]] = [:]
        for folder in ["by-id", "by-path"] {
            for name in Directory.names(in: "\(root)/\(folder)") {
                let link = "\(root)/\(folder)/\(name)"
                guard let node = Directory.resolve(link) else { continue }
                names[node, default: []] += [link, name]
            }
        }
        self.names = names
    }

    /// The names of a node, the most stable first.
    func names(for node: String) -> [String] { names[node] ?? [] }
}
