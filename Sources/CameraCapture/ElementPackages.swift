internal import Glibc
internal import PipelineTemplates
internal import Recording

/// Which Debian package has an element: from the file `elements.list` beside the templates, which knows hardware's
/// elements too and is there on every system, and for what that does not know from the machine's package lists.
struct ElementPackages: Sendable {
    private let packages: [String: String]

    /// Reads the list: a package with a colon, and its elements on lines that begin with a blank.
    init(_ list: String) {
        var packages: [String: String] = [:]
        var package = ""
        for line in list.split(separator: "\n") where !line.hasPrefix("#") {
            if line.hasPrefix(" ") {
                for name in line.split(separator: " ") { packages[String(name)] = package }
            } else {
                package = String(line.hasSuffix(":") ? line.dropLast() : line)
            }
        }
        self.packages = packages
    }

    /// The elements it knows.
    var names: [String] { Array(packages.keys) }

    /// What to do to get a known element; nil for one that is not in the list.
    func advice(for element: String) -> String? {
        guard let package = packages[element] ?? PackageLists.package(of: element) else { return nil }
        guard isInstalled(package) else { return "Install \(package)." }
        return "Its package \(package) is installed, so the hardware or the driver for it is not there."
    }

    private func isInstalled(_ package: String) -> Bool {
        let files = "/var/lib/dpkg/info/\(package)"
        if access("\(files).list", R_OK) == 0 { return true }
        // Packages that can be there for several processors have theirs in the name.
        return ["amd64", "arm64", "armhf", "i386", "riscv64"].contains {
            access("\(files):\($0).list", R_OK) == 0
        }
    }
}
