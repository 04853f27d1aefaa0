import Testing

@testable import MovieFile

/// When samples are decoded and presented in a finished file.
@Suite struct TimingTests {
    private func finished(_ bytes: [UInt8]) throws -> (movie: Movie, atoms: Atoms) {
        let file = try TemporaryFile(bytes)
        return (try MovieFinisher.finish(file.path).movie, try file.atoms)
    }

    private func fragments(_ times: [UInt64?], count: Int = 2, wide: Bool = false) -> [UInt8] {
        times.flatMap { time in
            let run = Run(samples: [Sample](repeating: Sample(), count: count))
            return fragment([Traf(decodeTime: time, wideTime: wide, runs: [run])])
        }
    }

    @Test func aGapLengthensTheSampleBefore() throws {
        let (movie, atoms) = try finished(header() + fragments([0, 250]))
        #expect(Tables(atoms).table("stts") == [3, 1, 100, 1, 150, 2, 100])
        #expect(movie.duration == 450_000_000)
    }

    @Test func anOverlapShortensTheSampleBefore() throws {
        let (_, atoms) = try finished(header() + fragments([0, 170]))
        #expect(Tables(atoms).table("stts") == [3, 1, 100, 1, 70, 2, 100])
    }

    @Test func anOverlapOfMoreThanASampleIsMadeUpForAsSoonAsPossible() throws {
        let (_, atoms) = try finished(header() + fragments([0, 30]))
        #expect(Tables(atoms).table("stts") == [4, 1, 100, 1, 0, 1, 30, 1, 100])
    }

    @Test func fragmentsWithoutATimeFollowEachOther() throws {
        let (_, atoms) = try finished(header() + fragments([nil, nil, nil]))
        #expect(Tables(atoms).table("stts") == [1, 6, 100])
    }

    @Test func timesBeyond32BitsAreExact() throws {
        let start: UInt64 = 0x1_2345_6789_ABCD
        let (movie, atoms) = try finished(header() + fragments([start, start + 250], wide: true))
        #expect(Tables(atoms).table("stts") == [3, 1, 100, 1, 150, 2, 100])
        #expect(movie.tracks.map(\.start) == [0])
    }

    @Test func timesThatNoClockReachesDoNoHarm() throws {
        let (movie, _) = try finished(header() + fragments([0, UInt64.max, 100], wide: true))
        #expect(movie.tracks.map(\.sampleCount) == [6])
    }

    @Test func aTrackThatStartsLateKeepsItsDistance() throws {
        let picture = fragment([Traf(track: 1, decodeTime: 500, runs: [Run(samples: [Sample()])])])
        let sound = fragment([
            Traf(track: 2, decodeTime: 60000, runs: [Run(samples: [Sample(duration: 4800)])])
        ])
        let (movie, atoms) = try finished(header([SyntheticTrack(), .audio]) + picture + sound)
        #expect(movie.tracks.map(\.start) == [0, 750_000_000])
        #expect(movie.duration == 850_000_000)
        #expect(Tables(atoms, track: 0).edits == [1, 100, 0, 0x1_0000])
        #expect(Tables(atoms, track: 1).edits == [2, 750, UInt32.max, 0x1_0000, 100, 0, 0x1_0000])
    }

    @Test func reorderedPicturesStartAtZero() throws {
        let compositions: [Int32] = [200, 400, 100, 100]
        let run = Run(samples: compositions.map { Sample(composition: $0) })
        let (movie, atoms) = try finished(header() + fragment([Traf(decodeTime: 0, runs: [run])]))
        let tables = Tables(atoms)
        #expect(tables.table("ctts") == [3, 1, 200, 1, 400, 2, 100])
        #expect(tables.trak.at("mdia/minf/stbl/ctts").bytes.first == 1)
        #expect(tables.edits == [1, 400, 200, 0x1_0000])
        #expect(movie.tracks.map(\.start) == [0])
        #expect(movie.duration == 400_000_000)
    }

    @Test func negativeCompositionOffsetsAreShifted() throws {
        let compositions: [Int32] = [-50, 100, -100]
        let run = Run(samples: compositions.map { Sample(composition: $0) })
        let (movie, atoms) = try finished(header() + fragment([Traf(decodeTime: 0, runs: [run])]))
        #expect(Tables(atoms).table("ctts") == [3, 1, 0, 1, 150, 1, UInt32(bitPattern: -50)])
        #expect(Tables(atoms).edits == [1, 350, 0, 0x1_0000])
        #expect(movie.tracks.map(\.start) == [0])
    }

