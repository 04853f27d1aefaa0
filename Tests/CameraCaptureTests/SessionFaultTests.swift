import Foundation
import GStreamer
import Testing

@testable import CameraCapture

/// Many sessions in one process.
@Suite(.serialized) struct SessionFaultTests {
    private let directory: TemporaryDirectory

    init() throws {
        try Gst.initialize()
        directory = try TemporaryDirectory()
    }

    @Test(.timeLimit(.minutes(15)), .fault("8 sessions at once in one process", "0 frames"))
    func eightSessionsAtOnceAllRecord() async throws {
        var options = CaptureOptions()
        options.camera = "test"
        options.size = (320, 180)
        let selection = try CaptureSelection(options: options)
        var running: [(session: CaptureSession, log: EventLog)] = []
        for number in 0..<8 {
            var recording = RecordingOptions(pattern: "\(directory.path)/\(number).mp4")
            recording.duration = .seconds(3)
            let (session, log) = (CaptureSession(selection: selection), EventLog())
            try session.record(try selection.plan(recording).plan) { log.add($0) }
            running.append((session, log))
        }
        for (session, _) in running { try session.startNow() }
        var missing = 0
        for (session, log) in running {
            let result = try await log.result()
            session.stopNow()
            #expect(result.error == nil)
            #expect(result.reason == .duration)
            let report = try #require(result.files.first)
            #expect(report.isPlayable)
            #expect(report.hasAudio)
            #expect(report.losses.isEmpty)
            let numbers = try GreyPictures(of: report.path, width: 320, height: 180).numbers
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(numbers)")
            #expect(numbers.count == report.frames)
            missing += 90 - numbers.count
        }
        #expect(missing == 0)
        #expect(running.map(\.log.finishes) == Array(repeating: 1, count: 8))
        Fault.tell(lost: "\(missing) frames")
    }
}
