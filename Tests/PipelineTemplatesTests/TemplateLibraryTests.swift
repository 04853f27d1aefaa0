import PipelineTemplates
import Testing

@Suite struct TemplateLibraryTests {
    @Test func aTemplateTakesOverWhatItDoesNotGive() throws {
        let library = TemplateLibrary([
            Fixtures.text(
                "base",
                """
                [template]
                summary = the base
                priority = 90
                matches = api=any
                [parameters]
                width int 640 pixels
                height int 480 pixels
                [video.filter]
                videoconvert
                [video.encoder]
                auto
                [muxer]
                mp4mux
                """
            ),
            Fixtures.text(
                "middle",
                "[template]\nextends = base\n[parameters]\nheight int 720 more pixels\nextra bool no\n[video.filter]\n"
            ),
            Fixtures.text(
                "leaf",
                "[template]\nextends = middle\n[video.source]\nfakesrc w=${width} h=${height}"
            ),
        ])
        let leaf = try library.template("leaf")
        #expect(leaf.parameters.map(\.name) == ["width", "height", "extra"])
        #expect(leaf.parameters.map(\.origin) == ["base.pipeline", "middle.pipeline", "middle.pipeline"])
        #expect(try leaf.bind([:]).text(.videoSource) == "fakesrc w=640 h=720")
        #expect(leaf.stageText(.muxer) == "mp4mux")
        #expect(leaf.stage(.muxer)?.origin == "base.pipeline")
        #expect(leaf.isAuto(.videoEncoder))
        #expect(leaf.stageText(.videoFilter) == nil)
        #expect(leaf.stage(.videoFilter)?.text == "")
        #expect(leaf.stage(.preview) == nil)
        #expect(leaf.summary == "")
        #expect(leaf.priority == 0)
        #expect(leaf.matches.isEmpty)
        #expect(leaf.origin == "leaf.pipeline")
    }

    @Test func theFirstTextOfANameWins() throws {
        let library = TemplateLibrary([
            Fixtures.text("a", "[template]\nsummary = the user's"),
            Fixtures.text("a", "[template]\nsummary = the shipped one"),
            Fixtures.text("a", "[nonsense]"),
            Fixtures.text("a", .encoder, "[template]\nencodes = h264\n[video.encoder]\nx"),
        ])
        #expect(try library.template("a").summary == "the user's")
        #expect(library.errors.isEmpty)
        #expect(library.names == ["a"])
        #expect(library.names(.encoder) == ["a"])
    }

    @Test func aBrokenFileIsReportedWhenItIsUsed() {
        let library = TemplateLibrary([
            Fixtures.text("good", "[video.source]\nfakesrc"),
            Fixtures.text("broken", "[nonsense]"),
            Fixtures.text("child", "[template]\nextends = broken"),
        ])
        #expect(library.names == ["broken", "child", "good"])
        #expect(library.errors.map(\.file) == ["broken.pipeline"])
        #expect(problem(library, "broken") == library.errors.first?.description)
        #expect(problem(library, "child") == library.errors.first?.description)
        #expect(problem(library, "good") == nil)
    }

