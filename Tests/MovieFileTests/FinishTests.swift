import Foundation
import Testing

@testable import MovieFile

@Suite struct FinishTests {
    private typealias Run = TestFile.Run

    private func media(_ count: Int, seed: Int = 0) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: seed + $0) }
    }

    @Test func fragmentsBecomeAnOrdinaryMovieWithoutMovingMedia() throws {
        let original =
            TestFile.ftyp + TestFile.moov(["vide"])
            + TestFile.fragment([Run(time: 0, sizes: [10, 20, 30])])
            + TestFile.fragment([Run(time: 300, sizes: [5, 6])], seed: 100)
        let file = TestFile(original)
        let before = try file.samples(1)
        let finished = try MovieFinisher.finish(file.path)
        #expect(finished.changed)
        #expect(file.boxes == ["ftyp", "mdat", "moov"])
        #expect(try file.samples(1) == before)
        #expect(
            before == [
                media(10), media(20, seed: 10), media(30, seed: 30), media(5, seed: 100), media(6, seed: 105),
            ]
        )
        let track = try #require(finished.movie.tracks.first)
        #expect(track.sampleCount == 5)
        #expect(track.syncSampleCount == 2)
        #expect(track.startsWithSyncSample)
        #expect(track.start == 0)
        #expect(track.duration == 166_666_667)
        #expect(track.width == 320)
        #expect(track.height == 240)
        #expect(finished.movie.layout == .ordinary)
        #expect(finished.movie.trailingBytes == 0)
        // Everything but the sixteen bytes of the new header is as it was.
        let after = file.bytes
        let header = TestFile.ftyp.count
        #expect(Array(after[..<header]) == Array(original[..<header]))
        #expect(Array(after[(header + 16)..<original.count]) == Array(original[(header + 16)...]))
        let index = Array(after[original.count...])
        #expect(Data(index).range(of: Data("tapt".utf8)) != nil)
        #expect(Data(index).range(of: Data("kept".utf8)) != nil)
        #expect(Data(index).range(of: Data("mvex".utf8)) == nil)
    }

    @Test func aSecondFinishChangesNothing() throws {
        let file = TestFile(TestFile.ftyp + TestFile.moov(["vide"]) + TestFile.fragment([Run(sizes: [10])]))
        try MovieFinisher.finish(file.path)
        let once = file.bytes
        #expect(try !MovieFinisher.finish(file.path).changed)
        #expect(file.bytes == once)
    }

    @Test func aCrashBeforeTheLastWriteCanBeFinishedAgain() throws {
        let original =
            TestFile.ftyp + TestFile.moov(["vide"]) + TestFile.fragment([Run(sizes: [10, 11, 12])])
        let file = TestFile(original)
        try MovieFinisher.finish(file.path)
        // The index was appended, the header not yet replaced.
        var torn = file.bytes
        torn.replaceSubrange(0..<original.count, with: original)
        for cut in [0, 1, 50] {
            file.bytes = Array(torn.dropLast(cut))
            let again = try MovieFinisher.finish(file.path)
            #expect(again.movie.tracks.first?.sampleCount == 3)
            #expect(try file.samples(1) == [media(10), media(11, seed: 10), media(12, seed: 21)])
        }
    }

    @Test func severalRunsWideMediaAndTwoTracksAreRead() throws {
        let file = TestFile(
            TestFile.ftyp + TestFile.moov(["vide", "soun"])
                + TestFile.fragment(
                    [
                        Run(track: 1, time: 0, sizes: [7, 8, 9, 10], pieces: 2),
                        Run(track: 2, time: 0, sizes: [3, 3], at: 34),
                    ],
                    wideMedia: true
                )
        )
        let movie = try MovieFinisher.finish(file.path).movie
        #expect(movie.tracks.map(\.sampleCount) == [4, 2])
        #expect(
            try file.samples(1) == [media(7), media(8, seed: 7), media(9, seed: 15), media(10, seed: 24)]
        )
        #expect(try file.samples(2) == [media(3, seed: 34), media(3, seed: 37)])
    }

    @Test func onlySamplesThatAreWhollyThereCount() throws {
        let head = TestFile.ftyp + TestFile.moov(["vide"])
        let first = TestFile.fragment([Run(time: 0, sizes: [10, 20])])
        let second = TestFile.fragment([Run(time: 200, sizes: [30, 40])], seed: 50)
        let whole = head + first + second
        for length in (head.count + 1)..<whole.count {
            let file = TestFile(Array(whole[..<length]))
            // In the first fragment: its header and media up to where the file is cut.
            let mediaStart = head.count + first.count - 30
            let secondMedia = whole.count - 70
            var expected = 0
            if length >= mediaStart + 10 { expected = 1 }
            if length >= mediaStart + 30 { expected = 2 }
            if length >= secondMedia + 30 { expected = 3 }
            if expected == 0 {
                #expect(throws: MovieFileError.self) { try MovieFinisher.finish(file.path) }
                #expect(file.bytes.count == length)
            } else {
                #expect(
                    try MovieFinisher.finish(file.path).movie.tracks.first?.sampleCount == expected,
                    "\(length)"
                )
            }
        }
    }

    @Test func garbageBehindTheFragmentsEndsUpInsideTheMedia() throws {
        for garbage in [
            [UInt8](repeating: 0, count: 77), Array("junk that is no box at all".utf8), [0, 0, 0],
        ] {
            let file = TestFile(
                TestFile.ftyp + TestFile.moov(["vide"]) + TestFile.fragment([Run(sizes: [10])]) + garbage
            )
            #expect(try MovieFinisher.inspect(file.path).trailingBytes == garbage.count)
            let finished = try MovieFinisher.finish(file.path)
            #expect(finished.discardedBytes == garbage.count)
            #expect(file.boxes == ["ftyp", "mdat", "moov"])
            #expect(finished.movie.tracks.first?.sampleCount == 1)
        }
    }

    @Test func aGapInTheTimesMakesTheSampleBeforeItLonger() throws {
        let file = TestFile(
            TestFile.ftyp + TestFile.moov(["vide"]) + TestFile.fragment([Run(time: 0, sizes: [1, 1])])
                + TestFile.fragment([Run(time: 3000, sizes: [1])])
        )
        let movie = try MovieFinisher.finish(file.path).movie
        #expect(movie.duration == 1_033_333_333)
    }

    @Test func aTrackThatStartsLaterKeepsItsOffset() throws {
        let file = TestFile(
            TestFile.ftyp + TestFile.moov(["vide", "soun"])
                + TestFile.fragment([
                    Run(track: 1, time: 30_000, sizes: [1, 1]),
                    Run(track: 2, time: 480_480, sizes: [1], at: 2),
                ])
        )
        let movie = try MovieFinisher.finish(file.path).movie
        #expect(movie.tracks.map(\.start) == [0, 10_000_000])
    }

    @Test func reorderedPicturesStartAtZeroAndTimesAreWide() throws {
        let offset = UInt64(UInt32.max) * 3
        let file = TestFile(
            TestFile.ftyp + TestFile.moov(["vide"])
                + TestFile.fragment([Run(time: offset, sizes: [1, 1, 1], composition: [200, 400, 100])])
        )
        let track = try #require(try MovieFinisher.finish(file.path).movie.tracks.first)
        #expect(track.start == 0)
        #expect(track.duration == 133_333_333)
    }

    @Test func aTrackWithoutSamplesIsLeftOut() throws {
        let file = TestFile(
            TestFile.ftyp + TestFile.moov(["vide", "soun"]) + TestFile.fragment([Run(sizes: [10])])
        )
        #expect(try MovieFinisher.finish(file.path).movie.tracks.map(\.id) == [1])
    }

    @Test func whatCannotBeFinishedSaysWhyAndIsLeftAlone() throws {
        let fragment = TestFile.fragment([Run(sizes: [10])])
        let cases: [([UInt8], MovieFileError.Code)] = [
            (TestFile.ftyp + fragment, .missingHeader),
            (TestFile.ftyp, .missingHeader),
            (TestFile.ftyp + TestFile.moov(["vide"]), .noMedia),
            (TestFile.ftyp + TestFile.moov(["vide"]).dropLast(9), .missingHeader),
            (Array("plain text, not a movie".utf8), .notAMovie),
            ([], .notAMovie),
        ]
        for (bytes, code) in cases {
            let file = TestFile(bytes)
            let error = #expect(throws: MovieFileError.self) { try MovieFinisher.finish(file.path) }
            #expect(error?.code == code)
            #expect(file.bytes == bytes)
        }
    }
}
