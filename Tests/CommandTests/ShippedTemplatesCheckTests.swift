import CameraCapture
import GStreamer
import PipelineTemplates
import Testing

/// The check finds nothing in the shipped files, whatever they hold, but what is not installed.
@Suite struct ShippedTemplatesCheckTests {
    @Test(.timeLimit(.minutes(15))) func nothingIsWrongWhereTheElementsAreThere() throws {
        let texts = try Shipped.texts()
        let library = TemplateLibrary(texts)
        let checker = try TemplateChecker(library: library)
        var complete = 0
        for text in texts {
            let resolved = try library.resolve(Template.parse(text))
            let missing = checker.missingElements(of: resolved)
            let findings = checker.check(text)
            if missing.isEmpty {
                complete += 1
                #expect(findings.map(\.description) == [], "\(text.origin)")
            }
            // What is not there is named, and nothing else is found in what is.
            for finding in findings {
                #expect(
                    missing.contains { finding.problem.message == "the element \($0) is not here" },
                    "\(finding)"
                )
            }
        }
        #expect(complete >= 20)
    }

    @Test func thePackageOfAMissingElementIsNamed() throws {
        let checker = try TemplateChecker(library: TemplateLibrary(try Shipped.texts()))
        for (element, package) in [
            ("x264enc", "gstreamer1.0-plugins-ugly"), ("v4l2h264enc", "gstreamer1.0-plugins-good"),
            ("vah264enc", "gstreamer1.0-plugins-bad"), ("libcamerasrc", "gstreamer1.0-libcamera"),
            ("avenc_aac", "gstreamer1.0-libav"), ("pipewiresrc", "gstreamer1.0-pipewire"),
            ("rtspclientsink", "gstreamer1.0-rtsp"), ("queue", "libgstreamer1.0-0"),
        ] {
            #expect(checker.advice(for: element)?.contains(package) == true, "\(element)")
        }
        #expect(checker.advice(for: "nonsense") == nil)
    }

    @Test func aPartNamesItsOwnPackage() throws {
        let text = TemplateText(
            name: "newenc",
            kind: .encoder,
            origin: "newenc.encoder",
            text: """
                [template]
                encodes = new
                package = gstreamer1.0-new
                [video.encoder]
                newencoderofnobody
                """
        )
        let checker = try TemplateChecker(library: TemplateLibrary(try Shipped.texts()))
        #expect(
            checker.check(text).map(\.description)
                == [
                    "newenc.encoder:5:1: the element newencoderofnobody is not here. Install gstreamer1.0-new."
                ]
        )
    }

    @Test func aParameterThatNothingUsesIsAWarning() throws {
        let text = TemplateText(
            name: "mine",
            kind: .template,
            origin: "mine.pipeline",
            text: """
                [template]
                extends = test
                [parameters]
                framerat  fraction  25/1  pictures per second
                speed     choice(ultrafast|medium)  medium  a default for an encoder's parameter
                """
        )
        let checker = try TemplateChecker(library: TemplateLibrary(try Shipped.texts()))
        #expect(
            checker.check(text).map(\.description) == [
                "mine.pipeline:4:1: warning: the parameter framerat is used nowhere. Did you mean \"framerate\"?"
            ]
        )
    }

    @Test func aFileThatIsNoTemplateIsReportedOnce() throws {
        let checker = try TemplateChecker(library: TemplateLibrary(try Shipped.texts()))
        for text in ["", "\u{0}", String(repeating: "x", count: 300_000), "[", "\u{FFFD}\u{FFFD}"] {
            let file = TemplateText(name: "x", kind: .template, origin: "x", text: text)
            #expect(checker.check(file).count <= 1)
        }
    }
}
