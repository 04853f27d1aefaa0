import Testing

@testable import MovieFile

/// Finding the samples of fragments, whichever way they are stated.
@Suite struct FragmentTests {
    private func finished(_ bytes: [UInt8]) throws -> (movie: Movie, atoms: Atoms) {
        let file = try TemporaryFile(bytes)
        let result = try MovieFinisher.finish(file.path)
        #expect(result.changed)
        return (result.movie, try file.atoms)
    }

    @Test func oneFragmentBecomesAnOrdinaryFile() throws {
        let start = header()
        let run = Run(samples: [
            Sample(size: 30, duration: 40, flags: 0), Sample(size: 20, duration: 40, flags: 0x1_0000),
        ])
        let (movie, atoms) = try finished(start + fragment([Traf(decodeTime: 0, runs: [run])]))
        #expect(atoms.types == ["ftyp", "mdat", "moov"])
        #expect(!atoms.at("moov").types.contains("mvex"))
        let tables = Tables(atoms)
        #expect(tables.table("stts") == [1, 2, 40])
        #expect(tables.table("stsz") == [0, 2, 30, 20])
        #expect(tables.table("stss") == [1, 1])
        #expect(tables.table("stsc") == [1, 1, 2, 1])
        #expect(!tables.has("ctts"))
        #expect(tables.edits == [1, 80, 0, 0x1_0000])
        #expect(movie.layout == .ordinary)
        #expect(movie.duration == 80_000_000)
        #expect(movie.trailingBytes == 0)
        let track = try #require(movie.tracks.first)
        #expect(track.kind == .video)
        #expect(track.codec == "avc1")
        #expect((track.width, track.height) == (640, 360))
        #expect((track.sampleCount, track.syncSampleCount) == (2, 1))
        #expect(track.startsWithSyncSample)
    }

    @Test func mediaStaysWhereItIs() throws {
        let bytes =
            header()
            + fragment([Traf(decodeTime: 0, runs: [Run(samples: [Sample(size: 30), Sample(size: 20)])])])
        let file = try TemporaryFile(bytes)
        try MovieFinisher.finish(file.path)
        let samples = Tables(try file.atoms).samples
        #expect(samples.map(\.size) == [30, 20])
        let start = try #require(samples.first?.offset)
        #expect(start == bytes.count - 50)
        #expect(try file.bytes[start..<(start + 50)].elementsEqual(bytes.suffix(50)))
    }

    @Test func severalRunsInOneFragmentAreTaken() throws {
        let runs = [
            Run(samples: [Sample(size: 5), Sample(size: 6)]), Run(samples: [Sample(size: 7)]),
            Run(samples: [Sample(size: 8)], hasDataOffset: false),
        ]
        let (_, atoms) = try finished(header() + fragment([Traf(decodeTime: 0, runs: runs)]))
        let tables = Tables(atoms)
        #expect(tables.table("stsz") == [0, 4, 5, 6, 7, 8])
        #expect(tables.table("stsc") == [1, 1, 4, 1])
        #expect(tables.table("stts") == [1, 4, 100])
    }

