import Testing

@testable import AVFoundation

extension Conformance {
    /// Behaviour 8: a pause leaves out what happens in it, and nothing else.
    @Suite(.serialized) struct PauseTests {
        @Test(.timeLimit(.minutes(15))) func fivePausesLeaveNoGapAndNoSlip() async throws {
            let studio = try Studio()
            try studio.recordsUncompressedSound()
            studio.session.startRunning()
            let (output, log, url) = (studio.output, studio.log, studio.url("a.mov"))
            log.record(url, with: output)
            try await log.wait(for: .didStart, of: url)
            for pause in 1...5 {
                try await Task.sleep(for: .milliseconds(1200))
                output.pauseRecording()
                #expect(output.isRecordingPaused)
                #expect(output.isRecording)
                #expect(output.outputFileURL == url)
                try await log.wait(for: .didPause, of: url, count: pause)
                let frozen = output.recordedDuration
                try await Task.sleep(for: .milliseconds(700))
                #expect(output.recordedDuration == frozen)
                output.resumeRecording()
                #expect(!output.isRecordingPaused)
                try await log.wait(for: .didResume, of: url, count: pause)
            }
            try await Task.sleep(for: .milliseconds(1200))
            output.stopRecording()
            #expect(try await log.end(of: url).error == nil)
            let pauses = (0..<5).flatMap { _ in [RecordingLog.Call.didPause, .didResume] }
            #expect(log.calls(url) == [.didStart] + pauses + [.willFinish, .didFinish])
            let movie = try Movie(url)
            let pictures = try movie.pictures()
            #expect(movie.frames == pictures.count)
            // No gap in the times, though the pictures' numbers jump at each pause.
            #expect(zip(movie.times, movie.times.dropFirst()).allSatisfy { abs($1 - $0 - 1.0 / 30) < 0.002 })
            let numbers = pictures.numbers
            let jumps = zip(numbers, numbers.dropFirst()).filter { $1 != $0 + 1 }
            #expect(jumps.count == 5, "\(jumps)")
            #expect(jumps.allSatisfy { $1 - $0 > 15 })
            let sound = try movie.sound()
            #expect(abs(Double(sound.samples.count) / Movie.audioRate - movie.seconds) < 0.040)
            // Each stretch is longer than a second, so each has a flash with its tick.
            #expect(pictures.flashes.count >= 6)
            #expect(sound.slip(of: pictures) < 0.040)
            #expect(sound.ticks.count >= 6)
            log.expectOrder()
        }

        @Test(.timeLimit(.minutes(15))) func aPausedRecordingCanBeStopped() async throws {
            let studio = try Studio()
            studio.session.startRunning()
            let (output, log, url) = (studio.output, studio.log, studio.url("a.mov"))
            log.record(url, with: output)
            try await log.wait(for: .didStart, of: url)
            try await Task.sleep(for: .milliseconds(500))
            output.pauseRecording()
            try await log.wait(for: .didPause, of: url)
            let recorded = output.recordedDuration.seconds
            try await Task.sleep(for: .milliseconds(500))
            output.stopRecording()
            #expect(!output.isRecordingPaused)
            #expect(try await log.end(of: url).error == nil)
            #expect(log.calls(url) == [.didStart, .didPause, .willFinish, .didFinish])
            #expect(abs(try Movie(url).seconds - recorded) < 1.5 / 30)
            log.expectOrder()
        }

        @Test(.timeLimit(.minutes(15))) func aPauseAndAStopAtOnceEndOnce() async throws {
            let studio = try Studio()
            studio.session.startRunning()
            let (output, log) = (studio.output, studio.log)
            for number in 0..<5 {
                let url = studio.url("\(number).mov")
                log.record(url, with: output)
                try await log.wait(for: .didStart, of: url)
                output.pauseRecording()
                output.stopRecording()
                #expect(try await log.end(of: url).error == nil)
                #expect(!log.calls(url).contains(.didResume))
                #expect(try Movie(url).frames >= 1)
            }
            // Without a recording nothing happens.
            output.pauseRecording()
            output.resumeRecording()
            output.stopRecording()
            #expect(!output.isRecordingPaused)
            log.expectOrder()
        }

        @Test(.timeLimit(.minutes(15))) func aPauseBeforeTheFirstPictureIsKept() async throws {
            let studio = try Studio()
            studio.session.startRunning()
            let (output, log, url) = (studio.output, studio.log, studio.url("a.mov"))
            log.record(url, with: output)
            output.pauseRecording()
            #expect(output.isRecordingPaused)
            try await log.wait(for: .didPause, of: url)
            try await Task.sleep(for: .milliseconds(500))
            #expect(output.recordedDuration.seconds < 0.3)
            output.resumeRecording()
            try await log.wait(for: .didResume, of: url)
            try await Task.sleep(for: .milliseconds(500))
            output.stopRecording()
            #expect(try await log.end(of: url).error == nil)
            #expect(log.calls(url) == [.didStart, .didPause, .didResume, .willFinish, .didFinish])
            log.expectOrder()
        }
    }
}
