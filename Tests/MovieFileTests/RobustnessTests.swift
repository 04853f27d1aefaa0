import Foundation
import Testing

@testable import MovieFile

@Suite struct RobustnessTests {
    /// A small generator with a seed, so that a failure can be repeated.
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }

    @Test(.timeLimit(.minutes(2))) func noMutatedFileCrashesOrHangs() throws {
        var random = Random(state: 20_261_130)
        let base =
            TestFile.ftyp + TestFile.moov(["vide", "soun"])
            + TestFile.fragment([
                .init(track: 1, time: 0, sizes: [10, 20, 30], composition: [100, 300, 0]),
                .init(track: 2, time: 0, sizes: [5, 5], at: 60),
            ])
            + TestFile.fragment([.init(track: 1, time: 300, sizes: [11, 12], pieces: 2)])
        let ordinary = TestFile(base)
        try MovieFinisher.finish(ordinary.path)
        let file = TestFile()
        var finished = 0
        for round in 0..<4000 {
            var bytes = round % 2 == 0 ? base : ordinary.bytes
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1:
                    bytes.replaceSubrange(
                        place..<min(bytes.count, place + 4),
                        with: [0xFF, 0xFF, 0xFF, 0xFF]
                    )
                case 2: bytes.replaceSubrange(place..<min(bytes.count, place + 4), with: [0, 0, 0, 0])
                default: bytes = Array(bytes[..<max(1, place)])
                }
            }
            file.bytes = bytes
            if let movie = try? MovieFinisher.finish(file.path).movie {
                finished += 1
                #expect(try MovieFinisher.inspect(file.path) == movie, "round \(round)")
            }
        }
        #expect(finished > 1000)
    }

    @Test func offsetsBeyondFourGigabytesAreKept() throws {
        let head = TestFile.ftyp + TestFile.moov(["vide"])
        let hole = 5 << 30
        let fragment = TestFile.fragment([.init(sizes: [10, 20])])
        let file = TestFile(head)
        let handle = try #require(FileHandle(forWritingAtPath: file.path))
        // A sparse stretch of free space puts the fragment behind the four-gigabyte line.
        try handle.seekToEnd()
        try handle.write(
            contentsOf: Data(TestFile.words(1) + Array("free".utf8) + TestFile.long(UInt64(hole)))
        )
        try handle.truncate(atOffset: UInt64(head.count + hole))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(fragment))
        try handle.close()
        let movie = try MovieFinisher.finish(file.path).movie
        #expect(movie.tracks.first?.sampleCount == 2)
        let scan = try MovieScan(MovieFileAccess(file.path, writing: false))
        let offset = try #require(scan.tracks.first?.table.samples.first?.offset)
        #expect(offset == Int64(head.count + hole + fragment.count - 30))
        #expect(scan.moovOffset > Int64(4) << 30)
    }
}
