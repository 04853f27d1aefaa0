import Foundation
import Testing

@testable import MovieFile

/// Files that GStreamer recorded, judged by ffmpeg.
@Suite struct RecordedFileTests {
    @Test(arguments: [RecordedFile.mp4, RecordedFile.mov])
    func aRecordingHoldsTheSamePicturesAndSoundAfterwards(_ recorded: Result<RecordedFile, any Error>) throws
    {
        let recording = try recorded.get()
        let file = try TemporaryFile(recording.bytes, name: recording.name)
        let before = try ["v", "a"].map { try Ffmpeg.decoded(file.path, $0) }
        let inspected = try MovieFinisher.inspect(file.path)
        let result = try MovieFinisher.finish(file.path)
        #expect(before.allSatisfy { $0.hasPrefix("MD5=") })
        #expect(try ["v", "a"].map { try Ffmpeg.decoded(file.path, $0) } == before)
        #expect(try Ffmpeg.decode(file.path) == (300, []))
        #expect(try Ffmpeg.values(file.path, "start_time") == ["0.000000", "0.000000"])
        #expect(try file.atoms.types == ["ftyp", "mdat", "moov"])
        #expect(!(try file.atoms.at("moov").types.contains("mvex")))
        #expect(try file.bytes.prefix(8).elementsEqual(recording.bytes.prefix(8)))

        #expect(inspected.layout == .fragmented)
        #expect(inspected.tracks == result.movie.tracks)
        #expect(inspected.trailingBytes == 0)
        #expect(result.discardedBytes == 0)
        let video = try #require(result.movie.tracks.first { $0.kind == .video })
        #expect((video.sampleCount, video.syncSampleCount, video.duration) == (300, 10, 10_000_000_000))
        #expect((video.codec, video.width, video.height, video.start) == ("avc1", 320, 240, 0))
        let audio = try #require(result.movie.tracks.first { $0.kind == .audio })
        #expect((audio.codec, audio.sampleRate, audio.channels, audio.start) == ("mp4a", 44100, 2, 0))
        #expect(audio.sampleCount == audio.syncSampleCount)
    }

    @Test func aKilledRecordingBecomesAnOrdinaryFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/killed.mp4"
        let description = """
            videotestsrc is-live=true ! video/x-raw,width=160,height=120,framerate=30/1 \
            ! x264enc tune=zerolatency bframes=0 key-int-max=30 ! h264parse ! mp4mux fragment-duration=500 \
            ! filesink buffer-mode=unbuffered location=\(path)
            """
        let result = try run(
            "timeout",
            "-s",
            "KILL",
            "3",
            "sh",
            "-c",
            "exec gst-launch-1.0 -q \(description)"
        )
        #expect(result.status != 0)
        let finished = try MovieFinisher.finish(path)
        #expect(finished.changed)
        let track = try #require(finished.movie.tracks.first)
        #expect(track.sampleCount >= 30)
        #expect(try Ffmpeg.decode(path) == (track.sampleCount, []))
    }

    @Test(arguments: [
        "empty_moov+frag_keyframe", "delay_moov+frag_keyframe", "frag_keyframe", "frag_keyframe+dash",
    ])
    func fragmentsOfAnotherWriterAreTaken(flags: String) throws {
        let recording = try RecordedFile.mp4.get()
        let original = try TemporaryFile(recording.bytes, name: recording.name)
        try MovieFinisher.finish(original.path)
        let file = try TemporaryFile([], name: "other.mp4")
        let made = try run(
            "ffmpeg",
            "-v",
            "error",
            "-y",
            "-i",
            original.path,
            "-c",
            "copy",
            "-movflags",
            flags,
            file.path
        )
        try #require(made.status == 0, "\(made.output)")
        let before = try ["v", "a"].map { try Ffmpeg.decoded(file.path, $0) }
        #expect(try MovieFinisher.finish(file.path).changed)
        #expect(try ["v", "a"].map { try Ffmpeg.decoded(file.path, $0) } == before)
        #expect(try Ffmpeg.decode(file.path) == (300, []))
    }

    @Test func anOrdinaryFileOfAnotherWriterIsLeftAlone() throws {
        let recording = try RecordedFile.mp4.get()
        let original = try TemporaryFile(recording.bytes, name: recording.name)
        try MovieFinisher.finish(original.path)
        let file = try TemporaryFile([], name: "other.mov")
        try run(
            "ffmpeg",
            "-v",
            "error",
            "-y",
            "-i",
            original.path,
            "-c",
            "copy",
            "-movflags",
            "faststart",
            file.path
        )
        let bytes = try file.bytes
        let result = try MovieFinisher.finish(file.path)
        #expect(!result.changed)
        #expect(try file.bytes == bytes)
        #expect(result.movie.layout == .ordinary)
        let video = try #require(result.movie.tracks.first { $0.kind == .video })
        #expect((video.sampleCount, video.syncSampleCount, video.duration) == (300, 10, 10_000_000_000))
    }
}
