import Foundation
import PipelineTemplates
import Testing

@Suite struct LaunchTests {
    private static let body = """
        [parameters]
        segment duration 0s
        app string "a \\"b\\""
        [video.source]
        vsrc ! video/x-raw, width=3
        [audio.source]
        asrc
        [video.filter]
        filter
        [video.stabilizer]
        [video.encoder]
        venc
        [audio.encoder]
        aenc
        [muxer]
        mux a=1
        [sink]
        splitmuxsink name=sink max-size-time=${segment}
        """

    private func launch(
        _ body: String,
        _ location: String,
        audio: Bool = true,
        _ values: [String: String] = [:]
    ) throws
        -> String
    {
        try Fixtures.resolved(body).bind(values).launchText(location: location, audio: audio)
    }

    @Test func stagesAreLinkedWithQueues() throws {
        #expect(
            try launch(Self.body, "/tmp/a.mp4")
                == "vsrc ! video/x-raw, width=3 ! queue ! filter ! venc ! queue ! sink.video"
                + "  asrc ! queue ! aenc ! queue ! sink.audio_0"
                + #"  splitmuxsink name=sink muxer="mux a=1" location=/tmp/a.mp4 max-size-time=0"#
        )
        #expect(
            try launch(Self.body, "/tmp/a.mp4", audio: false)
                == "vsrc ! video/x-raw, width=3 ! queue ! filter ! venc ! queue ! sink.video"
                + #"  splitmuxsink name=sink muxer="mux a=1" location=/tmp/a.mp4 max-size-time=0"#
        )
    }

    @Test(arguments: [
        ("/tmp/100%.mp4", "0", #"location=\"/tmp/100\\\%\\\%.mp4\""#),
        ("%s%n", "0", #"location=\"\\\%\\\%s\\\%\\\%n\""#),
        ("%\u{301}", "0", #"location=\"\\\%\\\%\\314\\201\""#),
        ("/a.b/c.mp4", "10s", #"location=\"/a.b/c-\\\%05d.mp4\""#),
        ("/a.b/c", "10s", #"location=\"/a.b/c-\\\%05d\""#),
        ("/a/.mp4", "10s", #"location=\"/a/.mp4-\\\%05d\""#),
        ("c.d.ts", "10s", #"location=\"c.d-\\\%05d.ts\""#),
    ])
    func aFileNameIsNeverAFormat(name: String, segment: String, expected: String) throws {
        let text = try launch(Self.body, name, ["segment": segment])
        #expect(text.contains(" \(expected) "), "\(text)")
    }

    @Test func aMuxerMayHoldQuotedValues() throws {
        let body = Self.body.replacing("mux a=1", with: "mux a=${app}")
        #expect(
            try launch(body, "/a").contains(#" muxer="mux a=\\\"a\\\\040\\\\\\\"b\\\\\\\"\\\"" "#)
        )
    }

    @Test func anEmptyEncoderLeavesTheStreamAsItIs() throws {
        #expect(
            try launch("[video.source]\nvsrc\n[video.encoder]\n[sink]\ns name=sink", "/a")
                == "vsrc ! queue ! queue ! sink.video  s name=sink location=/a"
        )
    }

    @Test(arguments: [
        (
            "[sink]\ns name=sink", "/a",
            "t.pipeline: t has no [video.source]. Write the stage, or extend a template that has it."
        ),
        (
            "[video.source]\nx", "/a",
            "t.pipeline: t has no [sink]. Write the stage, or extend a template that has it."
        ),
        (
            "[video.source]\nx\n[video.encoder]\nauto\n[sink]\ns name=sink", "/a",
            "t.pipeline:3:1: [video.encoder] is auto and nothing filled it. Choose a part for it, or write a fragment."
        ),
        (
            "[video.source]\nx\n[sink]\ns name=sink", "",
            #"t.pipeline: "" is no file name. Give the path of the file to record to."#
        ),
    ])
    func whatCannotRecordSaysWhy(body: String, location: String, expected: String) {
        #expect {
            try launch(body, location)
        } throws: {
            "\($0)" == expected
        }
    }

    @Test func aCommandIsQuotedForTheShell() throws {
        let body = """
            [parameters]
            note string "it's $HOME"
            [video.source]
            vsrc text="a  b" note=${note} ! video/x-raw(memory:X), width=3
            [muxer]
            mux
            [sink]
            s name=sink
            """
        let command = try Fixtures.resolved(body).bind([:]).launchCommand(location: "/a", audio: true)
        #expect(
            command == #"gst-launch-1.0 -e vsrc 'text="a  b"' 'note=\"it\\\'\''s\\040\\\$HOME\"' ! "#
                + #"'video/x-raw(memory:X),' width=3 ! queue ! queue ! sink.video s name=sink 'muxer="mux"' location=/a"#
        )
    }

    @Test(arguments: [
        "", "plain", "it's", "a b", "$HOME `id` $(id)", "\\", "\"", "!", "é😀", "a\nb", "*", "~", "-e",
    ])
    func bashReadsBackTheWordsOfACommand(text: String) throws {
        let body = "[parameters]\nnote string -\n[video.source]\nvsrc note=${note}\n[sink]\ns name=sink"
        let bound = try Fixtures.resolved(body).bind(["note": text])
        let command = try bound.launchCommand(location: "/tmp/it's 100% \"x\" \(text).mp4", audio: true)
        let line = try bound.launchText(location: "/tmp/it's 100% \"x\" \(text).mp4", audio: true)
        let words = try Shell.run("printf '%s\\n' " + command.dropFirst("gst-launch-1.0 -e ".count)).output
        #expect(words.split(separator: "\n").joined(separator: " ") == line.replacing("  ", with: " "))
    }
}

/// Runs a command through bash.
enum Shell {
    static func run(_ command: String) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", command]
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
