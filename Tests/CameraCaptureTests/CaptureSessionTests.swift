import Foundation
import GStreamer
import PipelineTemplates
import Testing

@testable import CameraCapture

/// Sessions on devices that need no hardware.
@Suite(.serialized) struct CaptureSessionTests {
    private let directory: TemporaryDirectory

    init() throws {
        try Gst.initialize()
        directory = try TemporaryDirectory()
    }

    private func options(_ camera: String) -> CaptureOptions {
        var options = CaptureOptions()
        options.camera = camera
        if camera == "test" { options.size = (320, 180) }
        return options
    }

    private func recording(_ name: String, seconds: Double? = nil) -> RecordingOptions {
        var options = RecordingOptions(pattern: "\(directory.path)/\(name)")
        options.duration = seconds.map { .seconds($0) }
        options.videoBitrate = 2_000_000
        return options
    }

    private func consecutive(_ numbers: [Int]) -> Bool {
        zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
    }

    @Test(.timeLimit(.minutes(15)), arguments: ["mkv", "mp4"])
    func theTestCamerasNumbersCanBeRead(suffix: String) async throws {
        let selection = try CaptureSelection(options: options("test"))
        let plan = try selection.plan(recording("a.\(suffix)", seconds: 3)).plan
        let session = CaptureSession(selection: selection)
        let log = EventLog()
        try session.record(plan) { log.add($0) }
        try session.startNow()
        let result = try await log.result()
        session.stopNow()
        #expect(result.error == nil)
        #expect(result.reason == .duration)
        let report = try #require(result.files.first)
        #expect(report.path == "\(directory.path)/a.\(suffix)")
        #expect(report.frames == 90)
        #expect(report.losses.droppedFrames == 0)
        #expect(report.hasAudio)
        #expect(report.isPlayable)
        let pictures = try GreyPictures(of: report.path, width: 320, height: 180)
        #expect(pictures.count == 90)
        #expect(consecutive(pictures.numbers), "\(pictures.numbers)")
        // The upper half of the first picture of each second is white.
        let flashes = (0..<pictures.count).filter { pictures.value(picture: $0, x: 300, y: 20) > 200 }
        #expect(flashes.count == 3)
        #expect(zip(flashes, flashes.dropFirst()).allSatisfy { $1 - $0 == 30 }, "\(flashes)")
    }

    @Test(.timeLimit(.minutes(15))) func twentyRecordingsInARowEachFinishOnce() async throws {
        let selection = try CaptureSelection(options: options("test"))
        let plan = try selection.plan(recording("take-%i.mkv")).plan
        let session = CaptureSession(selection: selection)
        try session.startNow()
        var logs: [EventLog] = []
        var recorder: Recorder?
        for _ in 0..<20 {
            let log = EventLog()
            recorder = try session.record(plan, replacing: recorder) { log.add($0) }
            logs.append(log)
            try await Task.sleep(for: .milliseconds(400))
        }
        recorder?.stop()
        var last: Int?
        var joints = 0
        for log in logs {
            let result = try await log.result()
            #expect(result.error == nil)
            #expect(result.reason == .stopped)
            let report = try #require(result.files.first)
            #expect(report.isPlayable)
            #expect(report.losses.droppedFrames == 0)
            let numbers = try GreyPictures(of: report.path, width: 320, height: 180).numbers
            #expect(numbers.count == report.frames)
            #expect(consecutive(numbers), "\(numbers)")
            if let last, let first = numbers.first, first == last + 1 { joints += 1 }
            last = numbers.last
        }
        // Two recordings in a row share no picture and miss none.
        #expect(joints == 19)
        session.stopNow()
        session.queue.sync {}
        #expect(logs.map(\.finishes) == Array(repeating: 1, count: 20))
        #expect(logs.map(\.starts) == Array(repeating: 1, count: 20))
        #expect(logs.map(\.reports.count) == Array(repeating: 1, count: 20))
        let names = (1...20).map { "take-0\($0 < 10 ? "0" : "")\($0).mkv" }
        #expect(directory.files == names)
    }

