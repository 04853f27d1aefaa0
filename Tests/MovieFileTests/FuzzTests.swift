import Testing

@testable import MovieFile

/// No input makes the reader crash, hang or tell nonsense.
@Suite struct FuzzTests {
    /// Numbers that break careless arithmetic.
    private static let evil: [UInt32] = [
        0, 1, 2, 7, 8, 9, 15, 16, 0x7F, 0xFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF8, 0xFFFF_FFFF,
    ]

    private static func inputs() throws -> [[UInt8]] {
        var edited = SyntheticTrack.audio
        edited.boxes =
            box("edts", fullBox("elst", words(1, 0, 100, 0x1_0000))) + box("tref", box("cdsc", words(1)))
        let samples = [Sample(composition: 40), Sample(flags: 0x1_0000, composition: -20), Sample()]
        let piece = fragment([
            Traf(
                track: 1,
                decodeTime: 5,
                wideTime: true,
                flags: 0x3A,
                fields: words(1, 60, 9, 0),
                runs: [Run(samples: samples)]
            ),
            Traf(
                track: 2,
                decodeTime: 0,
                flags: 0x2_0000,
                runs: [Run(samples: samples), Run(samples: samples, fields: 0)]
            ),
        ])
        let fragmented = header([SyntheticTrack(defaults: (10, 3, 0)), edited]) + piece + piece + piece
        let file = try TemporaryFile(fragmented)
        try MovieFinisher.finish(file.path)
        let recording = try RecordedFile.mp4.get().bytes
        return [fragmented, try file.bytes, Array(recording.prefix(12_000))]
    }

    private static func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        guard bytes.count > 8 else { return }
        let place = Int.random(in: 0..<bytes.count - 4, using: &generator)
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1, 2, 3:
            let number = evil[Int.random(in: 0..<evil.count, using: &generator)]
            bytes.replaceSubrange(place..<(place + 4), with: be(number))
        case 4: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
        case 5:
            let end = min(bytes.count, place + Int.random(in: 1...200, using: &generator))
            bytes.insert(
                contentsOf: bytes[place..<end],
                at: Int.random(in: 0..<bytes.count, using: &generator)
            )
        default:
            bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &generator)))
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: 0..<4)
    func noDamageMakesTheReaderCrash(seed: Int) throws {
        let inputs = try Self.inputs()
        let file = try TemporaryFile([])
        var generator = SeededGenerator(state: UInt64(seed))
        var finished = 0
        for round in 0..<1000 {
            var bytes = inputs[round % inputs.count]
            for _ in 0..<Int.random(in: 1...6, using: &generator) { Self.mutate(&bytes, using: &generator) }
            try file.write(bytes)
            guard let before = try? MovieFinisher.inspect(file.path) else { continue }
            #expect(before.fileSize == Int64(bytes.count))
            #expect((0...before.fileSize).contains(before.trailingBytes))
            guard let result = try? MovieFinisher.finish(file.path) else {
                #expect(try file.bytes == bytes, "seed \(seed), round \(round)")
                continue
            }
            finished += 1
            #expect(result.movie.layout == .ordinary)
            #expect(result.changed == (before.layout == .fragmented))
            #expect(try MovieFinisher.finish(file.path).changed == false)
            let names = before.tracks.map(\.id)
            guard Set(names).count == names.count else { continue }
            let counts = before.tracks.map(\.sampleCount).filter { $0 > 0 || !result.changed }
            #expect(result.movie.tracks.map(\.sampleCount) == counts, "seed \(seed), round \(round)")
        }
        // Most damage leaves something, or the rounds would test nothing.
        #expect(finished > 200)
    }
}