    @Test func fragmentsFollowEachOtherInChunks() throws {
        let one = fragment([Traf(decodeTime: 0, runs: [Run(samples: [Sample(), Sample()])])])
        let two = fragment([Traf(decodeTime: 200, runs: [Run(samples: [Sample()])])])
        let start = header()
        let (_, atoms) = try finished(start + one + two)
        let tables = Tables(atoms)
        #expect(
            tables.chunkOffsets == [start.count + one.count - 20, start.count + one.count + two.count - 10]
        )
        #expect(tables.table("stsc") == [2, 1, 2, 1, 2, 1, 1])
        #expect(tables.table("stsz") == [10, 3])
    }

    @Test func defaultsOfTheMovieHold() throws {
        let track = SyntheticTrack(defaults: (50, 12, 0x1_0000))
        let run = Run(
            samples: [Sample(size: 12), Sample(size: 12), Sample(size: 12)],
            fields: 0,
            firstFlags: 0
        )
        let (_, atoms) = try finished(header([track]) + fragment([Traf(decodeTime: 0, runs: [run])]))
        let tables = Tables(atoms)
        #expect(tables.table("stts") == [1, 3, 50])
        #expect(tables.table("stsz") == [12, 3])
        #expect(tables.table("stss") == [1, 1])
    }

    @Test func defaultsOfTheFragmentHoldBeforeThoseOfTheMovie() throws {
        let track = SyntheticTrack(defaults: (50, 12, 0x1_0000))
        let run = Run(samples: [Sample(size: 9), Sample(size: 9)], fields: 0)
        let traf = Traf(decodeTime: 0, flags: 0x3A, fields: words(2, 60, 9, 0), runs: [run])
        let (_, atoms) = try finished(header([track]) + fragment([traf]))
        let tables = Tables(atoms)
        #expect(tables.table("stts") == [1, 2, 60])
        #expect(tables.table("stsz") == [9, 2])
        #expect(tables.table("stsc") == [1, 1, 2, 2])
        #expect(!tables.has("stss"))
    }

    @Test(arguments: [UInt32(0), 0x2_0000])
    func tracksInOneFragmentShareItsMedia(flags: UInt32) throws {
        let picture = Traf(track: 1, decodeTime: 0, flags: flags, runs: [Run(samples: [Sample(size: 30)])])
        var sound = Traf(track: 2, decodeTime: 0, flags: flags, runs: [Run(samples: [Sample(size: 4)])])
        // Without the flag the second track may leave out its offset: it begins where the first one ends.
        if flags == 0 { sound.runs[0].hasDataOffset = false }
        let bytes = header([SyntheticTrack(), .audio]) + fragment([picture, sound])
        let file = try TemporaryFile(bytes)
        let movie = try MovieFinisher.finish(file.path).movie
        #expect(movie.tracks.map(\.kind) == [.video, .audio])
        #expect(Tables(try file.atoms, track: 0).chunkOffsets == [bytes.count - 34])
        #expect(Tables(try file.atoms, track: 1).chunkOffsets == [bytes.count - 4])
    }

    @Test func aStatedBaseOffsetHolds() throws {
        let start = header()
        let traf = Traf(decodeTime: 0, flags: 1, runs: [Run(samples: [Sample(size: 30)])])
        let bytes = start + fragment([traf], offset: start.count)
        let (_, atoms) = try finished(bytes)
        #expect(Tables(atoms).chunkOffsets == [bytes.count - 30])
    }

    @Test func mediaOfLargeAndOfNoStatedSizeAreTaken() throws {
        for kind in [MediaHeader.long, .openEnded] {
            let traf = Traf(decodeTime: 0, runs: [Run(samples: [Sample(size: 30), Sample(size: 20)])])
            let (movie, atoms) = try finished(header() + fragment([traf], header: kind))
            #expect(movie.tracks.map(\.sampleCount) == [2])
            #expect(atoms.types == ["ftyp", "mdat", "moov"])
        }
    }

    @Test func boxesBetweenFragmentsAreSkipped() throws {
        let one = fragment([Traf(decodeTime: 0, runs: [Run(samples: [Sample()])])])
        let two = fragment([Traf(decodeTime: 100, runs: [Run(samples: [Sample()])])])
        let others = ["styp", "sidx", "free", "skip", "uuid", "prft"].map { box($0, zeros(24)) }
        let bytes = header() + one + others.flatMap { $0 } + two + box("mfra", zeros(40))
        let (movie, _) = try finished(bytes)
        #expect(movie.tracks.map(\.sampleCount) == [2])
    }

    @Test func samplesOfTracksThatTheHeaderDoesNotNameAreLeftOut() throws {
        let known = Traf(track: 1, decodeTime: 0, runs: [Run(samples: [Sample()])])
        let unknown = Traf(track: 9, decodeTime: 0, runs: [Run(samples: [Sample(), Sample()])])
        let (movie, _) = try finished(header() + fragment([known, unknown]))
        #expect(movie.tracks.map(\.sampleCount) == [1])
    }

    @Test func samplesWithoutAnEndAreNotBelieved() throws {
        // Four thousand million samples of no bytes, stated in twelve bytes.
        let run = fullBox("trun", flags: 0, words(UInt32.max))
        let liar = box("moof", fullBox("mfhd", words(1)), box("traf", fullBox("tfhd", words(1)), run))
        let honest = fragment([Traf(runs: [Run(samples: [Sample()])])])
        let (movie, _) = try finished(header() + liar + honest)
        #expect(movie.tracks.map(\.sampleCount) == [1])
    }
}
