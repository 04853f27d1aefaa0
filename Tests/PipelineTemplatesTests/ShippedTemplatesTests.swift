import Foundation
import PipelineTemplates
import Testing

@Suite struct ShippedTemplatesTests {
    private let library: TemplateLibrary

    init() throws {
        library = TemplateLibrary(try Fixtures.shippedTexts())
    }

    @Test func everyFileParsesAndSaysWhatItIs() {
        #expect(library.errors.map(\.description) == [])
        for kind in TemplateKind.allCases {
            #expect(library.parts(kind).map(\.name).sorted() == library.names(kind))
            for part in library.parts(kind) { #expect(!part.summary.isEmpty, "\(part.name)") }
        }
        for name in ["base", "usb-webcam-raw", "test", "file"] { #expect(library.names.contains(name)) }
    }

    @Test func everyTemplateRecordsWithEveryPartThatFits() throws {
        for template in library.parts(.template) where template.stageText(.videoSource) != nil {
            for container in library.parts(.container) {
                for encoder in library.parts(.encoder) where encoder.stageText(.videoEncoder) != nil {
                    guard container.videoCodecs.contains(template.delivers ?? encoder.encodes ?? "") else {
                        continue
                    }
                    let line = try record(template, video: encoder, container: container)
                    #expect(line.contains("sink.video  "), "\(template.name) \(encoder.name)")
                    #expect(!line.contains("${"))
                    #expect(!line.contains("! auto "), "\(line)")
                }
            }
        }
    }

    @Test func everyAudioEncoderFillsGapsFirst() throws {
        let parts = library.parts(.encoder).filter { $0.stageText(.audioEncoder) != nil }
        #expect(parts.count >= 4)
        for part in parts {
            #expect(
                part.stageText(.audioEncoder)?.hasPrefix("audiorate tolerance=20000000 ! audioconvert")
                    == true
            )
        }
        let priming = Dictionary(uniqueKeysWithValues: parts.map { ($0.name, $0.priming) })
        #expect(priming["avenc_aac"] == 1024)
        #expect(priming["voaacenc"] == 1600)
        #expect(priming["fdkaacenc"] == 2048)
        #expect(priming["opusenc"] == 0)
    }

    @Test func hardwareEncodersComeFirst() {
        let h264 = library.parts(.encoder).filter { $0.encodes == "h264" }
        #expect(h264.map(\.name) == ["vah264enc", "nvh264enc", "v4l2h264enc", "x264enc", "openh264enc"])
        #expect(h264.map(\.isHardware) == [true, true, true, false, false])
    }

    @Test func everyCodecAContainerNamesHasAnEncoder() {
        let codecs = Set(library.parts(.encoder).compactMap(\.encodes))
        for container in library.parts(.container) {
            #expect(codecs.isSuperset(of: container.videoCodecs + container.audioCodecs), "\(container.name)")
            #expect(container.suffixes.contains(container.name))
            #expect(container.finish == (["mp4", "mov"].contains(container.name) ? "movie" : "none"))
        }
    }

    @Test(
        arguments: [
            (["api": ["v4l2"], "format": ["video/x-raw"]], "usb-webcam-raw"),
            (["api": ["v4l2"], "format": ["image/jpeg"]], "usb-webcam"),
            (["api": ["v4l2"], "format": ["video/x-h264"]], "usb-h264"),
            (["api": ["v4l2"], "format": ["video/x-bayer", "rggb"]], "bayer"),
            (["api": ["test"]], "test"),
            (["api": ["file"]], "file"),
        ] as [([String: [String]], String)]
    )
    func devicesFindTheirTemplate(properties: [String: [String]], name: String) {
        #expect(library.best(matching: properties).first?.name == name)
    }

    @Test func theTestTemplateGivesOneKnownLine() throws {
        let template = try library.template("test")
        let line = try record(
            template,
            video: try library.part(.encoder, named: "x264enc"),
            container: try library.part(.container, named: "mp4")
        )
        #expect(
            line == "videotestsrc name=camera is-live=true pattern=smpte"
                + " ! video/x-raw, format=I420, width=1280, height=720, framerate=30/1"
                + " ! queue ! videoconvert ! videoscale add-borders=true"
                + " ! video/x-raw, width=1280, height=720, pixel-aspect-ratio=1/1"
                + " ! videoconvert ! video/x-raw, format=I420"
                + " ! x264enc tune=zerolatency speed-preset=superfast bframes=0 option-string=scenecut=0 threads=0"
                + " bitrate=4000 key-int-max=15 ! video/x-h264, profile=high ! h264parse config-interval=-1"
                + " ! queue ! sink.video"
                + "  audiotestsrc name=microphone is-live=true wave=ticks samplesperbuffer=48"
                + " ! audio/x-raw, rate=48000, channels=2"
                + " ! queue ! audiorate tolerance=20000000 ! audioconvert ! audioresample"
                + " ! audio/x-raw, rate=48000, channels=2 ! avenc_aac bitrate=128000 ! aacparse"
                + " ! queue ! sink.audio_0"
                + #"  splitmuxsink name=sink muxer="mp4mux fragment-duration=250" location=/tmp/a.mp4"#
                + " async-handling=true send-keyframe-requests=true max-size-bytes=0 max-size-time=0"
        )
    }