    @Test func anUnknownNameIsAnsweredWithTheClosestAndTheList() {
        let library = TemplateLibrary([Fixtures.text("usb-webcam", ""), Fixtures.text("test", "")])
        #expect(
            problem(library, "usb-webcm")
                == #"usb-webcm: there is no template of this name. Did you mean "usb-webcam"? Known: test, usb-webcam."#
        )
        #expect(
            problem(library, "zzzz") == "zzzz: there is no template of this name. Known: test, usb-webcam."
        )
        #expect(problem(TemplateLibrary([]), "x") == "x: there is no template of this name. There are none.")
    }

    @Test func extendsFindsMissingTemplatesCyclesAndEndlessChains() {
        var texts = [
            Fixtures.text("a", "[template]\nextends = b"), Fixtures.text("b", "[template]\n  extends  = a"),
            Fixtures.text("self", "[template]\nextends = self"),
            Fixtures.text("typo", "[template]\nextends = slef"),
        ]
        texts += (0..<40).map { Fixtures.text("chain\($0)", "[template]\nextends = chain\($0 + 1)") }
        let library = TemplateLibrary(texts + [Fixtures.text("chain40", "")])
        #expect(
            problem(library, "a")
                == #"b.pipeline:2:14: extends comes back to "a". Let one of them extend another."#
        )
        #expect(
            problem(library, "self")
                == #"self.pipeline:2:11: extends comes back to "self". Let one of them extend another."#
        )
        #expect(
            problem(library, "typo")
                == #"typo.pipeline:2:11: there is no template "slef". Did you mean "self"?"#
        )
        #expect(
            problem(library, "chain0")
                == "chain15.pipeline:2:11: extends goes on too long. At most 16 templates build on each other."
        )
        #expect(problem(library, "chain25") == nil)
    }

    @Test func aFileFromElsewhereMayExtendTheOneOfItsName() throws {
        let library = TemplateLibrary([Fixtures.text("base", "[video.source]\nfakesrc")])
        let own = try Template.parse(Fixtures.text("base", "[template]\nextends = base\n[muxer]\nmp4mux"))
        let resolved = try library.resolve(own)
        #expect(resolved.stageText(.videoSource) == "fakesrc")
        #expect(resolved.stageText(.muxer) == "mp4mux")
    }

    @Test func partsComeByPriorityThenName() {
        let encoder = { (name: String, priority: Int) in
            Fixtures.text(
                name,
                .encoder,
                "[template]\nencodes = h264\npriority = \(priority)\n[video.encoder]\nx"
            )
        }
        let library = TemplateLibrary([
            encoder("b", 1), encoder("a", 1), encoder("c", 9), encoder("d", -3),
            Fixtures.text("broken", .encoder, "nonsense"),
        ])
        #expect(library.parts(.encoder).map(\.name) == ["c", "a", "b", "d"])
        #expect(library.parts(.container).isEmpty)
    }

    @Test func fillingAnAutoStageAddsThePartsParameters() throws {
        let library = TemplateLibrary([
            Fixtures.text("t", "[parameters]\nspeed int 3 mine\n[video.encoder]\nauto\n[muxer]\nmp4mux"),
            Fixtures.text(
                "enc",
                .encoder,
                "[template]\nencodes = h264\n[parameters]\nspeed int 9\nlevel int 4\n[video.encoder]\nenc s=${speed} l=${level}"
            ),
            Fixtures.text(
                "clash",
                .encoder,
                "[template]\nencodes = h264\n[parameters]\nspeed string x\n[video.encoder]\nenc"
            ),
        ])
        let template = try library.template("t")
        let filled = try template.filling(.videoEncoder, with: try library.part(.encoder, named: "enc"))
        #expect(try filled.bind([:]).text(.videoEncoder) == "enc s=3 l=4")
        #expect(filled.parameters.map(\.name) == ["speed", "level"])
        #expect(!filled.isAuto(.videoEncoder))
        #expect(template.isAuto(.videoEncoder))

        let part = try library.part(.encoder, named: "enc")
        #expect(
            problem { () throws(TemplateError) in _ = try template.filling(.muxer, with: part) }
                == "t.pipeline:5:1: [muxer] is not auto. Write the word auto under [muxer] to let enc fill it."
        )
        #expect(
            problem { () throws(TemplateError) in _ = try template.filling(.preview, with: part) }
                == "t.pipeline: [preview] is not auto. Write the word auto under [preview] to let enc fill it."
        )
        let container = try TemplateLibrary([
            Fixtures.text("mkv", .container, "[template]\nsuffixes = mkv\n[muxer]\nmatroskamux")
        ]).part(.container, named: "mkv")
        #expect(
            problem { () throws(TemplateError) in _ = try template.filling(.videoEncoder, with: container) }
                == "mkv.container: mkv has no [video.encoder]. Choose a part that has one."
        )
        let clash = try library.part(.encoder, named: "clash")
        #expect(
            problem { () throws(TemplateError) in _ = try template.filling(.videoEncoder, with: clash) }
                == "t.pipeline:2:1: speed is int here and string in clash. Give the parameter another name."
        )
    }

    private func problem(_ library: TemplateLibrary, _ name: String) -> String? {
        problem { () throws(TemplateError) in _ = try library.template(name) }
    }

    private func problem(_ work: () throws(TemplateError) -> Void) -> String? {
        do throws(TemplateError) {
            try work()
            return nil
        } catch { return error.description }
    }
}
