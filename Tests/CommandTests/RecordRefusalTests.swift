import Testing

@testable import gstcam

/// What `gstcam record` does not understand is refused in one sentence, with exit code 64.
@Suite struct RecordRefusalTests {
    @Test(
        arguments: [
            (
                ["a.mp4", "b.mp4", "c.mp4"],
                "record writes one FILE, and 3 were given. Put a name with spaces in quotes."
            ),
            (
                ["--set", "speed"],
                "\"speed\" sets nothing. Write --set NAME=VALUE, such as --set speed=veryfast."
            ),
            (
                ["-p", "=fast"],
                "\"=fast\" sets nothing. Write --set NAME=VALUE, such as --set speed=veryfast."
            ),
            (
                ["--no-audio", "--audio", "x"],
                "--no-audio and a microphone were both asked for. Leave one of them out."
            ),
            (
                ["--require-audio", "--no-audio"],
                "--no-audio and a microphone were both asked for. Leave one of them out."
            ),
            (
                ["--max-size", "10k"],
                "--max-size 10k is too small for a recording. Give at least 100k."
            ),
            (["-D", "0"], "--duration 0 is no time. Give more than zero, such as 10s."),
            (["--segment", "0ms"], "--segment 0ms is no time. Give more than zero, such as 10s."),
            (["--json=yes"], "--json takes no value. Leave out \"yes\"."),
            (["-q1"], "-q takes no value. Leave out \"1\"."),
            (["--dur"], "record has no option --dur. Did you mean --duration?"),
            (["--bitrate=3M"], "record has no option --bitrate. Did you mean --video-bitrate?"),
            (["--duration-of-it"], "record has no option --duration-of-it. Did you mean --duration?"),
            (["--nonsense"], "record has no option --nonsense. See gstcam help record."),
            (["-é"], "record has no option -é. See gstcam help record."),
            (["--=x"], "record has no option --. See gstcam help record."),
        ] as [([String], String)]
    )
    func theSentenceSaysWhatAndWhatToDo(words: [String], sentence: String) throws {
        let error = try #require(throws: CommandError.self) { _ = try RecordArguments(words) }
        #expect(error.description == sentence)
        #expect(error.exitCode == .usage)
        #expect(error.exitCode.rawValue == 64)
    }

    @Test(
        arguments: [
            "640", "640x", "x480", "640x480x3", "0x480", "640x0", "-640x480", "640*480", "ax480", "",
            "16385x16", "16x16385", "640.5x480", "99999999999999999999x1",
        ]
    )
    func whatIsNoSizeIsSaidToBeNone(text: String) throws {
        let error = try #require(throws: CommandError.self) { _ = try RecordArguments(["--size", text]) }
        #expect(
            error.description == "\"\(text)\" is no size. Write WIDTHxHEIGHT in pixels, such as 1280x720."
        )
        #expect(error.exitCode == .usage)
    }

    @Test(arguments: RecordArguments.table.filter { $0.value != nil }.map(\.name))
    func anOptionWithoutItsValueSaysWhatItTakes(name: String) throws {
        let option = try #require(RecordArguments.table.first { $0.name == name })
        for word in [option.name, option.short].compactMap(\.self) {
            let error = try #require(throws: CommandError.self) { _ = try RecordArguments([word]) }
            #expect(error.description == "\(word) needs a value (\(option.value ?? "")). \(option.help).")
            #expect(error.exitCode == .usage)
        }
    }

    @Test(
        arguments: [
            (
                ["-D", "soon"],
                "--duration: \"soon\" is not a duration. "
                    + "Write for example 500ms, 10s, 5m, 1h or 90 (seconds)."
            ),
            (
                ["--segment", "-1s"],
                "--segment: \"-1s\" is not a duration. "
                    + "Write for example 500ms, 10s, 5m, 1h or 90 (seconds)."
            ),
            (
                ["-D", "9999999999999h"],
                "--duration: \"9999999999999h\" is too large for a duration. "
                    + "Write for example 500ms, 10s, 5m, 1h or 90 (seconds)."
            ),
            (
                ["--max-size", "big"],
                "--max-size: \"big\" is not a size. "
                    + "Write for example 100k, 200MB, 4GiB or 1000000 (bytes)."
            ),
            (
                ["--min-free", "5 parsecs"],
                "--min-free: \"5 parsecs\" is not a size. "
                    + "Write for example 100k, 200MB, 4GiB or 1000000 (bytes)."
            ),
            (
                ["--video-bitrate", "0"],
                "--video-bitrate: a bit rate is more than zero. "
                    + "Write for example 800k, 4M, 2.5M or 128000 (bits per second)."
            ),
            (
                ["--video-bitrate", "4MB"],
                "--video-bitrate: \"4MB\" is not a bit rate. "
                    + "Write for example 800k, 4M, 2.5M or 128000 (bits per second)."
            ),
            (
                ["-r", "fast"],
                "--framerate: \"fast\" is not a fraction. Write for example 30, 30/1, 12.5 or 29.97."
            ),
            (
                ["-r", "30/0"],
                "--framerate: \"30/0\" is not a fraction. Write for example 30, 30/1, 12.5 or 29.97."
            ),
        ] as [([String], String)]
    )
    func whatIsNoQuantityShowsHowToWriteOne(words: [String], sentence: String) throws {
        let error = try #require(throws: CommandError.self) { _ = try RecordArguments(words) }
        #expect(error.exitCode == .usage)
        #expect(error.description == sentence)
    }
}
