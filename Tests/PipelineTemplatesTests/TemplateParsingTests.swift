import PipelineTemplates
import Testing

@Suite struct TemplateParsingTests {
    @Test func aWholeFileIsRead() throws {
        let template = try Template.parse(
            Fixtures.text(
                "cam",
                """
                # A comment.
                [template]
                summary  = A camera = a box
                priority = -5
                extends  = base
                  matches = driver=uvcvideo card="HD Pro*" card=?

                [parameters]
                # name type default description
                width int 1280 pixels from left to right
                title string "" a text
                quoted string "two words" another one
                dash string "-" a dash
                device device - the node
                mode choice(a|b.1|c/d+e-f_g) b.1
                follows int ${width} the same as width

                [video.source]
                # another comment
                v4l2src device=${device}
                    ! image/jpeg,\twidth=${width}

                ! jpegdec
                [video.filter]
                [muxer]
                auto
                """
            )
        )
        #expect(template.name == "cam")
        #expect(template.kind == .template)
        #expect(template.origin == "cam.pipeline")
        #expect(template.summary == "A camera = a box")
        #expect(template.priority == -5)
        #expect(template.extends == "base")
        #expect(template.matches.map(\.description) == ["driver=uvcvideo", "card=HD Pro*", "card=?"])
        #expect(template.matches.map(\.isGlob) == [false, true, true])
        #expect(template.header.keys.sorted() == ["extends", "matches", "priority", "summary"])

        let rows = template.parameters.map {
            "\($0.name)|\($0.type)|\($0.defaultValue ?? "nil")|\($0.summary)|\($0.line)"
        }
        #expect(
            rows == [
                "width|int|1280|pixels from left to right|10",
                "title|string||a text|11",
                "quoted|string|two words|another one|12",
                "dash|string|-|a dash|13",
                "device|device|nil|the node|14",
                "mode|choice(a|b.1|c/d+e-f_g)|b.1||15",
                "follows|int|${width}|the same as width|16",
            ]
        )

        #expect(
            template.stages[.videoSource]?.text
                == "v4l2src device=${device} ! image/jpeg, width=${width} ! jpegdec"
        )
        #expect(template.stages[.videoSource]?.line == 18)
        #expect(template.stages[.videoFilter]?.text == "")
        #expect(template.stages[.muxer]?.isAuto == true)
        #expect(template.stages.count == 3)
    }

    @Test func lineEndsAndAByteOrderMarkDoNotMatter() throws {
        let body = "\u{FEFF}[template]\r\nsummary = x\r\n[video.source]\r\nfakesrc\r\n! identity"
        let template = try Template.parse(Fixtures.text("t", body))
        #expect(template.summary == "x")
        #expect(template.stages[.videoSource]?.text == "fakesrc ! identity")
    }

    @Test func anEmptyFileIsAnEmptyTemplate() throws {
        let template = try Template.parse(Fixtures.text("t", ""))
        #expect(template.stages.isEmpty)
        #expect(template.parameters.isEmpty)
        #expect(template.priority == 0)
    }

    @Test func quotedTextInAFragmentStaysAsItIs() throws {
        let fragment = #"textoverlay text="a  b ! c" font='Sans 12' note=don't ! x y=a\ b z=\""#
        #expect(try Fixtures.rendered(fragment) == fragment)
    }

    @Test func aRangeInCapsIsNoSection() throws {
        let line = try Fixtures.rendered("x ! video/x-raw, width=\n[ 1, 100 ]\n! y")
        #expect(line == "x ! video/x-raw, width= [ 1, 100 ] ! y")
    }

    @Test func partsHaveHeadersOfTheirOwn() throws {
        let library = TemplateLibrary([
            Fixtures.text(
                "enc",
                .encoder,
                """
                [template]
                encodes = aac
                hardware = yes
                priority = 7
                package = some-package
                priming = 1024
                alignment = 16
                [audio.encoder]
                enc
                """
            ),
            Fixtures.text("plain", .encoder, "[template]\nencodes = vp8\n[video.encoder]\nvp8enc"),
            Fixtures.text(
                "mp4",
                .container,
                "[template]\nsuffixes = mp4 m4v\nvideo = h264 h265\naudio = aac\nfinish = movie\n[muxer]\nmp4mux"
            ),
            Fixtures.text("alsa", .microphone, "[template]\nmatches = api=alsa\n[audio.source]\nalsasrc"),
        ])
        let encoder = try library.part(.encoder, named: "enc")
        #expect(encoder.encodes == "aac")
        #expect(encoder.isHardware)
        #expect(encoder.priority == 7)
        #expect(encoder.package == "some-package")
        #expect(encoder.priming == 1024)
        #expect(encoder.alignment == 16)
        #expect(encoder.kind == .encoder)
        #expect(encoder.stageText(.audioEncoder) == "enc")

        let plain = try library.part(.encoder, named: "plain")
        #expect(!plain.isHardware)
        #expect(plain.priming == 0)
        #expect(plain.alignment == 2)
        #expect(plain.package == nil)

        let container = try library.part(.container, named: "mp4")
        #expect(container.suffixes == ["mp4", "m4v"])
        #expect(container.videoCodecs == ["h264", "h265"])
        #expect(container.audioCodecs == ["aac"])
        #expect(container.finish == "movie")

        let microphone = try library.part(.microphone, named: "alsa")
        #expect(microphone.accepts(["api": ["v4l2", "alsa"]]))
        #expect(!microphone.accepts(["api": ["pulse"]]))
        #expect(!plain.accepts([:]))
        #expect(library.best(.microphone, matching: ["api": ["alsa"]]).map(\.name) == ["alsa"])
    }

    @Test func nameAndKindComeFromThePath() {
        let text = TemplateText(path: "/usr/share/gstcam/pipelines/usb.cam.pipeline", text: "x")
        #expect(text?.name == "usb.cam")
        #expect(text?.kind == .template)
        #expect(text?.origin == "/usr/share/gstcam/pipelines/usb.cam.pipeline")
        #expect(TemplateText(path: "x264enc.encoder", text: "")?.kind == .encoder)
        for path in ["", "/", "README.md", ".pipeline", "pipeline", "a/b.txt", "x."] {
            #expect(TemplateText(path: path, text: "") == nil)
        }
        #expect(TemplateKind(suffix: ".container") == .container)
        #expect(TemplateKind(suffix: "microphone") == .microphone)
        #expect(TemplateKind(suffix: "gst") == nil)
    }
}
