internal import Recording

/// Whether this program is kept from the devices by a sandbox, so that the desktop has to be asked.
enum Sandbox {
    /// - Parameters:
    ///   - root: Where Flatpak leaves its mark.
    ///   - variable: The value of an environment variable.
    /// - Returns: Whether it is one of Flatpak or Snap, or `GSTCAM_ACCESS=portal` says so.
    static func isPresent(
        root: String = "",
        variable: (String) -> String? = Environment.value
    ) -> Bool {
        if variable("GSTCAM_ACCESS") == "portal" { return true }
        if Directory.resolve("\(root)/.flatpak-info") != nil { return true }
        guard let snap = variable("SNAP") else { return false }
        // Snaps without confinement, such as editors, hand their variable down to everything that they start.
        let description = Directory.text(of: "\(snap)/meta/snap.yaml") ?? ""
        return !description.split(separator: "\n").contains("confinement: classic")
    }
}
