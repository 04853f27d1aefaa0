/// One track of the new index.
struct TrackIndex {
    private let track: Track
    /// What is presented first, in units of the track after the decoding of its first sample.
    private let mediaTime: Int128
    /// Added to all composition offsets, because an edit list cannot begin before the first decoding.
    private let shift: Int128
    /// How long nothing is presented at first, in units of the movie.
    private let delay: Int128
    /// How long the track is presented then, in units of the movie.
    private let length: Int128

    /// When the track ends, in units of the movie.
    var end: Int128 { delay + length }

    init(track: Track, presentation: Presentation, movieTimescale: UInt32) {
        self.track = track
        shift = max(0, -presentation.mediaTime)
        mediaTime = presentation.mediaTime + shift
        delay = rescale(presentation.start, from: Presentation.nanosecondsPerSecond, to: movieTimescale)
        let timescale = Int128(track.header.timescale)
        // Rounded up, so that the last sample is inside, however coarse the units of the movie are.
        length = max(1, (presentation.length * Int128(movieTimescale) + timescale - 1) / timescale)
    }

    /// Appends the `trak` box.
    ///
    /// - Parameters:
    ///   - writer: Where it goes.
    ///   - old: The content of the box as it was.
    ///   - kept: The tracks that others may refer to.
    func append(to writer: inout ByteWriter, replacing old: ArraySlice<UInt8>, kept: Set<UInt32>) {
        writer.box("trak") { trak in
            for box in Boxes(in: old) {
                switch box.type {
                case "tkhd":
                    trak.appendHeader(box, fixedLength: 8, duration: end)
                    appendEdits(to: &trak)
                case "edts": break
                case "tref": trak.appendReferences(box, kept: kept)
                case "mdia": appendMedia(to: &trak, replacing: box.body)
                default: trak.append(box)
                }
            }
        }
    }

    private func appendEdits(to trak: inout ByteWriter) {
        let limit = Int128(Int32.max)
        let wide = delay > limit || length > limit || mediaTime > limit
        trak.box("edts") { edts in
            edts.box("elst", version: wide ? 1 : 0) { elst in
                var pieces = [(duration: length, time: UInt64(clamping: mediaTime))]
                if delay > 0 { pieces.insert((delay, wide ? UInt64.max : UInt64(UInt32.max)), at: 0) }
                elst.append(UInt32(pieces.count))
                for piece in pieces {
                    elst.append(UInt64(clamping: piece.duration), wide: wide)
                    elst.append(piece.time, wide: wide)
                    // A rate of one, in 16.16 bits.
                    elst.append(UInt32(0x1_0000))
                }
            }
        }
    }

    private func appendMedia(to trak: inout ByteWriter, replacing old: ArraySlice<UInt8>) {
        let duration = track.samples.endDecodeTime - track.samples.firstDecodeTime
        trak.box("mdia") { mdia in
            for box in Boxes(in: old) {
                switch box.type {
                case "mdhd": mdia.appendHeader(box, fixedLength: 4, duration: duration)
                case "minf": appendInformation(to: &mdia, replacing: box.body)
                default: mdia.append(box)
                }
            }
        }
    }

    private func appendInformation(to mdia: inout ByteWriter, replacing old: ArraySlice<UInt8>) {
        mdia.box("minf") { minf in
            for box in Boxes(in: old) {
                guard box.type == "stbl" else {
                    minf.append(box)
                    continue
                }
                minf.box("stbl") { stbl in
                    for table in Boxes(in: box.body) where !SampleTableWriter.replaced.contains(table.type) {
                        stbl.append(table)
                        guard table.type == "stsd" else { continue }
                        SampleTableWriter(samples: track.samples, shift: shift).append(to: &stbl)
                    }
                }
            }
        }
    }
}

extension ByteWriter {
    /// Appends references to other tracks, without those to tracks that are gone.
    fileprivate mutating func appendReferences(_ tref: Box, kept: Set<UInt32>) {
        var kinds: [(type: BoxType, tracks: [UInt32])] = []
        for box in Boxes(in: tref.body) {
            var cursor = ByteCursor(box.body)
            var tracks: [UInt32] = []
            while let track = cursor.next(UInt32.self) {
                if kept.contains(track) { tracks.append(track) }
            }
            if !tracks.isEmpty { kinds.append((box.type, tracks)) }
        }
        guard !kinds.isEmpty else { return }
        box("tref") { writer in
            for kind in kinds {
                writer.box(kind.type) { for track in kind.tracks { $0.append(track) } }
            }
        }
    }
}
