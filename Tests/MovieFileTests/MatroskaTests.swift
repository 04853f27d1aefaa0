import Testing

@testable import MovieFile

/// Matroska files made by hand, so that every damage can be put at its place.
@Suite struct MatroskaTests {
    private let head = matroskaHead()
    /// Three clusters of two pictures of forty milliseconds.
    private let clusters = [0, 80, 160].map { matroskaCluster(at: $0, blocks: [0, 40]) }
    private var interrupted: [UInt8] { head + clusters.flatMap { $0 } }

    private func recovered(_ bytes: [UInt8]) throws -> (FinishedMovie, TopElements) {
        let file = try TemporaryFile(bytes, name: "a.mkv")
        let finished = try MovieFinisher.finish(file.path)
        #expect(try !MovieFinisher.finish(file.path).changed)
        return (finished, try TopElements(file.bytes))
    }

    private func frames(_ bytes: [UInt8]) throws -> Int {
        try recovered(bytes).0.movie.tracks.reduce(0) { $0 + $1.sampleCount }
    }

    @Test func anInterruptedFileGetsItsSizeItsDurationAndItsIndex() throws {
        let (finished, elements) = try recovered(interrupted)
        #expect(finished.changed)
        #expect(finished.discardedBytes == 0)
        #expect(finished.movie.duration == 240_000_000)
        let track = try #require(finished.movie.tracks.first)
        #expect(
            (track.codec, track.kind, track.sampleCount, track.syncSampleCount) == ("V_VP8", .video, 6, 3)
        )
        #expect((track.width, track.height) == (160, 120))
        #expect(
            elements.names == [0x114D_9B74, 0xEC, 0x1549_A966, 0x1654_AE6B] + [
                0x1F43_B675, 0x1F43_B675, 0x1F43_B675, 0x1C53_BB6B,
            ]
        )
        #expect(elements.isComplete)
        #expect(elements.duration == 240)
        #expect(
            elements.seekPositions.sorted()
                == elements.positions(of: [0x1549_A966, 0x1654_AE6B, 0x1C53_BB6B])
        )
        #expect(elements.cuePositions == elements.positions(of: [0x1F43_B675]))
    }

    @Test func everyCutKeepsTheBlocksThatAreComplete() throws {
        let block = matroskaBlock(0).count
        var ends: [Int] = []
        var position = head.count
        for cluster in clusters {
            position += cluster.count
            ends += [position - block, position]
        }
        for length in ends[0]...interrupted.count {
            #expect(
                try frames(Array(interrupted.prefix(length))) == ends.count { $0 <= length },
                "at \(length)"
            )
        }
    }

    @Test(arguments: [1, 2, 3, 100, 129, 130, 700, 70_000])
    func garbageBehindTheMediaBecomesVoid(count: Int) throws {
        for garbage in [zeros(count), [UInt8](repeating: 0x99, count: count)] {
            let (finished, elements) = try recovered(interrupted + garbage)
            #expect(finished.movie.tracks.map(\.sampleCount) == [6])
            #expect(finished.discardedBytes == count)
            #expect(elements.isComplete)
        }
    }

    @Test(arguments: [2, 3, 130, 9000]) func aHoleBetweenClustersBecomesVoid(count: Int) throws {
        let bytes = head + clusters[0] + zeros(count) + clusters[1] + clusters[2]
        let (finished, elements) = try recovered(bytes)
        #expect(finished.movie.tracks.map(\.sampleCount) == [6])
        #expect(finished.discardedBytes == count)
        #expect(elements.isComplete)
    }

    @Test func aHoleInAClusterCostsOnlyItsBlocks() throws {
        var bytes = interrupted
        let block = matroskaBlock(0).count
        let hole = (head.count + clusters[0].count - block + 1)..<(head.count + clusters[0].count + 4)
        bytes.replaceSubrange(hole, with: zeros(hole.count))
        let (finished, elements) = try recovered(bytes)
        // The second block of the first cluster, and the second cluster, whose name is gone.
        #expect(finished.movie.tracks.map(\.sampleCount) == [3])
        #expect(elements.isComplete)
    }

    @Test func aBlockThatEndsInTheZerosOfAPowerCutIsNoBlock() throws {
        var bytes = interrupted
        bytes.replaceSubrange((bytes.count - 600)..., with: zeros(600))
        // They reach into the last two.
        #expect(try frames(bytes) == 4)
    }

    @Test func aCrashBetweenTheStepsCanBeRecoveredAgain() throws {
        for broken in [interrupted, Array(interrupted.dropLast(300)), interrupted + zeros(40)] {
            let file = try TemporaryFile(broken, name: "a.mkv")
            let expected = try MovieFinisher.finish(file.path).movie
            let finished = try file.bytes
            for length in broken.count...finished.count {
                try file.write(broken + finished[broken.count..<length])
                let again = try MovieFinisher.finish(file.path)
                #expect(again.movie.tracks == expected.tracks, "up to \(length)")
                #expect(try TopElements(file.bytes).isComplete)
            }
            // Everything but the beginning, which comes last.
            try file.write(Array(broken[..<head.count]) + finished[head.count...])
            #expect(try MovieFinisher.finish(file.path).movie.tracks == expected.tracks)
        }
    }

    @Test func aFileOfAnotherWriterThatLeftRoomIsFinished() throws {
        let other = matroskaHead(seekRoom: void(160), duration: void(11), checksum: true)
        let (_, elements) = try recovered(other + clusters.flatMap { $0 })
        #expect(elements.duration == 240)
        #expect(elements.isComplete)
    }

    @Test func aFileWithoutRoomIsRefused() throws {
        for bytes in [matroskaHead(seekRoom: []), matroskaHead(duration: [])] {
            let file = try TemporaryFile(bytes + clusters[0], name: "a.mkv")
            let error = #expect(throws: MovieFileError.self) { try MovieFinisher.finish(file.path) }
            #expect(error?.code == .unsupported)
            #expect(try file.bytes == bytes + clusters[0])
        }
    }

    @Test func aFileWithoutTracksOrBlocksIsRefused() throws {
        for (bytes, code) in [
            (Array(head.prefix(3)), MovieFileError.Code.notAMovie), (Array(head.prefix(4)), .missingHeader),
            (Array(head.prefix(20)), .missingHeader), (Array(head.dropLast(1)), .missingHeader),
            (head, .noMedia), (head + clusters[0].prefix(30), .noMedia),
        ] {
            let file = try TemporaryFile(bytes, name: "a.mkv")
            let error = #expect(throws: MovieFileError.self) { try MovieFinisher.finish(file.path) }
            #expect(error?.code == code)
            #expect(try file.bytes == bytes)
        }
    }

    @Test func laceAndBlockGroupsAreCounted() throws {
        let lace = element(0xA3, [0x81, 0, 0, 0x86, 2] + [UInt8](repeating: 7, count: 30))
        let block = element(0xA1, [0x81, 0, 40, 0] + [UInt8](repeating: 7, count: 30))
        let key = element(0xA0, block + element(0x9B, [90]))
        let other = element(0xA0, element(0x9B, [90]) + block + element(0xFB, [1]))
        let cluster = element(0x1F43_B675, element(0xE7, [0]) + lace + key + other)
        let (finished, _) = try recovered(head + cluster)
        #expect(finished.movie.tracks.map(\.sampleCount) == [5])
        #expect(finished.movie.tracks.map(\.syncSampleCount) == [4])
        #expect(finished.movie.duration == 130_000_000)
    }
}
