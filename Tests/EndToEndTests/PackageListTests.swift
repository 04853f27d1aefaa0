import Foundation
import Testing

private let hasApt = FileManager.default.isExecutableFile(atPath: "/usr/bin/apt-cache")

/// What `gstcam templates check` says of elements that only this machine's package lists know: the real apt reads a
/// list that the test makes up.
@Suite(.enabled(if: hasApt, "this is not Debian")) struct PackageListTests {
    private let workspace: Workspace
    private let configuration: [String: String]

    init() throws {
        workspace = try Workspace()
        let folder = workspace.path
        let architecture = try workspace.tool("dpkg", "--print-architecture").output.split(separator: "\n")[0]
        for directory in ["lists/partial", "cache", "state"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(directory)",
                withIntermediateDirectories: true
            )
        }
        workspace.write(
            Data(
                """
                Dir::State "\(folder)/state";
                Dir::State::Lists "\(folder)/lists";
                Dir::State::status "/dev/null";
                Dir::Cache "\(folder)/cache";
                Dir::Etc::SourceList "\(folder)/sources.list";
                Dir::Etc::SourceParts "/dev/null";

                """.utf8
            ),
            to: "apt.conf"
        )
        workspace.write(
            Data("deb [trusted=yes] http://localhost/debian stable main\n".utf8),
            to: "sources.list"
        )
        workspace.write(
            Data(
                """
                Package: gstreamer1.0-holograms
                Version: 1.0
                Architecture: all
                Description: elements
                Gstreamer-Elements: hologramsrc, hologramenc
                Gstreamer-Version: 1.22
                Filename: pool/holograms.deb
                Size: 1

                """.utf8
            ),
            to: "lists/localhost_debian_dists_stable_main_binary-\(architecture)_Packages"
        )
        configuration = ["APT_CONFIG": "\(folder)/apt.conf"]
    }

    private func finding(_ element: String) throws -> String {
        workspace.write(
            Data("[template]\nsummary = x\nextends = test\n[video.filter]\n\(element)\n".utf8),
            to: "mine.pipeline"
        )
        let result = try Child.run(
            [Workspace.command, "templates", "check", "mine.pipeline"],
            in: workspace.path,
            environment: configuration
        )
        #expect(result.status == 65)
        return result.output + result.errors
    }

    @Test(.timeLimit(.minutes(15))) func aptKnowsThePackageOfAnElement() throws {
        let words = try finding("hologramenc")
        #expect(
            words.contains(
                "mine.pipeline:5:1: the element hologramenc is not here. Install gstreamer1.0-holograms."
            )
        )
    }
}
