import Testing

@testable import AVFoundation

extension Conformance {
    /// One recording, from its start to its end.
    @Suite(.serialized) struct RecordingTests {
        // Behaviour 1: the happy path.
        @Test(.timeLimit(.minutes(15))) func aRecordingIsToldInOrderAndPlays() async throws {
            let studio = try Studio(preset: .vga640x480)
            studio.session.startRunning()
            #expect(studio.session.isRunning)
            let (output, log, url) = (studio.output, studio.log, studio.url("a.mov"))
            #expect(!output.isRecording)
            #expect(output.outputFileURL == nil)
            log.record(url, with: output)
            #expect(output.isRecording)
            #expect(output.outputFileURL == url)
            try await log.wait(for: .didStart, of: url)
            let clock = ContinuousClock()
            let start = clock.now
            try await until("something is on the disk") { output.recordedFileSize > 0 }
            try await Task.sleep(until: start + .seconds(2))
            #expect(output.recordedDuration > .zero)
            let recorded = output.recordedDuration.seconds
            output.stopRecording()
            #expect(!output.isRecording)
            let ending = try await log.end(of: url)
            #expect(ending.error == nil)
            #expect(!ending.isRecording)
            #expect(ending.outputFileURL == nil)
            #expect(log.calls(url) == [.didStart, .willFinish, .didFinish])
            let movie = try Movie(url)
            #expect((movie.width, movie.height) == (640, 480))
            #expect(abs(movie.seconds - recorded) < 0.150, "\(movie.seconds) s, \(recorded) s were told")
            #expect(movie.seconds > 1.85)
            #expect(movie.hasAudio)
            #expect(movie.decodes)
            let pictures = try movie.pictures()
            #expect(Pictures.isConsecutive(pictures.numbers))
            #expect(try movie.sound().slip(of: pictures) < 0.040)
            #expect(studio.directory.files == ["a.mov"])
            log.expectOrder()
        }

        // Behaviour 1, the time told with the start: that of the first picture, on the session's clock.
        @Test(.timeLimit(.minutes(15))) func startsTellTheTimeOfTheirFirstPicture() async throws {
            let studio = try Studio()
            studio.session.startRunning()
            _ = try await studio.record("a.mov", seconds: 0.5)
            _ = try await studio.record("b.mov", seconds: 0.5)
            let (a, b) = (studio.url("a.mov"), studio.url("b.mov"))
            let times = [a, b].compactMap { studio.log.startTime($0)?.seconds }
            let numbers = try [a, b].compactMap { try Movie($0).pictures().numbers.first }
            try #require(times.count == 2 && numbers.count == 2)
            let between = times[1] - times[0]
            #expect(abs(between - Double(numbers[1] - numbers[0]) / 30) < 0.002)
            studio.log.expectOrder()
        }

        // Behaviour 3: a file that exists.
        @Test(.timeLimit(.minutes(15))) func anExistingFileIsRefusedAndUntouched() async throws {
            let studio = try Studio()
            studio.session.startRunning()
            let url = studio.url("mine.mov")
            let mine = Data((0..<100_000).map { UInt8($0 % 251) })
            try mine.write(to: url)
            studio.log.record(url, with: studio.output)
            #expect(!studio.output.isRecording)
            let ending = try await studio.log.end(of: url)
            #expect(ending.error?.code == .fileAlreadyExists)
            #expect(ending.error?.recordingSuccessfullyFinished == false)
            #expect(studio.log.calls(url) == [.willFinish, .didFinish])
            #expect(try Data(contentsOf: url) == mine)
            #expect(studio.session.isRunning)
            // A refused start does not touch what is being recorded either.
            let other = studio.url("other.mov")
            studio.log.record(other, with: studio.output)
            try await studio.log.wait(for: .didStart, of: other)
            let again = studio.url("again.mov")
            try mine.write(to: again)
            studio.log.record(again, with: studio.output)
            #expect(studio.output.outputFileURL == other)
            #expect(try await studio.log.end(of: again).error?.code == .fileAlreadyExists)
            #expect(studio.output.isRecording)
            studio.output.stopRecording()
            #expect(try await studio.log.end(of: other).error == nil)
            #expect(try Movie(other).decodes)
            studio.log.expectOrder()
        }

