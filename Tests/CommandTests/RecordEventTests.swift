import CameraCapture
import Foundation
import GStreamer
import Testing

@testable import Recording
@testable import gstcam

/// The JSON that programs read: its keys and values stay as documented.
@Suite struct RecordEventTests {
    private func json(_ event: RecordEvent) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(event), as: UTF8.self)
    }

    private func report(error: CaptureError? = nil, isPlayable: Bool = true) -> FileReport {
        FileReport(
            path: "/tmp/a \"b\".mp4",
            duration: ClockTime(nanoseconds: 1_966_666_667),
            bytes: 1_064_731,
            frames: 59,
            losses: [Loss(cause: .encoder, start: .zero, frames: 2, duration: .zero)],
            hasAudio: true,
            reason: .duration,
            isPlayable: isPlayable,
            error: error
        )
    }

    @Test func keysAreWordsWithUnderscores() throws {
        var event = RecordEvent("x")
        (event.file, event.device, event.microphone) = ("f", "d", "m")
        (event.width, event.height, event.framerate) = (1, 2, 3.5)
        (event.template, event.container) = ("t", "c")
        (event.videoEncoder, event.audioEncoder) = ("v", "a")
        (event.duration, event.bytes, event.frames, event.dropped) = (1.5, 2, 3, 4)
        (event.audio, event.audioLevel, event.free) = (true, -1.5, 5)
        (event.drift, event.audioOffset) = (6.5, 7.5)
        (event.reason, event.playable) = ("r", false)
        (event.code, event.message, event.error) = ("o", "s", "e")
        let first =
            #"{"audio":true,"audio_encoder":"a","audio_level":-1.5,"audio_offset":7.5,"bytes":2,"code":"o","#
            + #""container":"c","device":"d","drift":6.5,"dropped":4,"duration":1.5,"error":"e","event":"x","file":"f","framerate":3.5,"#
        let second =
            #""frames":3,"free":5,"height":2,"message":"s","microphone":"m","playable":false,"reason":"r","#
            + #""template":"t","video_encoder":"v","width":1}"#
        #expect(try json(event) == first + second)
    }

    @Test func whatDoesNotApplyIsLeftOut() throws {
        #expect(try json(RecordEvent("segment")) == #"{"event":"segment"}"#)
    }

    @Test func finishedTellsWhatTheFileHolds() throws {
        let expected =
            #"{"audio":true,"bytes":1064731,"dropped":2,"duration":1.967,"event":"finished","#
            + #""file":"/tmp/a \"b\".mp4","frames":59,"lost":0,"playable":true,"reason":"duration"}"#
        #expect(try json(.finished(report())) == expected)
    }

    @Test func finishedTellsWhatWentWrong() throws {
        let error = CaptureError(.unplayable, "it holds no sound", advice: "Check it")
        let text = try json(.finished(report(error: error, isPlayable: false)))
        #expect(text.contains(#""error":"it holds no sound. Check it.""#))
        #expect(text.contains(#""playable":false"#))
    }

    @Test func progressTellsHowFarItIs() throws {
        var progress = RecordingProgress(
            path: "a.mp4",
            duration: .milliseconds(967),
            bytes: 514_991,
            frames: 29,
            losses: [Loss(cause: .encoder, start: .zero, frames: 0, duration: .zero)],
            audioLevel: -1.93944,
            freeBytes: 81_887_698_944
        )
        let expected =
            #"{"audio_level":-1.939,"bytes":514991,"dropped":0,"duration":0.967,"event":"progress","#
            + #""file":"a.mp4","frames":29,"free":81887698944,"lost":0}"#
        #expect(try json(.progress(progress)) == expected)
        progress = RecordingProgress(
            path: "a.mp4",
            duration: .zero,
            bytes: 0,
            frames: 0,
            losses: [Loss(cause: .encoder, start: .zero, frames: 0, duration: .zero)],
            audioLevel: -.infinity,
            freeBytes: nil
        )
        // JSON has no infinity; digital silence leaves the key out.
        let silent =
            #"{"bytes":0,"dropped":0,"duration":0,"event":"progress","file":"a.mp4","frames":0,"lost":0}"#
        #expect(try json(.progress(progress)) == silent)
    }

    @Test func startedTellsWhatWasChosen() throws {
        try Gst.initialize()
        var options = CaptureOptions()
        options.camera = "test"
        options.size = (640, 360)
        let selection = try CaptureSelection(options: options)
        let planned = try selection.plan(RecordingOptions(pattern: "a.mkv"))
        let event = RecordEvent.started(
            file: "a.mkv",
            selection: selection,
            planned: planned,
            withAudio: true
        )
        let video = try #require(planned.videoEncoder)
        let audio = try #require(planned.audioEncoder)
        let expected =
            #"{"audio":true,"audio_encoder":"\#(audio)","container":"mkv","device":"test","event":"started","#
            + #""file":"a.mkv","framerate":30,"height":360,"microphone":"test","template":"test","#
            + #""video_encoder":"\#(video)","width":640}"#
        #expect(try json(event) == expected)
        let silent = RecordEvent.started(
            file: "a.mkv",
            selection: selection,
            planned: planned,
            withAudio: false
        )
        #expect(silent.audio == false)
        #expect(silent.microphone == nil)
        #expect(silent.audioEncoder == nil)
    }
}
