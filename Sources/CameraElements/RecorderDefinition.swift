extension RecorderElement {
    static let definition = ElementDefinition(
        typeName: "GstcamRecorder",
        factory: "gstcamrecorder",
        parent: .bin,
        longName: "gstcam recorder",
        classification: "Sink/File/Video/Audio",
        summary:
            "Records pictures and sound into files that survive a crash, any number of times while a pipeline plays",
        documentation: """
            Takes pictures at video_%u and sound at audio_%u, one of each (sink_%u is video_%u, for elements such as \
            tee), and writes files: MP4 and MOV that can be played up to the last moment even after a crash, MKV, \
            WebM or TS, as the suffix of location says. With a location it records from the first picture on; \
            otherwise, and again at any time, when start is emitted. start while a recording runs goes on in a new \
            file: the two share no picture and miss none. stop finishes the file; so does the end of the stream, \
            which reaches the pipeline when the file is complete. Each file is told of once, by the element message \
            and the signal recording-finished, after it was read back from the disk. A recording that fails never \
            stops the pipeline: its message says so. The pipeline may pause for three seconds; a longer pause ends \
            the recording, and so does a seek. Signals are emitted on a thread of the recorder, and their listeners may \
            start and stop; what is started while the pipeline stops begins when it plays again.
            """,
        example:
            "gst-launch-1.0 -e videotestsrc is-live=true num-buffers=150 ! gstcamrecorder location=clip.mp4",
        // The first one is what GStreamer takes when the format is not known yet.
        pads: [
            PadDefinition(
                name: "video_%u",
                direction: .sink,
                presence: .onRequest,
                caps:
                    "video/x-raw; video/x-h264, stream-format=(string){ avc, byte-stream }, alignment=(string)au"
            ),
            PadDefinition(name: "audio_%u", direction: .sink, presence: .onRequest, caps: "audio/x-raw"),
            // Elements whose own pads are made when asked for, such as tee, can be linked only where all is taken.
            PadDefinition(name: "sink_%u", direction: .sink, presence: .onRequest, caps: "ANY"),
        ],
        properties: fileProperties + limitProperties + [
            PropertyDefinition(
                name: "recording",
                kind: .boolean(false),
                blurb:
                    "Whether the pictures that come are recorded. Writing true is start, false is stop; false "
                    + "before the pipeline plays keeps a recording from beginning by itself"
            ),
            PropertyDefinition(
                name: "stats",
                kind: .structure,
                access: .readOnly,
                blurb:
                    "The newest recording: recording, file, duration (ns), bytes, frames, dropped, lost, free (bytes); "
                    + "and recordings, how many have ended"
            ),
        ],
        signals: [
            SignalDefinition(name: "start", isAction: true, result: .boolean),
            SignalDefinition(name: "stop", isAction: true, result: .boolean),
            SignalDefinition(name: "split-now", isAction: true, result: .boolean),
            SignalDefinition(name: "recording-started", isAction: false, arguments: [.structure]),
            SignalDefinition(name: "recording-finished", isAction: false, arguments: [.structure]),
        ]
    )

    private static let fileProperties = [
        PropertyDefinition(
            name: "location",
            kind: .text(nil),
            blurb:
                "File name of the next recording. May hold %Y%m%d-%H%M%S and %i, a counter; never overwrites a file"
        ),
        PropertyDefinition(
            name: "template",
            kind: .text(RecorderSettings().template),
            blurb:
                "Pipeline template, by name or file, that the filter, the encoders, the muxer and the sink come from"
        ),
        PropertyDefinition(
            name: "encoder",
            kind: .text(nil),
            blurb: "Video encoder, such as x264enc; unset for the best that works here"
        ),
        PropertyDefinition(
            name: "bitrate",
            kind: .unsigned(0, in: 0...2_000_000_000),
            blurb: "Bits per second of the pictures; 0 for the template's"
        ),
        PropertyDefinition(
            name: "stabilize",
            kind: .choice(VideoStab.modes, VideoStabMode.off.number),
            blurb:
                "Takes the shake out of the recorded pictures, as videostab does; off for what the template says"
        ),
    ]

    private static let limitProperties = [
        PropertyDefinition(
            name: "segment-time",
            kind: .long(0, in: 0...longestTime),
            blurb: "Length of one file in nanoseconds, after which the next one begins; 0 for a single file"
        ),
        PropertyDefinition(
            name: "fragment-interval",
            kind: .long(0, in: 0...longestTime),
            blurb:
                "How often an MP4 or MOV becomes playable up to here while it is written, in nanoseconds; 0 for "
                + "the template's"
        ),
        PropertyDefinition(
            name: "max-duration",
            kind: .long(0, in: 0...longestTime),
            blurb: "Length of a recording in nanoseconds, after which it ends, to the picture; 0 for no end"
        ),
        PropertyDefinition(
            name: "min-free",
            kind: .long(RecorderSettings().minimumFree, in: 0...UInt64(Int64.max)),
            blurb: "Free bytes to leave on the disk; a recording ends before there are fewer"
        ),
    ]

    /// A year: sums of such times cannot overflow.
    private static let longestTime: UInt64 = 365 * 86_400 * 1_000_000_000
}