    @Test(.timeLimit(.minutes(15))) func twoRecordingsAtTheSameTimeDoNotDisturbEachOther() async throws {
        let selection = try CaptureSelection(options: options("test"))
        let session = CaptureSession(selection: selection)
        let (long, short) = (EventLog(), EventLog())
        try session.record(try selection.plan(recording("long.mp4", seconds: 2)).plan) { long.add($0) }
        try session.record(try selection.plan(recording("short.mkv", seconds: 1)).plan) { short.add($0) }
        try session.startNow()
        #expect(try await short.result().files.first?.frames == 30)
        #expect(try await long.result().files.first?.frames == 60)
        session.stopNow()
    }

    @Test(.timeLimit(.minutes(15))) func stoppingTheSessionFinishesItsRecordings() async throws {
        let selection = try CaptureSelection(options: options("test"))
        let session = CaptureSession(selection: selection)
        try session.startNow()
        let log = EventLog()
        try session.record(try selection.plan(recording("a.mp4")).plan) { log.add($0) }
        try await Task.sleep(for: .milliseconds(1000))
        session.stopNow()
        let result = try await log.result()
        #expect(result.reason == .stopped)
        #expect(result.files.first?.isPlayable == true)
        session.stopNow()
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            ("nosuchelement name=camera", CaptureError.Code.missingElement),
            ("videotestsrc name=camera nosuchproperty=1", CaptureError.Code.badTemplate),
            ("videotestsrc ! ! identity name=camera", CaptureError.Code.badTemplate),
        ]
    )
    func aTemplateThatCannotRunIsAnErrorOfTheStart(source: String, code: CaptureError.Code) async throws {
        try directory.write(
            "[template]\nsummary = broken\nextends = test\n\n[video.source]\n\(source)\n",
            to: "broken.pipeline"
        )
        var options = options("test")
        options.template = "\(directory.path)/broken.pipeline"
        let selection = try CaptureSelection(options: options)
        let session = CaptureSession(selection: selection)
        let log = EventLog()
        try session.record(try selection.plan(recording("a.mp4")).plan) { log.add($0) }
        let error = #expect(throws: CaptureError.self) { try session.startNow() }
        #expect(error?.code == code, "\(error?.description ?? "")")
        session.stopNow()
        let result = try await log.result()
        #expect(result.files.isEmpty)
        #expect(log.finishes == 1)
        #expect(directory.files == ["broken.pipeline"])
    }

    @Test(.timeLimit(.minutes(15)), arguments: [true, false])
    func aFileIsPlayedAsACameraFromItsFirstToItsLastPicture(hasSound: Bool) async throws {
        let clip = "\(directory.path)/clip one.mkv"
        let sound = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000", "-c:a", "libopus"]
        let picture = ["-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25"]
        let codec = ["-c:v", "libx264", "-pix_fmt", "yuv420p"]
        try FFmpeg.run(picture + (hasSound ? sound : []) + codec + ["-t", "2", clip])
        let selection = try CaptureSelection(options: options("file:\(clip)"))
        #expect(selection.camera.api == .file)
        #expect(selection.mode.width == 320)
        #expect(selection.mode.framerate == Fraction(25))
        #expect(selection.template.name == "file")
        #expect((selection.microphone != nil) == hasSound)
        let session = CaptureSession(selection: selection)
        let log = EventLog()
        try session.record(try selection.plan(recording("copy.mp4")).plan) { log.add($0) }
        try session.startNow()
        let result = try await log.result()
        session.stopNow()
        #expect(result.error == nil)
        #expect(result.reason == .sourceEnded)
        #expect(result.files.first?.hasAudio == hasSound)
        let frames = try #require(result.files.first?.frames)
        #expect(frames == 50)
    }
}
