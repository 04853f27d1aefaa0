import Foundation
import GStreamer
import Testing

@testable import CameraCapture

/// The way to write new code: `async` calls, typed errors, streams of events.
@Suite(.serialized) struct RecordingApiTests {
    private let directory: TemporaryDirectory

    init() throws {
        try Gst.initialize()
        directory = try TemporaryDirectory()
    }

    private func session(_ values: [String: String] = [:]) throws -> CaptureSession {
        var options = CaptureOptions()
        options.camera = "test"
        options.size = (320, 180)
        options.values = values
        return CaptureSession(selection: try CaptureSelection(options: options))
    }

    private func url(_ name: String) -> URL { URL(fileURLWithPath: "\(directory.path)/\(name)") }

    private func isConsecutive(_ numbers: [Int]) -> Bool {
        zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
    }

    @Test(.timeLimit(.minutes(15))) func aRecordingIsMadeWithAFewLines() async throws {
        let session = try session()
        try await session.start()
        let recording = try await session.record(to: url("100% a.mp4")) { $0.duration = .seconds(1) }
        let result = try await recording.result
        await session.stop()
        #expect(result.reason == .duration)
        #expect(result.error == nil)
        #expect(result.files.map(\.frames) == [30])
        #expect(directory.files == ["100% a.mp4"])
        var words: [String] = []
        for await event in recording.events {
            switch event {
            case .started: words.append("started")
            case .fileFinished: words.append("file")
            case .finished: words.append("finished")
            default: break
            }
        }
        #expect(words == ["started", "file", "finished"])
    }

    @Test(.timeLimit(.minutes(15))) func eventsOfTheSessionReachEveryListener() async throws {
        let session = try session()
        let listeners = [session.events, session.events]
        try await session.start()
        #expect(session.isRunning)
        await session.stop()
        #expect(!session.isRunning)
        for listener in listeners {
            var iterator = listener.makeAsyncIterator()
            guard case .started? = await iterator.next(), case .stopped? = await iterator.next() else {
                Issue.record("the session tells its start and its stop")
                return
            }
        }
    }

