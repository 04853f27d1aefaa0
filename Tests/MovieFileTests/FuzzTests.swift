import Foundation
import Testing

@testable import MovieFile

/// No input makes a reader crash, hang, grow without bound or tell nonsense.
///
/// `GSTCAM_FUZZ_ROUNDS` says how many files of each container are tried; `make fuzz` tries 100,000.
@Suite(.serialized) struct FuzzTests {
    private static let given = ProcessInfo.processInfo.environment["GSTCAM_FUZZ_ROUNDS"].flatMap { Int($0) }
    private static let rounds = given ?? 2000

    enum Container: String, CaseIterable {
        case mp4, mkv, ts
    }

    /// Numbers that break careless arithmetic.
    private static let evil: [UInt32] = [
        0, 1, 2, 7, 8, 9, 15, 16, 0x7F, 0xFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF8, 0xFFFF_FFFF,
        0x01FF_FFFF, 0x1F43_B675, 0x1A45_DFA3, 0xA388_7FFF, 0x4740_4130, 0x4700_41B7,
    ]

    private static func inputs(_ container: Container) throws -> [[UInt8]] {
        switch container {
        case .mp4: return try movies()
        case .mkv:
            let made = matroskaHead() + [0, 80, 160].flatMap { matroskaCluster(at: $0, blocks: [0, 40]) }
            let file = try TemporaryFile(made)
            try MovieFinisher.finish(file.path)
            let recordings = try [ShortRecording.mkv, ShortRecording.webm].map {
                try $0.get().bytes.prefix(12_000)
            }
            return [made, try file.bytes] + recordings.map(Array.init)
        case .ts: return [try Array(ShortRecording.ts.get().bytes.prefix(188 * 60))]
        }
    }

    private static func movies() throws -> [[UInt8]] {
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
        let recording = try ShortRecording.mp4.get().bytes
        return [fragmented, try file.bytes, Array(recording.prefix(12_000))]
    }

    private static func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        guard bytes.count > 8 else { return }
        let place = Int.random(in: 0..<bytes.count - 4, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 1...200, using: &generator))
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1, 2, 3:
            let number = evil[Int.random(in: 0..<evil.count, using: &generator)]
            bytes.replaceSubrange(place..<(place + 4), with: be(number))
        case 4: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
        case 5:
            bytes.insert(
                contentsOf: bytes[place..<end],
                at: Int.random(in: 0..<bytes.count, using: &generator)
            )
        case 6: bytes.replaceSubrange(place..<end, with: zeros(end - place))
        default:
            bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &generator)))
        }
    }

    @Test(.timeLimit(.minutes(60)), arguments: Container.allCases)
    func noDamageMakesTheReaderCrash(container: Container) throws {
        let inputs = try Self.inputs(container)
        let file = try TemporaryFile([])
        var generator = SeededGenerator(state: 1)
        var finished = 0
        var memory = 0
        for round in 0..<Self.rounds {
            if round == 1000 { memory = Self.residentPages }
            var bytes = inputs[round % inputs.count]
            for _ in 0..<Int.random(in: 1...6, using: &generator) { Self.mutate(&bytes, using: &generator) }
            try file.write(bytes)
            guard let before = try? MovieFinisher.inspect(file.path) else { continue }
            #expect(before.fileSize == Int64(bytes.count))
            #expect((0...before.fileSize).contains(before.trailingBytes))
            guard let result = try? MovieFinisher.finish(file.path) else {
                #expect(try file.bytes == bytes, "round \(round)")
                continue
            }
            finished += 1
            #expect(result.movie.layout == .ordinary, "round \(round)")
            #expect(result.changed == (before.layout == .fragmented))
            #expect(try MovieFinisher.finish(file.path).changed == false)
            let names = before.tracks.map(\.id)
            guard Set(names).count == names.count else { continue }
            var counts = before.tracks.map(\.sampleCount)
            var found = result.movie.tracks.map(\.sampleCount)
            // A track without samples gets no place in an MP4's index; what announced one in a transport stream may
            // lie in the tail that was cut.
            if result.changed, container != .mkv { counts.removeAll { $0 == 0 } }
            if result.changed, container == .ts { found.removeAll { $0 == 0 } }
            #expect(found == counts, "round \(round)")
        }
        // Most damage leaves something, or the rounds would test nothing.
        #expect(finished > Self.rounds / 20)
        // Other tests run beside a short run, so its memory says nothing.
        if Self.given != nil {
            let growth = (Self.residentPages - memory) * 4096
            #expect(growth < 64 << 20, "\(growth) bytes more after \(Self.rounds) files")
        }
    }

    private static var residentPages: Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return fields.flatMap { Int($0[1]) } ?? 0
    }
}
