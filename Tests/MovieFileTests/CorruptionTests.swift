import Foundation
import Testing

@testable import MovieFile

/// Damage to the boxes of an MP4 file, one kind at a time: what is whole around it is kept.
@Suite struct CorruptionTests {
    /// Three fragments of two samples of ten bytes.
    private static let start = header()
    private static let pieces = [UInt64(0), 200, 400].map { time in
        fragment([Traf(decodeTime: time, runs: [Run(samples: [Sample(), Sample()])])])
    }
    private static let media = 28

    private static func between(_ damage: [UInt8]) -> [UInt8] {
        start + pieces[0] + damage + pieces[1] + pieces[2]
    }

    /// The second fragment replaced.
    private static func second(_ other: [UInt8]) -> [UInt8] { start + pieces[0] + other + pieces[2] }

    /// The header of the media of a fragment replaced.
    private static func media(_ header: [UInt8], _ length: Int = 20) -> [UInt8] {
        Array(pieces[1].dropLast(media)) + header + Array(pieces[1].suffix(length))
    }

    private static var index: [UInt8] { Array(pieces[1].dropLast(media)) }
    private static let noise = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 167 ^ $0 >> 3) }

    private static let cases: [(what: String, bytes: [UInt8], samples: Int)] = [
        ("a box without a size", between(words(0) + Array("free".utf8) + zeros(9)), 6),
        ("an index without a size", between(words(0) + Array("moof".utf8) + zeros(9)), 6),
        ("a box larger than the file", between(words(0x7FFF_FFFF) + Array("free".utf8) + zeros(9)), 6),
        ("a size that is less than a header", between(words(7) + Array("free".utf8) + zeros(9)), 6),
        ("a size in 64 bits", between(words(1) + Array("free".utf8) + be(UInt64(24)) + zeros(8)), 6),
        ("64 bits beyond all files", between(words(1) + Array("uuid".utf8) + be(UInt64.max)), 6),
        ("64 bits less than a header", between(words(1) + Array("uuid".utf8) + be(UInt64(3))), 6),
        ("a box that nobody knows", between(box("what", zeros(30))), 6),
        ("media larger than the file", second(media(words(0x7FFF_FFF0) + Array("mdat".utf8))), 6),
        ("media without a size", second(media(words(0) + Array("mdat".utf8))), 6),
        ("media with less than is listed", second(media(words(18) + Array("mdat".utf8), 10)), 5),
        ("an index there twice", between(index), 6),
        ("a fragment there twice", between(pieces[1]), 6),
        ("an index without media", second(index), 4),
        ("an index without samples", second(fragment([Traf(decodeTime: 200, runs: [])])), 4),
        (
            "no time", second(fragment([Traf(decodeTime: nil, runs: [Run(samples: [Sample(), Sample()])])])),
            6
        ),
        ("a hole", second(zeros(pieces[1].count)), 4),
        ("zeros at the end", between([]) + zeros(5000), 6),
        ("noise at the end", between([]) + noise, 6),
        ("noise in the middle", between(noise), 6),
        ("more samples than bytes", second(hugeCount(flags: 0x201, extra: 0)), 4),
        ("samples of no bytes without an end", second(hugeCount(flags: 0x1, extra: 0)), 4),
    ]

    /// A list that states more samples than there can be.
    private static func hugeCount(flags: UInt32, extra: Int) -> [UInt8] {
        let run = fullBox("trun", flags: flags, words(UInt32.max, 100))
        let traf = box("traf", fullBox("tfhd", words(1)), fullBox("tfdt", words(200)), run)
        return box("moof", fullBox("mfhd", words(9)), traf) + box("mdat", zeros(20))
    }

    @Test(arguments: cases.indices) func whatIsWholeAroundTheDamageIsKept(number: Int) throws {
        let (what, bytes, samples) = Self.cases[number]
        let file = try TemporaryFile(bytes)
        let result = try MovieFinisher.finish(file.path)
        #expect(result.movie.tracks.map(\.sampleCount) == [samples], "\(what)")
        #expect(try file.atoms.types == ["ftyp", "mdat", "moov"], "\(what)")
        #expect(try !MovieFinisher.finish(file.path).changed, "\(what)")
        // What is kept is what was written, not bytes from somewhere else.
        let (old, new) = (bytes, try file.bytes)
        let table = try Tables(file.atoms).samples
        for place in table {
            let piece = new[place.offset..<(place.offset + place.size)]
            #expect(Array(piece) == Array(old[place.offset..<(place.offset + place.size)]), "\(what)")
            #expect(Self.pieces[0].suffix(20).contains(piece[piece.startIndex]), "\(what)")
        }
    }

    @Test func aSampleInTheZerosOfAPowerCutIsNoSample() throws {
        let sample = Sample(size: 700)
        let piece = fragment([Traf(decodeTime: 600, runs: [Run(samples: [sample, sample])])])
        for (entry, samples) in [("avc1", 7), ("sowt", 8)] {
            var track = entry == "avc1" ? SyntheticTrack() : SyntheticTrack.audio
            track.id = 1
            track.entry = entry
            var bytes = header([track]) + Self.pieces.flatMap { $0 } + piece
            bytes.replaceSubrange((bytes.count - 650)..., with: zeros(650))
            let file = try TemporaryFile(bytes)
            #expect(try MovieFinisher.finish(file.path).movie.tracks.map(\.sampleCount) == [samples])
        }
    }

    /// Five gibibytes of nothing, behind the beginning of each container: no memory, and no time.
    @Test(.timeLimit(.minutes(15)), arguments: ["mp4", "mkv", "ts", "nothing"])
    func aFileOfNothingButZerosEnds(kind: String) throws {
        let beginnings = [
            "mp4": Self.between([]), "mkv": matroskaHead() + matroskaCluster(at: 0, blocks: [0, 40]),
            "ts": try ShortRecording.ts.get().bytes,
        ]
        let file = try TemporaryFile(beginnings[kind, default: []])
        let plain = try? MovieFinisher.inspect(file.path)
        try #require(truncate(file.path, 5 << 30) == 0)
        let found = try? MovieFinisher.finish(file.path)
        #expect((found == nil) == (kind == "nothing"))
        #expect(found?.movie.tracks.map(\.sampleCount) == plain?.tracks.map(\.sampleCount))
    }

    @Test func whatIsNoMovieIsRefused() throws {
        let beginning = box("ftyp", zeros(8))
        for (bytes, code) in [
            ([], MovieFileError.Code.notAMovie), (Array(beginning.prefix(7)), .notAMovie),
            (beginning, .missingHeader), (Self.noise, .notAMovie), (zeros(188 * 5), .notAMovie),
            (Array("GIF and other words".utf8), .notAMovie), (Self.start, .noMedia),
            (beginning + Self.pieces.flatMap { $0 }, .missingHeader),
            ([0x1A, 0x45, 0xDF, 0xA3] + zeros(90), .missingHeader),
            ([UInt8](repeating: 0x47, count: 188 * 6), .noMedia),
        ] {
            let file = try TemporaryFile(bytes)
            let error = #expect(throws: MovieFileError.self) { try MovieFinisher.finish(file.path) }
            #expect(error?.code == code)
            #expect(try file.bytes == bytes)
        }
    }
}
