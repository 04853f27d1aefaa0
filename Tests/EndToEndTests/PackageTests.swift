import Foundation
import Testing

/// What `make install` and `make deb` make of the finished command and plugin, which `make test` builds.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["GSTCAM_PLUGIN"] != nil)) struct PackageTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func make(_ words: String...) throws -> Child.Result {
        try Child.run(["make", "-s"] + words, in: Plugin.root.path)
    }

    private func below(_ directory: String) -> [String] {
        let all =
            FileManager.default.enumerator(atPath: workspace.path + "/" + directory)?.allObjects as? [String]
        return (all ?? []).filter { name in
            var isDirectory: ObjCBool = false
            _ = FileManager.default.fileExists(
                atPath: "\(workspace.path)/\(directory)/\(name)",
                isDirectory: &isDirectory
            )
            return !isDirectory.boolValue
        }.sorted()
    }

    @Test(arguments: ["/usr", "/usr/local", "/home/someone"])
    func uninstallRemovesWhatInstallPutThere(_ prefix: String) throws {
        let installed = try make("install", "DESTDIR=\(workspace.path)/root", "PREFIX=\(prefix)")
        #expect(installed.status == 0, "\(installed.errors)")
        let files = below("root").map { "/" + $0 }
        let plugins =
            prefix == "/home/someone"
            ? "/home/someone/lib/gstreamer-1.0"
            : try workspace.tool("pkg-config", "--variable=pluginsdir", "gstreamer-1.0").output
                .trimmingCharacters(in: .newlines)
        for file in [
            "\(prefix)/bin/gstcam", "\(prefix)/share/gstcam/pipelines/base.pipeline",
            "\(prefix)/share/man/man1/gstcam.1", "\(prefix)/share/bash-completion/completions/gstcam",
            "\(plugins)/libgstcamelements.so",
        ] {
            #expect(files.contains(file), "\(file)")
        }
        let removed = try make("uninstall", "DESTDIR=\(workspace.path)/root", "PREFIX=\(prefix)")
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(below("root").isEmpty)
    }

    @Test(.timeLimit(.minutes(15))) func thePackageHoldsAWorkingCommand() throws {
        let built = try Child.run([".ci/deb", workspace.path], in: Plugin.root.path)
        #expect(built.status == 0, "\(built.errors)")
        let package = try #require(workspace.files.first { $0.hasSuffix(".deb") })
        let depends = try workspace.tool("dpkg-deb", "-f", package, "Depends").output
        for name in ["libc6 (>= ", "libgstreamer1.0-0 (>= ", "gstreamer1.0-plugins-good"] {
            #expect(depends.contains(name), "\(depends)")
        }
        _ = try workspace.tool("dpkg-deb", "-x", package, "root")
        let version = try workspace.tool("root/usr/bin/gstcam", "--version").output
        #expect(try "gstcam \(workspace.tool("dpkg-deb", "-f", package, "Version").output)" == version)
        let result = try workspace.tool(
            "root/usr/bin/gstcam",
            "record",
            "-q",
            "-d",
            "test",
            "--no-audio",
            "-s",
            "320x240",
            "-D",
            "1s",
            "a.mp4"
        )
        #expect(result.errors.isEmpty)
        #expect(try Probe("a.mp4", in: workspace).video.frames == 30)
    }

    @Test func theManualAndTheCompletionKnowEveryOption() throws {
        let manual = try Child.run([".ci/manual", Workspace.command], in: Plugin.root.path)
        let completion = try Child.run([".ci/completion", Workspace.command], in: Plugin.root.path)
        #expect(manual.status == 0 && completion.status == 0)
        workspace.write(Data(manual.output.utf8), to: "gstcam.1")
        workspace.write(Data(completion.output.utf8), to: "gstcam.bash")
        _ = try workspace.tool("bash", "-n", "gstcam.bash")
        let formatted = try workspace.tool("groff", "-man", "-Tascii", "-P-cbou", "-ww", "gstcam.1")
        #expect(formatted.errors.isEmpty, "\(formatted.errors)")
        for command in ["record", "preview", "devices", "templates", "encoders", "recover"] {
            let help = try workspace.gstcam("help", command).output
            for option in help.matches(of: /(?m)^ +(?:-\w, +)?(--[a-z-]+)/).map({ String($0.1) }) {
                #expect(formatted.output.contains(option), "\(command) \(option)")
                #expect(completion.output.contains(" \(option)"), "\(command) \(option)")
            }
        }
        let offered = try workspace.tool(
            "bash",
            "-c",
            ". ./gstcam.bash; COMP_WORDS=(gstcam record --vid); COMP_CWORD=2; _gstcam gstcam --vid record; "
                + "echo \"${COMPREPLY[*]}\""
        )
        #expect(offered.output == "--video-codec --video-bitrate\n")
    }
}
