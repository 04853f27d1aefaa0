import Foundation
import Testing

/// The command `gstcam templates`: what is listed is there, what is rendered records, what is copied is used.
@Suite struct TemplatesTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Child.Result {
        try Child.run([Workspace.command] + arguments, in: workspace.path, environment: environment)
    }

    private func objects(_ result: Child.Result, _ key: String) throws -> [[String: Any]] {
        let whole = try #require(result.events.first, "\(result.errors)")
        return try #require(whole[key] as? [[String: Any]])
    }

    /// The templates whose elements are all installed and that have a camera.
    private func usable() throws -> [String] {
        try objects(try run("templates", "--json"), "templates").filter {
            $0["kind"] as? String == "pipeline" && ($0["missing"] as? [String])?.isEmpty == true
        }.compactMap { $0["name"] as? String }.filter { $0 != "base" && $0 != "file" }
    }

    @Test(.timeLimit(.minutes(15))) func everyFileIsListed() throws {
        let list = try run("templates")
        #expect(list.status == 0)
        for title in ["Templates:", "Encoders:", "Containers:", "Microphones:"] {
            #expect(list.output.contains(title))
        }
        let entries = try objects(try run("templates", "list", "--json"), "templates")
        let names = entries.compactMap { $0["name"] as? String }
        #expect(Set(names).isSuperset(of: ["base", "test", "file", "x264enc", "mp4", "alsa"]))
        for entry in entries {
            let name = try #require(entry["name"] as? String)
            #expect(entry["error"] == nil, "\(name)")
            #expect((entry["summary"] as? String)?.isEmpty == false, "\(name)")
            #expect(list.output.contains("\n  \(name) "))
        }
    }

    @Test(.timeLimit(.minutes(15))) func aFileIsShownWithItsParameters() throws {
        let result = try run("templates", "show", "test")
        #expect(result.status == 0)
        #expect(result.output.contains("\n[template]\nsummary  = test picture\n"))
        #expect(result.output.contains("\n# It extends base.\n"))
        let row = try #require(
            result.output.split(separator: "\n").first { $0.hasPrefix("#   video-bitrate ") }
        )
        #expect(row.contains(" bitrate ") && row.contains(" 4M "))
        let wrong = try run("templates", "show", "tset")
        #expect(wrong.status == 65)
        #expect(wrong.errors == "gstcam: there is no template or part \"tset\". Did you mean \"test\"?\n")
    }

    @Test(.timeLimit(.minutes(15))) func theCheckTellsOneLineForEachMistake() throws {
        let good = try run("templates", "check", "test", "x264enc.encoder", "mp4")
        #expect(good.status == 0)
        #expect(
            good.output
                == "test: nothing is wrong\nx264enc.encoder: nothing is wrong\nmp4: nothing is wrong\n"
        )
        let text =
            "[template]\nextends = base\n\n[video.source]\nvideotestsrc name=camera patern=ball\n! videoconvet\n"
        workspace.write(Data(text.utf8), to: "a b.pipeline")
        workspace.write(Data("[template]\nextends = bsae\n".utf8), to: "c.pipeline")
        let lines = [
            "a b.pipeline:5:26: videotestsrc has no property \"patern\". Did you mean \"pattern\"?",
            "a b.pipeline:6:3: there is no element \"videoconvet\". Did you mean \"videoconvert\"?",
            "c.pipeline:2:11: there is no template \"bsae\". Did you mean \"base\"?",
        ]
        let bad = try run("templates", "check", "a b.pipeline", "c.pipeline")
        #expect(bad.status == 65)
        #expect(bad.output.split(separator: "\n").map(String.init) == lines)
        #expect(bad.errors == "gstcam: 3 mistakes were found. Mend what the lines above say.\n")
        let json = try run("templates", "check", "--json", "a b.pipeline", "test")
        #expect(json.status == 65)
        let findings = try objects(json, "findings")
        #expect(findings.map { $0["line"] as? Int } == [5, 6])
        #expect(findings.allSatisfy { $0["severity"] as? String == "error" && $0["hint"] is String })
        #expect(try run("templates", "check", "./none.pipeline").status == 65)
    }

    @Test(.timeLimit(.minutes(15))) func whatIsRenderedRecords() throws {
        let names = try usable()
        #expect(names.count >= 6)
        for name in names {
            let file = "\(name) it's 100%.mkv"
            let rendering = try run(
                "templates",
                "render",
                name,
                "-o",
                file,
                "-p",
                "camera=test",
                "-p",
                "width=320",
                "-p",
                "height=180"
            )
            #expect(rendering.status == 0, "\(name): \(rendering.errors)")
            #expect(rendering.output.hasPrefix("gst-launch-1.0 -e "))
            #expect(rendering.output.split(separator: "\n").count == 1)
            // Ctrl-C, as the person would type it; timeout sends it to the shell and what it started.
            let command = rendering.output.trimmingCharacters(in: .newlines)
            let run = try Child.run(["timeout", "-s", "INT", "5", "bash", "-c", command], in: workspace.path)
            #expect(workspace.files.contains(file), "\(name): \(run.errors)")
            let video = try Probe(file, in: workspace).video
            #expect(video.codec_name == "h264", "\(name)")
            #expect(video.width == 320 && video.height == 180, "\(name)")
            #expect(video.frames > 0, "\(name)")
        }
    }

    @Test(.timeLimit(.minutes(15))) func aRenderedFileKeepsItsSound() throws {
        _ = try run("record", "-d", "test", "-s", "320x180", "-D", "1s", "a.mkv")
        let rendering = try run("templates", "render", "file", "-p", "device=a.mkv", "-o", "b.mp4")
        #expect(rendering.status == 0 && rendering.errors.isEmpty, "\(rendering.errors)")
        let command = rendering.output.trimmingCharacters(in: .newlines)
        _ = try workspace.tool("bash", "-c", command)
        let probe = try Probe("b.mp4", in: workspace)
        #expect(probe.video.frames == 30)
        #expect(probe.audio?.codec_name == "aac")
        let silent = try run("templates", "render", "file", "-p", "device=a.mkv", "--no-audio")
        #expect(!silent.output.contains("aac"))
    }

    @Test(.timeLimit(.minutes(15))) func whatCannotBeRenderedSaysWhy() throws {
        let without = try run("templates", "render", "usb-webcam", "-p", "device=/dev/nonsense")
        #expect(without.status == 0)
        #expect(without.errors.hasPrefix("There is no camera for usb-webcam here"))
        #expect(without.output.contains("device=/dev/nonsense"))
        #expect(try run("templates", "render", "test", "-p", "patern=ball").status == 65)
        #expect(try run("templates", "render", "test", "-o", "a.xyz").status == 64)
        #expect(try run("templates", "render", "base").status == 65)
    }

    @Test(.timeLimit(.minutes(15))) func aCopyIsUsedInsteadOfTheOriginal() throws {
        let environment = ["XDG_CONFIG_HOME": workspace.path + "/settings"]
        let copy = try run("templates", "copy", "test", environment: environment)
        #expect(copy.status == 0, "\(copy.errors)")
        let path = workspace.path + "/settings/gstcam/pipelines/test.pipeline"
        #expect(copy.output == path + "\n")
        let again = try run("templates", "copy", "test", environment: environment)
        #expect(again.status == 73)
        #expect(again.errors.contains("exists already and is never overwritten"))
        let listed = try objects(try run("templates", "--json", environment: environment), "templates")
        #expect(listed.contains { $0["path"] as? String == path })
        let other = try run("templates", "copy", "x264enc", "--to", "here/there")
        #expect(other.output == "here/there/x264enc.encoder\n")
        #expect(try run("templates", "check", "here/there/x264enc.encoder").status == 0)
        try FileManager.default.removeItem(atPath: path)
        let after = try objects(try run("templates", "--json", environment: environment), "templates")
        #expect(!after.contains { $0["path"] as? String == path })
    }
}