    /// GStreamer counts every track from its own first sample, so the shift of reordered pictures is no
    /// delay.
    @Test func tracksWhoseStartsAreLostStartTogether() throws {
        let picture = fragment([
            Traf(track: 1, decodeTime: 0, runs: [Run(samples: [Sample(composition: 200)])])
        ])
        let sound = fragment([Traf(track: 2, decodeTime: 0, runs: [Run(samples: [Sample(duration: 4800)])])])
        let (movie, atoms) = try finished(header([SyntheticTrack(), .audio]) + picture + sound)
        #expect(movie.tracks.map(\.start) == [0, 0])
        #expect(Tables(atoms, track: 0).edits == [1, 100, 200, 0x1_0000])
    }

    /// Others keep all tracks on one clock, and the pictures really are later.
    @Test func tracksInCommonFragmentsKeepTheirDistance() throws {
        let picture = Traf(track: 1, decodeTime: 0, runs: [Run(samples: [Sample(composition: 200)])])
        let sound = Traf(
            track: 2,
            decodeTime: 0,
            flags: 0x2_0000,
            runs: [Run(samples: [Sample(duration: 4800)])]
        )
        let (movie, atoms) = try finished(header([SyntheticTrack(), .audio]) + fragment([picture, sound]))
        #expect(movie.tracks.map(\.start) == [200_000_000, 0])
        #expect(Tables(atoms, track: 0).edits == [2, 200, UInt32.max, 0x1_0000, 100, 200, 0x1_0000])
    }

    @Test func whatAnEncoderPutInFrontOfTheSoundStaysSkipped() throws {
        var sound = SyntheticTrack.audio
        sound.boxes = box("edts", fullBox("elst", words(1, 0, 1024, 0x1_0000)))
        let samples = [Sample](repeating: Sample(duration: 1024), count: 4)
        let (movie, atoms) = try finished(
            header([sound]) + fragment([Traf(track: 2, decodeTime: 0, runs: [Run(samples: samples)])])
        )
        #expect(Tables(atoms).edits == [1, 64, 1024, 0x1_0000])
        #expect(movie.tracks.map(\.start) == [0])
        #expect(movie.tracks.map(\.duration) == [64_000_000])
    }

    @Test func aDelayInTheOriginalEditListIsKept() throws {
        var sound = SyntheticTrack.audio
        sound.boxes = box(
            "edts",
            fullBox("elst", words(2, 300, UInt32.max, 0x1_0000) + words(0, 0, 0x1_0000))
        )
        let picture = Traf(track: 1, decodeTime: 0, runs: [Run(samples: [Sample()])])
        let voice = Traf(
            track: 2,
            decodeTime: 0,
            flags: 0x2_0000,
            runs: [Run(samples: [Sample(duration: 4800)])]
        )
        let (movie, _) = try finished(header([SyntheticTrack(), sound]) + fragment([picture, voice]))
        #expect(movie.tracks.map(\.start) == [0, 300_000_000])
    }

    @Test func timeWithoutSamplesCounts() throws {
        let full = fragment([Traf(runs: [Run(samples: [Sample()])])])
        let empty = fragment([Traf(flags: 0x1_0008, fields: words(400), runs: [])])
        let (_, atoms) = try finished(header() + full + empty + full)
        #expect(Tables(atoms).table("stts") == [2, 1, 500, 1, 100])
    }

    @Test func longDurationsTake64Bits() throws {
        let long = Sample(duration: 4_000_000_000)
        let (movie, atoms) = try finished(
            header() + fragment([Traf(decodeTime: 0, runs: [Run(samples: [long, long])])])
        )
        let duration: [UInt32] = [1, 3_705_032_704]
        let moov = atoms.at("moov")
        #expect(Array(moov.at("mvhd").numbers.prefix(8)) == [1 << 24, 0, 11, 0, 12, 1000] + duration)
        #expect(
            Array(Tables(atoms).trak.at("tkhd").numbers.prefix(9)) == [1 << 24 | 7, 0, 11, 0, 12, 1, 0]
                + duration
        )
        #expect(
            Tables(atoms).trak.at("mdia/mdhd").numbers == [1 << 24, 0, 11, 0, 12, 1000] + duration + [
                0x55C4_0000
            ]
        )
        #expect(Tables(atoms).trak.at("edts/elst").numbers == [1 << 24, 1] + duration + [0, 0, 0x1_0000])
        #expect(movie.duration == 8_000_000_000_000_000)
    }
}
