import Foundation
import GStreamer
import Testing

/// Files that pipelines write, and what is found in them.
struct FileTests {
    private let folder: String

    init() throws {
        try Gst.initialize()
        folder = FileManager.default.temporaryDirectory.path + "/gstcam-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private func cleanUp() { try? FileManager.default.removeItem(atPath: folder) }

    private func record(_ description: String, to path: String) async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline(description)
        try pipeline.child(named: "file")?.setProperty("location", to: path)
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        try pipeline.element.setState(.null)
    }

    @Test(.enabled(if: ready("matroskamux", "jpegenc")))
    func aFileIsExaminedByValue() async throws {
        defer { cleanUp() }
        let path = folder + "/100% äöü #1.mkv"
        try await record(
            "matroskamux name=mux ! filesink name=file"
                + " videotestsrc num-buffers=25 ! video/x-raw, width=64, height=48, framerate=25/1"
                + " ! jpegenc ! queue ! mux."
                + " audiotestsrc num-buffers=10 samplesperbuffer=4800"
                + " ! audio/x-raw, format=S16LE, rate=48000, channels=1 ! queue ! mux.",
            to: path
        )
        let found = try Discoverer.examine(path: path, timeout: .seconds(20))
        #expect(found.video.map(\.name) == ["image/jpeg"])
        #expect(found.video.first?["width"] == .integer(64))
        #expect(found.video.first?["height"] == .integer(48))
        #expect(found.audio.map(\.name) == ["audio/x-raw"])
        #expect(found.audio.first?["rate"] == .integer(48_000))
        #expect(found.audio.first?["channels"] == .integer(1))
        let duration = try #require(found.duration)
        #expect(duration >= .milliseconds(999) && duration <= .milliseconds(1041))
    }

    @Test func soundAloneHasNoPictures() async throws {
        defer { cleanUp() }
        let path = folder + "/tone.wav"
        try await record(
            "audiotestsrc num-buffers=10 samplesperbuffer=4410 ! audio/x-raw, rate=44100, channels=2"
                + " ! wavenc ! filesink name=file",
            to: path
        )
        let found = try Discoverer.examine(path: path, timeout: .seconds(20))
        #expect(found.video.isEmpty)
        #expect(found.audio.count == 1)
        #expect(found.duration == .seconds(1))
    }

    @Test func whatIsNoMediaFileIsRefused() throws {
        defer { cleanUp() }
        let text = folder + "/text.mp4"
        try Data("no movie at all".utf8).write(to: URL(fileURLWithPath: text))
        let empty = folder + "/empty.mp4"
        try Data().write(to: URL(fileURLWithPath: empty))
        for path in [text, empty, folder + "/missing.mp4", folder] {
            let error = try #require(throws: GStreamerError.self) {
                try Discoverer.examine(path: path, timeout: .seconds(20))
            }
            #expect(error.code == .discovery)
            #expect(!error.message.isEmpty)
        }
    }

    @Test(.enabled(if: ready("splitmuxsink", "matroskamux", "jpegenc")))
    func filesAreNamedByTheClosureLiterally() async throws {
        defer { cleanUp() }
        let folder = folder
        let numbers = Collected<Int>()
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline(
            "videotestsrc num-buffers=30 ! video/x-raw, width=64, height=48, framerate=25/1 ! jpegenc"
                + " ! splitmuxsink name=sink muxer=matroskamux max-size-time=400000000"
        )
        let sink = try #require(pipeline.child(named: "sink").flatMap(SplitMuxSink.init))
        sink.setNaming { number in
            numbers.add(number)
            return folder + "/100% %s %n %05d \(number).mkv"
        }
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        try pipeline.element.setState(.null)
        #expect(numbers.all == [0, 1, 2])
        #expect(files == (0...2).map { "100% %s %n %05d \($0).mkv" })
        let opened = messages.all.compactMap { message -> CapsValue? in
            guard case .element(let structure, "sink") = message,
                structure.name == "splitmuxsink-fragment-opened"
            else { return nil }
            return structure["location"]
        }
        #expect(opened == files.map { .string(folder + "/" + $0) })
    }

    @Test(.enabled(if: ready("splitmuxsink", "matroskamux", "jpegenc")))
    func aSplitBeginsANewFileAtTheTime() async throws {
        defer { cleanUp() }
        let folder = folder
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline(
            "videotestsrc num-buffers=20 ! video/x-raw, width=64, height=48, framerate=25/1"
                + " ! jpegenc name=encoder ! splitmuxsink name=sink muxer=matroskamux"
        )
        let sink = try #require(pipeline.child(named: "sink").flatMap(SplitMuxSink.init))
        sink.setNaming { folder + "/\($0).mkv" }
        pipeline.child(named: "encoder")?.pad(named: "sink")?.addBufferProbe { buffer in
            if buffer.presentation == .zero { sink.split(at: .milliseconds(200)) }
            return .pass
        }
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        try pipeline.element.setState(.null)
        #expect(files == ["0.mkv", "1.mkv"])
        let first = try Discoverer.examine(path: folder + "/0.mkv", timeout: .seconds(20))
        let length = try #require(first.duration)
        #expect(length >= .milliseconds(199) && length <= .milliseconds(241))
    }
}

/// Whether all these elements are installed.
func ready(_ elements: String...) -> Bool {
    (try? Gst.initialize()) != nil && elements.allSatisfy { Gst.hasElement($0) }
}
