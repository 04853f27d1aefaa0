import Foundation
import Testing

/// Where the device lab is; nil when it was left out.
enum Lab {
    static let directory = ProcessInfo.processInfo.environment["GSTCAM_LAB"]
}

extension Workspace {
    /// Runs a script in the device lab, in this directory.
    func lab(_ script: String, camera: String? = nil) throws -> Child.Result {
        let directory = try #require(Lab.directory)
        let options = camera.map { ["-v", $0] } ?? []
        return try Child.run(
            [directory + "/run-in-lab", "-s", path, "-t", "100"] + options + ["--", "bash", "-c", script],
            in: path,
            environment: ["GSTCAM_BINARY": Workspace.command]
        )
    }
}
