#if compiler(>=6.2)
    import AVFoundation
    import Testing

    /// Puts another source behind the test devices, in a process of its own, since the environment belongs to all.
    struct OddTemplate {
        /// What the test camera's template says, up to its end.
        static let camera = """
            videotestsrc name=camera is-live=true
            ! video/x-raw, format=I420, width=${width}, height=${height}, framerate=${framerate}
            """
        static let microphone = """
            audiotestsrc name=microphone is-live=true samplesperbuffer=48
            ! audio/x-raw, rate=${audio-rate}, channels=${audio-channels}
            """

        let directory: TemporaryDirectory

        /// - Parameter stages: The stages that are different, each with its name in brackets.
        /// - Throws: When the file cannot be written.
        init(_ stages: String) throws {
            directory = try TemporaryDirectory()
            setenv("GSTCAM_PIPELINES_PATH", directory.path, 1)
            try directory.write(
                "[template]\nsummary = odd\nextends = test\nmatches = api=test\npriority = 99\n\n\(stages)\n",
                to: "odd.pipeline"
            )
        }

        /// From now on the devices are as usual.
        func remove() throws { try FileManager.default.removeItem(at: directory.url("odd.pipeline")) }
    }
#endif
