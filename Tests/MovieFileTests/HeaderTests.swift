import Testing

@testable import MovieFile

/// What of the original header is kept, and what is not.
@Suite struct HeaderTests {
    private func finished(_ bytes: [UInt8]) throws -> (movie: Movie, atoms: Atoms) {
        let file = try TemporaryFile(bytes)
        return (try MovieFinisher.finish(file.path).movie, try file.atoms)
    }

    private let piece = fragment([Traf(decodeTime: 0, runs: [Run(samples: [Sample()])])])

    @Test func whatDoesNotDependOnTheSamplesIsKept() throws {
        let userData = box("udta", box("meta", zeros(4) + box("ilst", zeros(11))))
        var track = SyntheticTrack()
        track.boxes = box("tapt", box("clef", words(0, 640 << 16, 360 << 16))) + userData
        track.tables += fullBox("sgpd", Array("roll".utf8) + words(2, 1, 1)) + fullBox("sdtp", zeros(3))
        let (_, atoms) = try finished(header([track], boxes: userData + box("meta", zeros(9))) + piece)
        #expect(atoms.at("moov").types == ["mvhd", "trak", "udta", "meta"])
        let trak = Tables(atoms).trak
        #expect(trak.types == ["tkhd", "edts", "tapt", "udta", "mdia"])
        #expect(trak.at("mdia").types == ["mdhd", "hdlr", "minf"])
        #expect(trak.at("mdia/minf").types == ["vmhd", "stbl"])
        #expect(trak.at("mdia/minf/stbl").types == ["stsd", "stts", "stsc", "co64", "stsz", "sgpd"])
        let old = Atoms(header([track], boxes: userData)).at("moov/trak")
        for path in [
            "tapt", "udta", "mdia/hdlr", "mdia/minf/vmhd", "mdia/minf/stbl/stsd", "mdia/minf/stbl/sgpd",
        ] {
            #expect(trak.at(path).bytes.elementsEqual(old.at(path).bytes), "\(path)")
        }
        #expect(atoms.at("moov/udta").bytes.elementsEqual(userData.dropFirst(8)))
    }

    @Test func onlyDurationsOfHeadersChange() throws {
        let (_, atoms) = try finished(header() + piece)
        let old = Atoms(header())
        for (path, place) in [("moov/mvhd", 4), ("moov/trak/tkhd", 5), ("moov/trak/mdia/mdhd", 4)] {
            var expected = old.at(path).numbers
            expected[place] = 100
            #expect(atoms.at(path).numbers == expected, "\(path)")
        }
    }

    @Test func aKeptBoxWithoutASizeGetsOne() throws {
        var bytes = header()
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("stsd".utf8)) }) - 4
        bytes.replaceSubrange(place..<(place + 4), with: zeros(4))
        let (movie, atoms) = try finished(bytes + piece)
        #expect(movie.tracks.map(\.sampleCount) == [1])
        #expect(Tables(atoms).trak.at("mdia/minf/stbl").types.contains("co64"))
    }

    @Test func theFileTypeIsKept() throws {
        let quickTime = box("ftyp", Array("qt  ".utf8) + words(0x2005_0300) + Array("qt  ".utf8))
        let (_, atoms) = try finished(quickTime + header().dropFirst(20) + piece)
        #expect(atoms.at("ftyp").bytes.elementsEqual(quickTime.dropFirst(8)))
    }

    @Test func boxesBeforeTheHeaderStay() throws {
        let start = header()
        let (_, atoms) = try finished(start.prefix(20) + box("free", zeros(30)) + start.dropFirst(20) + piece)
        #expect(atoms.types == ["ftyp", "free", "mdat", "moov"])
    }

    @Test func aTrackWithoutSamplesIsDropped() throws {
        let (movie, atoms) = try finished(header([.audio, SyntheticTrack()]) + piece)
        #expect(movie.tracks.map(\.id) == [1])
        #expect(atoms.at("moov").types == ["mvhd", "trak"])
    }

    @Test func referencesToADroppedTrackGoWithIt() throws {
        var track = SyntheticTrack()
        track.boxes = box("tref", box("cdsc", words(1, 2)), box("tmcd", words(2)))
        let (_, atoms) = try finished(header([track, .audio]) + piece)
        #expect(Tables(atoms).trak.at("tref").types == ["cdsc"])
        #expect(Tables(atoms).trak.at("tref/cdsc").numbers == [1])
        track.boxes = box("tref", box("tmcd", words(2)))
        #expect(!Tables(try finished(header([track, .audio]) + piece).atoms).trak.types.contains("tref"))
    }

    @Test func samplesThatTheHeaderItselfListsComeFirst() throws {
        var track = SyntheticTrack()
        let media = box("mdat", (0..<30).map { UInt8($0) })
        track.tables =
            fullBox("stts", words(1, 3, 100)) + fullBox("stsc", words(1, 1, 3, 1))
            + fullBox("stsz", words(10, 3))
            + fullBox("stco", words(1, 28)) + fullBox("stss", words(1, 1))
        let start = header([track])
        let next = fragment([Traf(decodeTime: 300, runs: [Run(samples: [Sample(flags: 0x1_0000)])])])
        let bytes = Array(start.prefix(20)) + media + start.dropFirst(20) + next
        let (movie, atoms) = try finished(bytes)
        #expect(atoms.types == ["ftyp", "mdat", "mdat", "moov"])
        #expect(Tables(atoms).chunkOffsets == [28, bytes.count - 10])
        #expect(Tables(atoms).table("stts") == [1, 4, 100])
        #expect(Tables(atoms).table("stss") == [1, 1])
        #expect(movie.tracks.map(\.sampleCount) == [4])
    }

    @Test func uncompressedSoundNeedsNoTablePerSample() throws {
        var track = SyntheticTrack.audio
        track.defaults = (1, 4, 0)
        let run = Run(samples: [Sample](repeating: Sample(size: 4), count: 1000), fields: 0)
        let (movie, atoms) = try finished(header([track]) + fragment([Traf(track: 2, runs: [run])]))
        #expect(movie.tracks.map(\.sampleCount) == [1000])
        #expect(Tables(atoms).table("stsz") == [4, 1000])
        #expect(Tables(atoms).table("stts") == [1, 1000, 1])
        #expect(Tables(atoms).table("stsc") == [1, 1, 1000, 1])
    }
}
