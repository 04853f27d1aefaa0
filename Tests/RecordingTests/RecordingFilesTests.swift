import GStreamer
import Testing

@testable import Recording

/// Which files a recording tells about, when, and with which reason.
struct RecordingFilesTests {
    private func examined(frames: Int, problem: CaptureError? = nil) -> FileExaminer.Examination {
        var result = FileExaminer.Examination()
        result.duration = .milliseconds(Int64(frames) * 40)
        result.bytes = Int64(frames) * 1000
        result.frames = frames
        result.hasAudio = true
        result.problem = problem
        return result
    }

    /// What was lost when so many pictures were dropped, one after the other.
    private func dropped(_ count: Int) -> [Loss] {
        (0..<count).map {
            Loss(cause: .encoder, start: .milliseconds(Int64($0) * 40), frames: 1, duration: .zero)
        }
    }

    @Test func oneFileIsToldAtTheEndWithTheReasonOfTheRecording() throws {
        var files = RecordingFiles()
        #expect(files.current == nil)
        files.opened("a.mp4", lossesBefore: dropped(0))
        #expect(files.current == "a.mp4")
        #expect(files.unclosed == ["a.mp4"])
        let closed = files.closed("a.mp4", losses: dropped(3))
        #expect(closed)
        #expect(files.unclosed.isEmpty)
        files.examined("a.mp4", examined(frames: 10))
        #expect(files.takeSegmentReports().isEmpty)
        let report = try #require(
            files.takeLastReports(reason: .duration, error: nil, losses: dropped(9)).first
        )
        #expect(report.path == "a.mp4")
        #expect(report.reason == .duration)
        #expect(report.duration == .milliseconds(400))
        #expect(report.bytes == 10_000)
        #expect(report.frames == 10)
        #expect(report.losses.droppedFrames == 3)
        #expect(report.hasAudio)
        #expect(report.isPlayable)
        #expect(report.error == nil)
        #expect(
            files.takeLastReports(reason: .stopped, error: nil, losses: []).isEmpty,
            "a file is told once"
        )
    }

    @Test func aSegmentIsToldOnceThereIsANextOne() {
        var files = RecordingFiles()
        files.opened("1.mp4", lossesBefore: dropped(0))
        _ = files.closed("1.mp4", losses: dropped(2))
        files.examined("1.mp4", examined(frames: 25))
        #expect(files.takeSegmentReports().isEmpty, "it may have been the last")
        files.opened("2.mp4", lossesBefore: dropped(2))
        let reports = files.takeSegmentReports()
        #expect(reports.map(\.path) == ["1.mp4"])
        #expect(reports.map(\.reason) == [.segment])
        #expect(reports.map(\.losses.droppedFrames) == [2])
        #expect(files.takeSegmentReports().isEmpty)
        _ = files.closed("2.mp4", losses: dropped(5))
        files.examined("2.mp4", examined(frames: 5))
        let last = files.takeLastReports(reason: .stopped, error: nil, losses: [])
        #expect(last.map(\.path) == ["2.mp4"])
        #expect(last.map(\.reason) == [.stopped])
        #expect(last.map(\.losses.droppedFrames) == [5])
    }

    @Test func segmentsAreToldInOrderThoughALaterOneIsExaminedFirst() {
        var files = RecordingFiles()
        for name in ["1.mp4", "2.mp4", "3.mp4"] { files.opened(name, lossesBefore: dropped(0)) }
        for name in ["1.mp4", "2.mp4"] { _ = files.closed(name, losses: dropped(0)) }
        files.examined("2.mp4", examined(frames: 2))
        #expect(files.takeSegmentReports().isEmpty)
        files.examined("1.mp4", examined(frames: 1))
        #expect(files.takeSegmentReports().map(\.path) == ["1.mp4", "2.mp4"])
    }

    @Test func aFileIsClosedOnceAndAStrangeOneNever() {
        var files = RecordingFiles()
        files.opened("a.mp4", lossesBefore: dropped(0))
        let results = ["b.mp4", "a.mp4", "a.mp4"].map { files.closed($0, losses: dropped(0)) }
        #expect(results == [false, true, false])
        files.examined("b.mp4", examined(frames: 1))
        #expect(files.takeLastReports(reason: .stopped, error: nil, losses: []).map(\.path) == ["a.mp4"])
    }

    @Test func reportsComeBackAsTheyWere() {
        var files = RecordingFiles()
        for number in 1...3 { files.opened("\(number) ü.mp4", lossesBefore: dropped(number == 3 ? 4 : 0)) }
        for number in 1...2 {
            _ = files.closed("\(number) ü.mp4", losses: dropped(0))
            files.examined("\(number) ü.mp4", examined(frames: number))
        }
        let first = files.takeSegmentReports()
        let last = files.takeLastReports(
            reason: .diskFull,
            error: CaptureError(.diskFull, "the disk is full"),
            losses: dropped(2)
        )
        var reports = FileReports()
        reports.append(first)
        reports.append(last)
        #expect(reports.count == 3)
        #expect(reports.all == first + last)
    }

    @Test func aFileThatWasNotExaminedIsNotPlayable() throws {
        var files = RecordingFiles()
        files.opened("a.mp4", lossesBefore: [])
        let error = CaptureError(.stopTimedOut, "the disk did not let go")
        files.opened("b.mp4", lossesBefore: dropped(3))
        let reports = files.takeLastReports(reason: .stopped, error: error, losses: dropped(7))
        #expect(reports.map(\.isPlayable) == [false, false])
        #expect(reports.map(\.frames) == [0, 0])
        // What was dropped is known all the same, and so is why each is not told as sound.
        #expect(reports.map(\.losses.droppedFrames) == [3, 7])
        #expect(reports.first?.error?.description.contains("a.mp4 could not be read back in time") == true)
        #expect(reports.last?.error == error)
    }

    @Test func theErrorBelongsToTheLastFileAndAProblemToItsOwn() {
        var files = RecordingFiles()
        let broken = CaptureError(.unplayable, "1.mp4 holds no pictures")
        let full = CaptureError(.diskFull, "the disk is full")
        files.opened("1.mp4", lossesBefore: dropped(0))
        files.opened("2.mp4", lossesBefore: dropped(0))
        files.examined("1.mp4", examined(frames: 0, problem: broken))
        files.examined("2.mp4", examined(frames: 9))
        let reports = files.takeLastReports(reason: .diskFull, error: full, losses: [])
        #expect(reports.map(\.reason) == [.segment, .diskFull])
        #expect(reports.map(\.error) == [broken, full])
        #expect(reports.map(\.isPlayable) == [false, true])
    }

    @Test func noFileMeansNoReport() {
        var files = RecordingFiles()
        #expect(files.takeSegmentReports().isEmpty)
        #expect(files.takeLastReports(reason: .stopped, error: nil, losses: []).isEmpty)
        #expect(files.unclosed.isEmpty)
    }
}
