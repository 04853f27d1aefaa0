extension SourceElement {
    static let definition = ElementDefinition(
        typeName: "GstcamSource",
        factory: "gstcamsrc",
        parent: .bin,
        longName: "gstcam camera source",
        classification: "Source/Video/Audio",
        summary:
            "Gives the pictures of the best camera there is, or of a named one, and the sound of its microphone",
        documentation: """
            Picks camera, mode and microphone as the command gstcam does, and the template that knows how to get \
            their pictures; gstcam devices and gstcam templates list what there is. The device test is a moving \
            picture with a number in it and a ticking sound, and file:PATH plays a video as a live camera. The pads \
            are there from the state READY on. The microphone is opened only when the pad audio is linked before \
            PAUSED.
            """,
        example: "gst-launch-1.0 gstcamsrc device=test ! videoconvert ! autovideosink",
        pads: [
            PadDefinition(
                name: "video",
                direction: .source,
                presence: .sometimes,
                caps: "video/x-raw; video/x-h264; image/jpeg; video/x-bayer"
            ),
            PadDefinition(name: "audio", direction: .source, presence: .sometimes, caps: "audio/x-raw"),
        ],
        properties: [
            PropertyDefinition(
                name: "device",
                kind: .text(nil),
                access: .writable,
                blurb:
                    "Camera: an id, a node, a name, test or file:PATH; unset for the first that can be used"
            ),
            PropertyDefinition(
                name: "microphone",
                kind: .text(nil),
                access: .writable,
                blurb: "Microphone: an id or a name; none for no pad audio; unset for the best there is"
            ),
            PropertyDefinition(
                name: "template",
                kind: .text(nil),
                access: .writable,
                blurb:
                    "Pipeline template, by name or file, whose source stages are used; unset for the one that fits"
            ),
            PropertyDefinition(
                name: "parameters",
                kind: .text(nil),
                access: .writable,
                blurb: "Values for the template's parameters, such as width=1280,height=720,framerate=30"
            ),
        ]
    )
}
