internal import CGStreamer
internal import Stabilization
internal import Synchronization

extension VideoStab {
    /// Up to 3840x2160, or as much upright.
    private static let caps = [("160, 3840", "90, 2160"), ("90, 2160", "160, 3840")].map { width, height in
        "video/x-raw, format=(string){ I420, NV12, YUY2, GRAY8 }, width=(int)[ \(width) ], "
            + "height=(int)[ \(height) ], framerate=(fraction)[ 0/1, MAX ]"
    }.joined(separator: "; ")

    static let modes = Choice(
        typeName: "GstcamVideoStabMode",
        values: [
            (.off, "Pictures pass unchanged"),
            (.lowlatency, "No delay"),
            (.standard, "A delay of 8 pictures"),
            (.cinematic, "A delay of 15 pictures; pans start and end softly"),
            (.auto, "What suits the pipeline, the frame rate and the machine"),
        ].map { (mode: VideoStabMode, text) in
            Choice.Value(number: mode.number, nick: mode.rawValue, text: text)
        }
    )

    static let definition = ElementDefinition(
        typeName: "GstcamVideoStab",
        factory: "videostab",
        longName: "Video stabilizer",
        classification: "Filter/Effect/Video",
        summary: "Takes the shake out of a camera's pictures",
        documentation: "One pass, for live pictures as for files. The picture is cropped (property crop) "
            + "to have room for corrections; pixels outside the picture never show. The delay is the "
            + "look-ahead in pictures, and reported as latency.",
        example: "gst-launch-1.0 filesrc location=walk.mp4 ! decodebin ! videoconvert "
            + "! videostab mode=cinematic ! videoconvert ! autovideosink",
        pads: [
            PadDefinition(name: "sink", direction: .sink, caps: caps),
            PadDefinition(name: "src", direction: .source, caps: caps),
        ],
        properties: properties
    )

    private static var properties: [PropertyDefinition] {
        let settings = VideoStabSettings()
        return [
            PropertyDefinition(
                name: "mode",
                kind: .choice(modes, settings.mode.number),
                blurb: "How much delay is spent on how steady a picture"
            ),
            PropertyDefinition(
                name: "active-mode",
                kind: .choice(modes, VideoStabMode.off.number),
                access: .readOnly,
                blurb: "The mode at work; off before the first picture and where the format allows none"
            ),
            PropertyDefinition(
                name: "look-ahead",
                kind: .integer(Int32(settings.lookAhead), in: -1...30),
                blurb: "How many pictures are held back (-1 = as the mode has it)"
            ),
            PropertyDefinition(
                name: "crop",
                kind: .real(settings.crop, in: 0...0.2),
                blurb: "The share of width and of height that is cut off to have room for corrections"
            ),
            PropertyDefinition(
                name: "strength",
                kind: .real(settings.strength, in: 0...1),
                blurb: "How much of the shake is taken out"
            ),
            PropertyDefinition(
                name: "stats",
                kind: .structure,
                access: .readOnly,
                blurb: "Counts of pictures, and what was found in the last one (pixels, radians)"
            ),
        ]
    }

    func setProperty(_ name: String, to value: PropertyContent) {
        shared.withLock { status in
            switch (name, value) {
            case ("mode", .choice(let number)): status.settings.mode = VideoStabMode(number: number)
            case ("look-ahead", .integer(let number)): status.settings.lookAhead = Int(number)
            case ("crop", .real(let share)): status.settings.crop = share
            case ("strength", .real(let share)): status.settings.strength = share
            default: break
            }
        }
    }

    func property(_ name: String) -> PropertyContent {
        let status = shared.withLock { $0 }
        return switch name {
        case "mode": .choice(status.settings.mode.number)
        case "active-mode": .choice(VideoStabMode(status.activeMode).number)
        case "look-ahead": .integer(Int64(status.settings.lookAhead))
        case "crop": .real(status.settings.crop)
        case "strength": .real(status.settings.strength)
        case "stats": status.statistics.content
        default: .none
        }
    }
}