    @Test(.timeLimit(.minutes(15))) func refusalsAreThrownWithTheirCode() async throws {
        let session = try session()
        let early = await #expect(throws: CaptureError.self) { try await session.record(to: url("a.mp4")) }
        #expect(early?.code == .notRunning)
        try await session.start()
        try Data("mine".utf8).write(to: url("there.mp4"))
        let existing = await #expect(throws: CaptureError.self) {
            try await session.record(to: url("there.mp4"))
        }
        #expect(existing?.code == .fileExists)
        #expect(try Data(contentsOf: url("there.mp4")) == Data("mine".utf8))
        let nowhere = await #expect(throws: CaptureError.self) {
            try await session.record(to: url("no/a.mp4"))
        }
        #expect(nowhere?.code == .cannotCreateFile)
        let odd = await #expect(throws: CaptureError.self) { try await session.record(to: url("a.xyz")) }
        #expect(odd?.code == .usage)
        await session.stop()
        #expect(directory.files == ["there.mp4"])
    }

    @Test(.timeLimit(.minutes(15))) func fivePausesLeaveNoGapAndNoSlip() async throws {
        // Uncompressed sound in Matroska: every sample can be looked at.
        let session = try session()
        try await session.start()
        let recording = try await session.record(to: url("pauses.mkv")) { $0.audioCodec = "pcm" }
        for _ in 0..<5 {
            try await Task.sleep(for: .milliseconds(1300))
            await recording.pause()
            #expect(recording.isPaused)
            try await Task.sleep(for: .milliseconds(700))
            await recording.resume()
            #expect(!recording.isPaused)
        }
        try await Task.sleep(for: .milliseconds(1300))
        let result = try await recording.stop()
        await session.stop()
        #expect(result.error == nil)
        let report = try #require(result.files.first)
        let pictures = try GreyPictures(of: report.path, width: 320, height: 180)
        #expect(pictures.count == report.frames)
        let jumps = zip(pictures.numbers, pictures.numbers.dropFirst()).filter { $1 != $0 + 1 }
        #expect(jumps.count == 5, "\(jumps)")
        #expect(jumps.allSatisfy { $1 - $0 > 15 })
        // No gap in the times either.
        let times = try FFprobe.pictureTimes(of: report.path)
        #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 1.0 / 30) < 0.002 })
        let sound = try Sound(of: report.path)
        #expect(abs(sound.seconds - Double(report.frames) / 30) < 0.04)
        // Each flash has its tick within 40 ms, before the first pause and after each.
        let flashes = (0..<pictures.count).filter { pictures.value(picture: $0, x: 300, y: 20) > 200 }
        #expect(flashes.count >= 6)
        let ticks = sound.ticks
        for flash in flashes where flash > 1 && flash < pictures.count - 2 {
            let time = Double(flash) / 30
            let nearest = ticks.map { abs($0 - time) }.min() ?? .infinity
            #expect(nearest < 0.040, "the flash at \(time) s is \(nearest) s from its tick")
        }
    }

    @Test(.timeLimit(.minutes(15))) func twentySwitchesLoseNoPictureAndNoSample() async throws {
        let session = try session(["wave": "sine"])
        try await session.start()
        var recordings: [Recording] = []
        for number in 0...20 {
            recordings.append(
                try await session.record(to: url("part\(number).mkv"), replacing: recordings.last) {
                    $0.audioCodec = "pcm"
                }
            )
            try await Task.sleep(for: .milliseconds(350))
        }
        try await recordings[20].stop()
        var numbers: [Int] = []
        var samples: [Int16] = []
        for recording in recordings {
            let result = try await recording.result
            #expect(result.error == nil)
            let report = try #require(result.files.first)
            #expect(report.losses.droppedFrames == 0)
            numbers += try GreyPictures(of: report.path, width: 320, height: 180).numbers
            let sound = try Sound(of: report.path)
            #expect(abs(sound.samples.count - report.frames * 1600) <= 1)
            samples += sound.samples
        }
        await session.stop()
        #expect(recordings.count == 21)
        #expect(isConsecutive(numbers), "\(numbers)")
        // One unbroken sine of 440 Hz: each sample follows from the two before it.
        let step = 2 * cos(2 * Double.pi * 440 / 48_000)
        let broken = (2..<samples.count).filter { index in
            let expected = step * Double(samples[index - 1]) - Double(samples[index - 2])
            return abs(expected - Double(samples[index])) > 8
        }
        #expect(broken.isEmpty, "the sound breaks at \(broken.prefix(10)) of \(samples.count)")
    }

    @Test(.timeLimit(.minutes(15))) func aPhotoIsTakenWhileRecording() async throws {
        let session = try session()
        try await session.start()
        let recording = try await session.record(to: url("a.mp4"))
        let photo = try await session.capturePhoto()
        let mirrored = try await session.capturePhoto(isMirrored: true)
        let result = try await recording.stop()
        await session.stop()
        #expect(result.error == nil)
        #expect(result.files.first?.losses.droppedFrames == 0)
        #expect((photo.width, photo.height) == (320, 180))
        let path = "\(directory.path)/photo.jpg"
        try Data(photo.jpeg).write(to: URL(fileURLWithPath: path))
        let picture = try GreyPictures(of: path, width: 320, height: 180)
        #expect(picture.count == 1)
        // Bars: bright at the left, dark at the right, unless the picture flashes.
        #expect(picture.value(picture: 0, x: 20, y: 100) > picture.value(picture: 0, x: 300, y: 100))
        try Data(mirrored.jpeg).write(to: URL(fileURLWithPath: path))
        let other = try GreyPictures(of: path, width: 320, height: 180)
        #expect(other.value(picture: 0, x: 20, y: 100) < other.value(picture: 0, x: 300, y: 100))
    }

    @Test(.timeLimit(.minutes(15)), arguments: ["mp4", "mov", "mkv"])
    func tagsAndTheMirrorAreInTheFile(suffix: String) async throws {
        let session = try session()
        try await session.start()
        let recording = try await session.record(to: url("a.\(suffix)")) { options in
            options.duration = .seconds(1)
            options.isMirrored = true
            options.recordsAudio = false
            options.tags = ["title": "A day, \"bright\"", "artist": "Ann", "nonsense": "x"]
        }
        let result = try await recording.result
        await session.stop()
        let report = try #require(result.files.first)
        #expect(!report.hasAudio)
        // GStreamer 1.22 writes a Matroska tag of several words in its own quoted form.
        if suffix != "mkv" { #expect(try FFprobe.tag("title", of: report.path) == "A day, \"bright\"") }
        #expect(try FFprobe.tag("artist", of: report.path) == "Ann")
        let pictures = try GreyPictures(of: report.path, width: 320, height: 180)
        #expect(pictures.value(picture: 15, x: 20, y: 100) < pictures.value(picture: 15, x: 300, y: 100))
    }

    @Test(.timeLimit(.minutes(15))) func uncompressedSoundInQuickTimeIsFinishedInPlace() async throws {
        let session = try session(["wave": "sine"])
        try await session.start()
        let recording = try await session.record(to: url("a.mov")) { options in
            options.audioCodec = "pcm"
            options.duration = .seconds(2)
        }
        let result = try await recording.result
        await session.stop()
        #expect(result.error == nil)
        let report = try #require(result.files.first)
        #expect(report.isPlayable)
        #expect(try Sound(of: report.path).samples.count == 96_000)
    }
}