    @Test(.timeLimit(.minutes(15))) func thePrintedCommandRecords() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "templates it's \(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "100% \"é\".mp4").path
        let bound = try filled(
            try library.template("test"),
            video: try library.part(.encoder, named: "x264enc"),
            container: try library.part(.container, named: "mp4")
        ).bind(["width": "320", "height": "240", "video-bitrate": "400k"])
        // The sources end by themselves: a signal would not reach a process started from a Dispatch thread.
        let command = try bound.launchCommand(location: file, audio: true)
            .replacing("name=camera", with: "name=camera num-buffers=60")
            .replacing("name=microphone", with: "name=microphone num-buffers=94")
        #expect(try Shell.run("exec timeout --signal=KILL 60 bash -c \(quoted(command)) >&2").status == 0)
        let streams = try Shell.run(
            "ffprobe -v error -count_packets -show_entries stream=codec_name,pix_fmt,width,height,nb_read_packets"
                + " -of csv=p=0 \(quoted(file))"
        ).output.split(separator: "\n").map(String.init).sorted()
        #expect(streams.first?.hasPrefix("aac,") == true)
        #expect(streams.last == "h264,320,240,yuv420p,60")
        #expect(streams.count == 2)
    }

    private func filled(
        _ template: ResolvedTemplate,
        video: ResolvedTemplate,
        container: ResolvedTemplate
    ) throws -> ResolvedTemplate {
        let codec = try #require(container.audioCodecs.first)
        let audio = try #require(library.parts(.encoder).first { $0.encodes == codec })
        let microphone = try library.part(
            .microphone,
            named: ["test", "file"].contains(template.name) ? template.name : "alsa"
        )
        var filled = template
        for (stage, part) in [
            (Stage.videoSource, try library.template("usb-webcam-raw")), (.audioSource, microphone),
            (.videoEncoder, video), (.audioEncoder, audio),
            (.muxer, container),
        ] where filled.isAuto(stage) {
            filled = try filled.filling(stage, with: part)
        }
        return filled
    }

    private func record(
        _ template: ResolvedTemplate,
        video: ResolvedTemplate,
        container: ResolvedTemplate
    ) throws -> String {
        try filled(template, video: video, container: container)
            .bind(template.parameters.contains { $0.name == "device" } ? ["device": "/dev/video0"] : [:])
            .launchText(location: "/tmp/a.mp4", audio: true)
    }

    private func quoted(_ word: String) -> String { "'\(word.replacing("'", with: "'\\''"))'" }
}
