import Testing

@testable import MovieFile

/// Files that were cut, damaged, or left behind in the middle of being finished.
@Suite struct BrokenFileTests {
    /// Three fragments of two samples of ten bytes.
    private let start = header()
    private let pieces = [UInt64(0), 200, 400].map { time in
        fragment([Traf(decodeTime: time, runs: [Run(samples: [Sample(), Sample()])])])
    }
    private var whole: [UInt8] { start + pieces.flatMap { $0 } }

    private func sampleCount(_ bytes: [UInt8]) throws -> Int {
        let file = try TemporaryFile(bytes)
        return try MovieFinisher.finish(file.path).movie.tracks.reduce(0) { $0 + $1.sampleCount }
    }

    @Test func everyCutKeepsTheSamplesThatAreComplete() throws {
        let complete =
            [1, 2].map { start.count + pieces[0].count - 20 + 10 * $0 }
            + [1, 2].map { start.count + 2 * pieces[0].count - 20 + 10 * $0 }
            + [1, 2].map { start.count + 3 * pieces[0].count - 20 + 10 * $0 }
        for length in complete[0]...whole.count {
            #expect(
                try sampleCount(Array(whole.prefix(length))) == complete.count { $0 <= length },
                "at \(length)"
            )
        }
    }

    @Test func aCutMoofIsIgnored() throws {
        let length = start.count + pieces[0].count
        let file = try TemporaryFile(whole.dropLast(whole.count - length - 40))
        #expect(try MovieFinisher.inspect(file.path).trailingBytes == 40)
        let result = try MovieFinisher.finish(file.path)
        #expect(result.discardedBytes == 40)
        #expect(result.movie.tracks.map(\.sampleCount) == [2])
        #expect(result.movie.trailingBytes == 0)
        #expect(try file.atoms.types == ["ftyp", "mdat", "moov"])
    }

    @Test func bytesOfACutSampleAreReported() throws {
        let file = try TemporaryFile(whole.dropLast(3))
        let before = try MovieFinisher.inspect(file.path)
        #expect(before.layout == .fragmented)
        #expect(before.trailingBytes == 7)
        #expect(before.tracks.map(\.sampleCount) == [5])
        #expect(try MovieFinisher.finish(file.path).discardedBytes == 7)
    }

    @Test func aWholeFragmentedFileHasNothingBehindIt() throws {
        let file = try TemporaryFile(whole + box("mfra", zeros(30)))
        let movie = try MovieFinisher.inspect(file.path)
        #expect(movie.layout == .fragmented)
        #expect(movie.trailingBytes == 0)
        #expect(movie.fileSize == Int64(whole.count + 38))
    }

    @Test func interleavedSamplesThatAreCompleteAreKept() throws {
        let picture = Traf(track: 1, decodeTime: 0, runs: [Run(samples: [Sample(), Sample()])])
        let sound = Traf(
            track: 2,
            decodeTime: 0,
            flags: 0x2_0000,
            runs: [Run(samples: [Sample(), Sample()])]
        )
        let bytes = header([SyntheticTrack(), .audio]) + fragment([picture, sound])
        let file = try TemporaryFile(bytes.dropLast(15))
        #expect(try MovieFinisher.finish(file.path).movie.tracks.map(\.sampleCount) == [2])
    }

    @Test(arguments: [[], zeros(1), zeros(7), zeros(5000), [UInt8](repeating: 0xFF, count: 100)])
    func garbageAtTheEndIsIgnored(garbage: [UInt8]) throws {
        let file = try TemporaryFile(whole + garbage)
        let result = try MovieFinisher.finish(file.path)
        #expect(result.movie.tracks.map(\.sampleCount) == [6])
        #expect(result.discardedBytes == Int64(garbage.count))
        #expect(try file.atoms.types == ["ftyp", "mdat", "moov"])
    }

    @Test func fragmentsBehindGarbageAreFound() throws {
        for gap in [3, 100, 70_000] {
            let bytes =
                start + pieces[0] + zeros(gap) + pieces[1] + [UInt8](repeating: 0xEE, count: gap) + pieces[2]
            #expect(try sampleCount(bytes) == 6)
        }
        #expect(try sampleCount(start + pieces[0] + Array("moofs and other words".utf8) + pieces[1]) == 4)
    }

    @Test func aFragmentWithoutItsMediaDoesNotCount() throws {
        // The data would begin in the zeros that a power cut left in place of the media.
        let bytes = start + pieces[0] + pieces[1].dropLast(28) + zeros(200)
        #expect(try sampleCount(bytes) == 2)
    }

    @Test func finishingTwiceChangesNothing() throws {
        let file = try TemporaryFile(whole)
        let first = try MovieFinisher.finish(file.path)
        let bytes = try file.bytes
        let second = try MovieFinisher.finish(file.path)
        #expect(first.changed)
        #expect(!second.changed)
        #expect(second.movie == first.movie)
        #expect(second.discardedBytes == 0)
        #expect(try file.bytes == bytes)
    }

    @Test(arguments: [MediaHeader.short, .long, .openEnded], [0, 3, 15, 50])
    func aCrashBetweenTheStepsCanBeFinishedAgain(header kind: MediaHeader, cut: Int) throws {
        let last = fragment(
            [Traf(decodeTime: 600, runs: [Run(samples: [Sample(), Sample()])])],
            header: kind
        )
        let broken = Array((whole + last).dropLast(cut))
        let file = try TemporaryFile(broken)
        let expected = try MovieFinisher.finish(file.path).movie.tracks.map(\.sampleCount)
        var bytes = try file.bytes
        bytes.replaceSubrange(Self.oldHead, with: start[Self.oldHead])
        // Everything that the second step may have left, up to all of it, without the header of the third.
        for length in broken.count...bytes.count {
            try file.write(Array(bytes.prefix(length)))
            let result = try MovieFinisher.finish(file.path)
            #expect(result.changed)
            #expect(result.movie.tracks.map(\.sampleCount) == expected, "up to \(length) bytes")
            #expect(try file.atoms.types == ["ftyp", "mdat", "moov"])
        }
    }

    /// What the third step overwrites: the beginning of the `moov`, behind an `ftyp` of 20 bytes.
    private static let oldHead = 20..<36

    @Test func afterAWholeSecondStepTheIndexIsNotMedia() throws {
        // A sample that was cut must not be completed by the bytes of the index behind it.
        let file = try TemporaryFile(whole.dropLast(3))
        try MovieFinisher.finish(file.path)
        var bytes = try file.bytes
        bytes.replaceSubrange(Self.oldHead, with: start[Self.oldHead])
        try file.write(bytes)
        let movie = try MovieFinisher.inspect(file.path)
        #expect(movie.layout == .fragmented)
        #expect(movie.tracks.map(\.sampleCount) == [5])
    }

    @Test func aFileThatGrowsIsNotTouched() throws {
        let file = try TemporaryFile(whole)
        var reader = try OpenFile(reading: file.path)
        let writer = InPlaceWriter(path: file.path, map: try FileMap(reading: &reader), headerOffset: 20)
        try file.write(whole + zeros(1))
        let error = #expect(throws: MovieFileError.self) { try writer.write(box("moov")) }
        #expect(error?.code == .beingWritten)
        #expect(try file.bytes == whole + zeros(1))
    }
}
