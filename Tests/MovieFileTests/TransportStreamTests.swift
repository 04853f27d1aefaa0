import Testing

@testable import MovieFile

/// Transport streams made by hand, and damage to a recorded one.
@Suite struct TransportStreamTests {
    private static let video: UInt16 = 65
    private static let audio: UInt16 = 66

    /// The packets of a unit that lasts forty milliseconds.
    private static func unit(_ stream: UInt16, number: Int, length: Int, statesLength: Bool = true)
        -> [[UInt8]]
    {
        let time = UInt64(number * 3600)
        let stamp: [UInt8] = [
            0x21 | UInt8(time >> 29 & 0x0E), UInt8(time >> 22 & 0xFF), UInt8(time >> 14 & 0xFE) | 1,
            UInt8(time >> 7 & 0xFF), UInt8(time << 1 & 0xFE) | 1,
        ]
        let stated = UInt16(statesLength ? length + 8 : 0)
        let id: UInt8 = stream == video ? 0xE0 : 0xC0
        let content =
            [0, 0, 1, id] + be(stated) + [0x80, 0x80, 5] + stamp + [UInt8](repeating: 0x33, count: length)
        return stride(from: 0, to: content.count, by: 184).map { place in
            let payload = Array(content[place..<min(place + 184, content.count)])
            let head: [UInt8] = [0x47, UInt8(stream >> 8) | (place == 0 ? 0x40 : 0), UInt8(stream & 0xFF)]
            let room = 184 - payload.count
            switch room {
            case 0: return head + [0x10] + payload
            case 1: return head + [0x30, 0] + payload
            default:
                return head + [0x30, UInt8(room - 1), 0] + [UInt8](repeating: 0xFF, count: room - 2) + payload
            }
        }
    }

    private func finish(_ packets: [[UInt8]], behind: [UInt8] = []) throws -> (FinishedMovie, [UInt8]) {
        let file = try TemporaryFile(packets.flatMap { $0 } + behind, name: "a.ts")
        let finished = try MovieFinisher.finish(file.path)
        #expect(finished.movie.layout == .ordinary)
        #expect(try !MovieFinisher.finish(file.path).changed)
        return (finished, try file.bytes)
    }

    private let one = unit(video, number: 0, length: 700)
    private let two = unit(video, number: 1, length: 700)
    private let sound = unit(audio, number: 0, length: 100)
    private let more = unit(audio, number: 1, length: 100)

    @Test func aStreamThatIsWholeIsLeftAlone() throws {
        let (finished, _) = try finish(one + sound + two + more)
        #expect(!finished.changed)
        #expect(finished.movie.tracks.map(\.sampleCount) == [2, 2])
        #expect(finished.movie.tracks.map(\.kind) == [.video, .audio])
        #expect(finished.movie.duration == 80_000_000)
    }

    @Test func aUnitThatIsNotCompleteIsCutAway() throws {
        for statesLength in [true, false] {
            let last = Self.unit(Self.video, number: 1, length: 700, statesLength: statesLength)
            for count in 1..<last.count {
                let (finished, bytes) = try finish(one + sound + last.prefix(count), behind: [0x47, 0, 65])
                #expect(finished.movie.tracks.map(\.sampleCount) == [1, 1])
                #expect(finished.discardedBytes == Int64(188 * count + 3))
                #expect(bytes == (one + sound).flatMap { $0 })
            }
            #expect(try finish(one + sound + last).0.changed == false)
        }
    }

    @Test func packetsBetweenThoseOfAnotherStreamAreEmptied() throws {
        let (finished, bytes) = try finish(one + sound + two.prefix(2) + more + two[2..<3])
        #expect(finished.movie.tracks.map(\.sampleCount) == [1, 2])
        #expect(finished.discardedBytes == 3 * 188)
        #expect(bytes.count == 188 * (one.count + sound.count + 2 + more.count))
        let start = 188 * (one.count + sound.count)
        for packet in [start, start + 188] {
            #expect(Array(bytes[packet..<(packet + 4)]) == [0x47, 0x1F, 0xFF, 0x10])
        }
        #expect(Array(bytes.suffix(188 * more.count)) == more.flatMap { $0 })
    }

    @Test func aFileWithoutACompletePictureIsRefused() throws {
        // The list of a program: one stream of pictures, in H.264.
        let section: [UInt8] =
            [2, 0xB0, 18, 0, 1, 0xC1, 0, 0, 0xE0, 65, 0xF0, 0, 0x1B, 0xE0, 65, 0xF0, 0] + zeros(4)
        let announced =
            [0x47, 0x40, 32, 0x10, 0] + section + [UInt8](repeating: 0xFF, count: 183 - section.count)
        for packets in [Array(one.prefix(2)) + sound, [announced] + sound] {
            let bytes = packets.flatMap { $0 }
            let file = try TemporaryFile(bytes, name: "a.ts")
            let error = #expect(throws: MovieFileError.self) { try MovieFinisher.finish(file.path) }
            #expect(error?.code == .noMedia)
            #expect(try file.bytes == bytes)
        }
        #expect(try finish([announced] + one + sound).0.movie.tracks.map(\.sampleCount) == [1, 1])
    }

    @Test(arguments: [1, 100, 188, 600, 5000]) func garbageAtTheEndIsCutAway(count: Int) throws {
        let whole = one + sound + two + more
        for garbage in [zeros(count), [UInt8](repeating: 0x99, count: count)] {
            let (finished, bytes) = try finish(whole, behind: garbage)
            #expect(finished.discardedBytes == Int64(count))
            #expect(bytes == whole.flatMap { $0 })
        }
    }

    @Test(arguments: [5, 188, 700, 9000]) func whatComesBehindAHoleIsFound(count: Int) throws {
        let (finished, _) = try finish(one + sound + [zeros(count)] + two + more + two + more)
        #expect(finished.movie.tracks.map(\.sampleCount) == [3, 3])
    }

    @Test func timesThatBeginAgainGoOn() throws {
        let late = (1 << 33) / 3600 - 1
        let numbers = [late, late + 1, late + 2]
        let (finished, _) = try finish(
            numbers.flatMap { Self.unit(Self.video, number: $0 % (1 << 33), length: 50) }
        )
        #expect(abs(finished.movie.duration - 120_000_000) < 100_000)
    }

    @Test func aRecordedStreamIsCountedAsFfmpegDoes() throws {
        let file = try TemporaryFile(try ShortRecording.ts.get().bytes, name: "a.ts")
        let movie = try MovieFinisher.finish(file.path).movie
        let found = try #require(try Packets.list([file.path]).first)
        for track in movie.tracks {
            #expect(track.sampleCount == found[track.kind == .video ? "video" : "audio"]?.count)
        }
    }
}
