internal import GStreamer

/// What the machine's own package lists say about elements: newer than any table that comes with gstcam.
///
/// Debian writes into the lists of its packages which elements each one has, and `apt-file` knows which plugins
/// lie in those that have no such line. AppStream's data were looked at: they name media types, not elements.
enum PackageLists {
    /// The package whose list names an element, by apt; nil where apt is not there or knows none.
    ///
    /// Takes a second or two the first time.
    static func package(of element: String) -> String? { byElement[element] }

    /// The package with a plugin that is called as an element begins, by apt-file; nil where none is known.
    ///
    /// Takes some seconds the first time.
    static func likelyPackage(of element: String) -> String? {
        // All elements of these are known: what is like one of theirs is a slip of the pen.
        let complete = Set(byElement.values)
        return byPlugin.filter { element.hasPrefix($0.key) && !complete.contains($0.value) }
            .max { $0.key.count < $1.key.count }?.value
    }

    private static let byElement = elements(
        in: Subprocess.output(of: [
            "sh", "-c", "timeout 20 apt-cache dumpavail | grep -aE '^(Package|Gstreamer-Elements): '",
        ]) ?? ""
    )

    private static let byPlugin = plugins(
        in: Subprocess.output(of: [
            "timeout", "20", "apt-file", "-x", "search", #"/gstreamer-1\.0/libgst[^/]*\.so$"#,
        ]) ?? ""
    )

    /// Reads lines such as `Package: NAME`, each followed by one such as `Gstreamer-Elements: ONE, TWO` if it has any.
    static func elements(in lists: String) -> [String: String] {
        var packages: [String: String] = [:]
        var package = ""
        for line in lists.split(separator: "\n") {
            if line.hasPrefix("Package: ") {
                package = String(line.dropFirst("Package: ".count))
            } else if line.hasPrefix("Gstreamer-Elements: ") {
                let names = line.dropFirst("Gstreamer-Elements: ".count).split { $0 == "," || $0 == " " }
                for name in names { packages[String(name)] = package }
            }
        }
        return packages
    }

    /// Reads lines such as `PACKAGE: /usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstPLUGIN.so`.
    ///
    /// An element is mostly called as its plugin is, and something more; shorter names than four letters begin too
    /// much.
    static func plugins(in files: String) -> [String: String] {
        var packages: [String: String] = [:]
        for line in files.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":"), let file = line.split(separator: "/").last,
                file.hasPrefix("libgst"), file.hasSuffix(".so")
            else { continue }
            let plugin = file.dropFirst("libgst".count).dropLast(".so".count)
            if plugin.count >= 4 { packages[String(plugin)] = String(line[..<colon]) }
        }
        return packages
    }
}
