import Foundation
import Testing

/// Encoders are text files: what is listed was tried, and a new one needs no new program.
@Suite struct EncodersTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test(.timeLimit(.minutes(15))) func everyEncoderIsTried() throws {
        let result = try workspace.gstcam("encoders", "--json")
        #expect(result.status == 0, "\(result.errors)")
        let list = try #require(result.events.first?["encoders"] as? [[String: Any]])
        let works = list.filter { $0["works"] as? Bool == true }.compactMap { $0["name"] as? String }
        #expect(Set(works).isSuperset(of: ["x264enc", "vp8enc", "avenc_aac", "opusenc"]))
        for entry in list where entry["works"] as? Bool == false {
            let missing = try #require(entry["missing"] as? [String])
            #expect(entry["problem"] is String)
            if !missing.isEmpty { #expect(entry["package"] is String, "\(missing)") }
        }
        let text = try workspace.gstcam("encoders").output
        #expect(text.contains("\nh264:\n"))
        for entry in list { #expect(text.contains("  \(entry["name"] as? String ?? "?") ")) }
    }

    @Test(.timeLimit(.minutes(15))) func aNewEncoderIsTwoTextFiles() throws {
        let directory = workspace.path + "/mine"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        workspace.write(
            Data(
                """
                [template]
                summary  = a JPEG for each picture
                encodes  = mjpeg
                package  = gstreamer1.0-plugins-good

                [video.encoder]
                videoconvert ! video/x-raw, format=I420 ! jpegenc
                """.utf8
            ),
            to: "mine/jpegenc.encoder"
        )
        workspace.write(
            Data(
                "[template]\nsuffixes = mjpg\nvideo = mjpeg\naudio = pcm\nfinish = none\n[muxer]\nmatroskamux\n"
                    .utf8
            ),
            to: "mine/pictures.container"
        )
        let environment = ["GSTCAM_PIPELINES_PATH": directory]
        let command = [Workspace.command]
        let check = try Child.run(
            command + ["templates", "check", "mine/jpegenc.encoder", "mine/pictures.container"],
            in: workspace.path,
            environment: environment
        )
        #expect(check.status == 0, "\(check.output)")
        let record =
            command + [
                "record", "-d", "test", "-s", "320x180", "-D", "1s", "--video-codec", "mjpeg", "a.mjpg",
            ]
        let result = try Child.run(record, in: workspace.path, environment: environment)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try Probe("a.mjpg", in: workspace).video.codec_name == "mjpeg")
        let unknown = try Child.run(record, in: workspace.path)
        #expect(unknown.status == 64)
    }

    @Test(.timeLimit(.minutes(15))) func anUnknownCodecListsWhatThereIs() throws {
        let result = try workspace.gstcam("record", "-d", "test", "--video-codec", "divx", "a.mp4")
        #expect(result.status == 64)
        #expect(
            result.errors == "gstcam: no encoder writes \"divx\". Use one of: h264, h265, av1; "
                + "gstcam encoders lists them all.\n"
        )
        #expect(workspace.files.isEmpty)
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            (["help", "nonsense"], "there is no help on \"nonsense\". There is on: record, "),
            (["templats"], "there is no command \"templats\". Did you mean templates?"),
            (["zzz"], "there is no command \"zzz\". Use one of: record, "),
        ]
    )
    func anUnknownCommandNamesTheKnownOnes(arguments: [String], sentence: String) throws {
        let result = try Child.run([Workspace.command] + arguments, in: workspace.path)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("gstcam: \(sentence)"), "\(result.errors)")
    }
}
