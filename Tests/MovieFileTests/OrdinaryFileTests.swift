import Foundation
import Testing

@testable import MovieFile

/// Reading the files of other writers.
@Suite struct OrdinaryFileTests {
    /// The header of a file with media behind it; the tables say where.
    private func movie(_ track: SyntheticTrack, media: Int = 100) throws -> MovieTrack {
        let file = try TemporaryFile(header([track], fragmented: false) + box("mdat", zeros(media)))
        let bytes = try file.bytes
        let movie = try MovieFinisher.inspect(file.path)
        #expect(movie.layout == .ordinary)
        #expect(try MovieFinisher.finish(file.path).changed == false)
        #expect(try file.bytes == bytes)
        return try #require(movie.tracks.first)
    }

    private func tables(_ sizes: [UInt8], chunks: [UInt8], other: [UInt8] = []) -> [UInt8] {
        fullBox("stts", words(2, 2, 100, 3, 200)) + fullBox("stsc", words(2, 1, 2, 1, 2, 3, 1)) + sizes
            + chunks + other
    }

    /// Far enough inside the file for every header here.
    private let narrow = fullBox("stco", words(2, 300, 400))
    private let wide = fullBox("co64", words(2, 0, 300, 0, 400))

    @Test func tablesOfEveryWidthAreRead() throws {
        let kinds = [
            fullBox("stsz", words(0, 5, 1, 2, 3, 4, 5)), fullBox("stsz", words(3, 5)),
            fullBox("stz2", words(4, 5), [0x12, 0x34, 0x50]), fullBox("stz2", words(8, 5), [1, 2, 3, 4, 5]),
            fullBox("stz2", words(16, 5), [0, 1, 0, 2, 0, 3, 0, 4, 0, 5]),
        ]
        for (sizes, chunks) in kinds.flatMap({ kind in [narrow, wide].map { (kind, $0) } }) {
            let track = try movie(SyntheticTrack(tables: tables(sizes, chunks: chunks)))
            #expect(track.sampleCount == 5)
            #expect(track.syncSampleCount == 5)
            #expect(track.duration == 800_000_000)
        }
    }

    @Test func syncSamplesAreCounted() throws {
        let sizes = fullBox("stsz", words(3, 5))
        let first = try movie(
            SyntheticTrack(tables: tables(sizes, chunks: narrow, other: fullBox("stss", words(2, 1, 4))))
        )
        #expect((first.syncSampleCount, first.startsWithSyncSample) == (2, true))
        let later = try movie(
            SyntheticTrack(tables: tables(sizes, chunks: narrow, other: fullBox("stss", words(1, 3))))
        )
        #expect((later.syncSampleCount, later.startsWithSyncSample) == (1, false))
    }

    @Test func compositionOffsetsOfBothVersionsAreRead() throws {
        let sizes = fullBox("stsz", words(3, 5))
        for version in [UInt32(0), 1] {
            let offsets = fullBox("ctts", version: version, words(2, 2, 50, 3, 150))
            let track = try movie(SyntheticTrack(tables: tables(sizes, chunks: narrow, other: offsets)))
            #expect(track.start == 50_000_000)
            #expect(track.duration == 900_000_000)
        }
    }

    @Test func editListsOfBothVersionsAreRead() throws {
        let sizes = fullBox("stsz", words(3, 5))
        let narrowEdits = fullBox("elst", words(2, 250, UInt32.max, 0x1_0000, 600, 100, 0x1_0000))
        let wideEdits = fullBox(
            "elst",
            version: 1,
            words(2, 0, 250, UInt32.max, UInt32.max, 0x1_0000, 0, 600, 0, 100, 0x1_0000)
        )
        for edits in [narrowEdits, wideEdits] {
            let track = try movie(
                SyntheticTrack(boxes: box("edts", edits), tables: tables(sizes, chunks: narrow))
            )
            #expect(track.start == 250_000_000)
            #expect(track.duration == 600_000_000)
        }
    }

    @Test func severalPiecesOfATrackAddUp() throws {
        let edits = fullBox("elst", words(2, 300, 0, 0x1_0000, 900, 100, 0x1_0000))
        let track = try movie(
            SyntheticTrack(
                boxes: box("edts", edits),
                tables: tables(fullBox("stsz", words(3, 5)), chunks: narrow)
            )
        )
        #expect(track.duration == 1_200_000_000)
    }

    @Test func samplesBehindTheEndOfTheFileDoNotCount() throws {
        let far = fullBox("stco", words(2, 300, 1_000_000))
        #expect(
            try movie(SyntheticTrack(tables: tables(fullBox("stsz", words(3, 5)), chunks: far))).sampleCount
                == 2
        )
    }

    @Test func soundIsDescribed() throws {
        var track = SyntheticTrack.audio
        track.tables = tables(fullBox("stsz", words(3, 5)), chunks: narrow)
        let sound = try movie(track)
        #expect(sound.kind == .audio)
        #expect(sound.codec == "mp4a")
        #expect((sound.sampleRate, sound.channels, sound.width) == (48000, 2, 0))
    }

    @Test func otherTracksAreNamedByTheirHandler() throws {
        var track = SyntheticTrack(handler: "text", entry: "tx3g")
        track.tables = tables(fullBox("stsz", words(3, 5)), chunks: narrow)
        #expect(try movie(track).kind == .other("text"))
    }

    @Test func positionsBeyondFourGibibytesAreKept() throws {
        // A sparse file: five gibibytes of media that take no room on the disk.
        let start = header()
        let length = 5 << 30
        let filler = words(1) + Array("mdat".utf8) + be(UInt64(length))
        let piece = fragment(
            [Traf(decodeTime: 0, runs: [Run(samples: [Sample(), Sample()])])],
            header: .long
        )
        let file = try TemporaryFile(start + filler)
        let handle = try #require(FileHandle(forWritingAtPath: file.path))
        try handle.seek(toOffset: UInt64(start.count + length))
        try handle.write(contentsOf: Data(piece))
        try handle.close()
        let result = try MovieFinisher.finish(file.path)
        #expect(result.movie.tracks.map(\.sampleCount) == [2])
        #expect(result.movie.layout == .ordinary)
        let reader = try #require(FileHandle(forReadingAtPath: file.path))
        let end = UInt64(start.count + length + piece.count)
        try reader.seek(toOffset: end)
        let index = Atoms(Array(try reader.readToEnd() ?? Data()))
        #expect(index.types == ["moov"])
        #expect(Tables(index).chunkOffsets == [Int(end) - 20])
        try reader.seek(toOffset: 20)
        let head = Array(try reader.read(upToCount: 16) ?? Data())
        #expect(head == words(1) + Array("mdat".utf8) + be(end - 20))
        #expect(try MovieFinisher.finish(file.path).changed == false)
    }
}