        // Behaviour 4: what Apple raises an exception for.
        @Test(.timeLimit(.minutes(15))) func whatCannotBeRecordedIsToldAndNeverTraps() async throws {
            let studio = try Studio()
            let (log, output, session) = (studio.log, studio.output, studio.session)
            func code(_ url: URL) async throws -> AVError.Code? {
                log.record(url, with: output)
                #expect(!output.isRecording)
                let ending = try await log.end(of: url)
                #expect(ending.error?.localizedDescription.isEmpty == false)
                #expect(ending.error?.recordingSuccessfullyFinished != true)
                return ending.error?.code
            }
            #expect(try await code(studio.url("early.mov")) == .sessionNotRunning)
            session.startRunning()
            #expect(try await code(try #require(URL(string: "https://example.org/a.mov"))) != nil)
            for connection in output.connections { connection.isEnabled = false }
            #expect(try await code(studio.url("unconnected.mov")) == .sessionNotRunning)
            session.removeOutput(output)
            #expect(try await code(studio.url("alone.mov")) == .sessionNotRunning)
            #expect(studio.directory.files.isEmpty)
            log.expectOrder()
        }

        // Behaviour 4: where no file can be made.
        @Test(.timeLimit(.minutes(15))) func aDirectoryThatCannotBeWrittenIsTold() async throws {
            let studio = try Studio()
            studio.session.startRunning()
            let nowhere = studio.url("nowhere/a.mov")
            studio.log.record(nowhere, with: studio.output)
            let missing = try #require(try await studio.log.end(of: nowhere).error)
            #expect((missing.userInfo[NSUnderlyingErrorKey] as? NSError)?.domain == NSPOSIXErrorDomain)
            #expect((missing.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(ENOENT))
            #expect(!studio.output.isRecording)
            // Even root may not write into a file system that is mounted for reading.
            let disk = SmallDisk.canBeMade ? try SmallDisk(kilobytes: 100, isWritable: false) : nil
            defer { disk?.remove() }
            let folder = try TemporaryDirectory()
            try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
            let forbidden = URL(fileURLWithPath: "\(disk?.path ?? folder.path)/a.mov")
            studio.log.record(forbidden, with: studio.output)
            let refused = try #require(try await studio.log.end(of: forbidden).error)
            #expect(refused.code == .applicationIsNotAuthorized)
            let number = (refused.userInfo[NSUnderlyingErrorKey] as? NSError)?.code
            #expect(number == Int(disk == nil ? EACCES : EROFS))
            #expect(studio.session.isRunning)
            let (ending, url) = (try await studio.record("after.mov", seconds: 0.3), studio.url("after.mov"))
            #expect(ending.error == nil)
            #expect(try Movie(url).decodes)
            studio.log.expectOrder()
        }

        // Behaviour 17: the delegate lives until its didFinish, and no longer.
        @Test(.timeLimit(.minutes(15))) func theDelegateIsHeldUntilItsEnd() async throws {
            let studio = try Studio()
            studio.session.startRunning()
            weak var delegate: RecordingLog?
            let (ends, continuation) = AsyncStream.makeStream(of: URL.self)
            do {
                let log = RecordingLog { call, _, url in if call == .didFinish { continuation.yield(url) } }
                delegate = log
                log.record(studio.url("a.mov"), with: studio.output)
            }
            #expect(delegate != nil)
            try await Task.sleep(for: .milliseconds(500))
            #expect(delegate != nil)
            studio.output.stopRecording()
            var iterator = ends.makeAsyncIterator()
            #expect(await iterator.next() == studio.url("a.mov"))
            try await until("the delegate is let go of") { delegate == nil }
            #expect(try Movie(studio.url("a.mov")).decodes)
        }

        // Behaviour 17: all the ways in which programs look at an error.
        @Test(.timeLimit(.minutes(15))) func errorsAnswerEveryIdiom() async throws {
            let studio = try Studio()
            studio.session.startRunning()
            studio.output.maxRecordedDuration = CMTime(value: 1, timescale: 3)
            let url = studio.url("a.mov")
            studio.log.record(url, with: studio.output)
            let told: (any Error)? = try await studio.log.end(of: url).error
            let playable =
                (told as NSError?)?.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool
                ?? (told == nil)
            #expect(playable)
            #expect((told as? AVError)?.code == .maximumDurationReached)
            #expect(told?.localizedDescription.isEmpty == false)
            var isCaught = false
            do {
                if let told { throw told }
            } catch AVError.maximumDurationReached {
                isCaught = true
            }
            #expect(isCaught)
            do {
                if let told { throw told }
            } catch let error as NSError {
                #expect(error.domain == AVFoundationErrorDomain)
                #expect(error.code == -11810)
                #expect((error.userInfo[NSURLErrorKey] as? URL)?.path == url.path)
                #expect((error.userInfo[AVErrorTimeKey] as? CMTime)?.seconds ?? 0 > 0.3)
                #expect((error.userInfo[AVErrorFileSizeKey] as? NSNumber)?.intValue ?? 0 > 0)
            }
            studio.log.expectOrder()
        }
    }
}
