/// Converts a time from one number of units per second to another, to the nearest.
func rescale(_ time: Int128, from timescale: some BinaryInteger, to target: some BinaryInteger) -> Int128 {
    let (whole, rest) = time.quotientAndRemainder(dividingBy: Int128(timescale))
    let product = rest * Int128(target)
    let half = Int128(timescale) / 2
    return whole * Int128(target) + (product + (product < 0 ? -half : half)) / Int128(timescale)
}

/// When and from where a track is presented.
struct Presentation {
    static let nanosecondsPerSecond: Int64 = 1_000_000_000

    /// When the track is first presented, in nanoseconds.
    private(set) var start: Int128
    /// What is presented first, in units of the track after the decoding of its first sample.
    let mediaTime: Int128
    /// How long the samples go on from there, in units of the track.
    let length: Int128
    /// How long they are shown, in nanoseconds, which an edit list may shorten.
    let shownDuration: Int128

    /// Places a track by its own edit list.
    ///
    /// - Parameters:
    ///   - track: A track with all its samples.
    ///   - movieTimescale: The units of edit lists.
    ///   - isFragmented: Whether the edit list was written before the samples were known, so that the length
    ///     it states means nothing.
    ///   - startsAtZero: Whether its first sample is presented at zero, whatever times the samples state.
    init(of track: Track, movieTimescale: UInt32, isFragmented: Bool = false, startsAtZero: Bool = false) {
        let timescale = track.header.timescale
        let samples = track.samples
        let presented = samples.presented
        let earliest = samples.firstDecodeTime + presented.lowerBound
        let latest = samples.firstDecodeTime + presented.upperBound
        let edits = track.header.edits
        // An edit list that begins behind the last sample would show nothing: it is wrong.
        let stated = startsAtZero ? earliest : edits?.mediaTime ?? 0
        let origin = stated < latest ? stated : 0
        // An edit list may begin inside the samples, to skip what an encoder put in front of the sound.
        let begin = max(earliest, origin)
        let delay = rescale(edits?.delay ?? 0, from: movieTimescale, to: Self.nanosecondsPerSecond)
        start = delay + rescale(begin - origin, from: timescale, to: Self.nanosecondsPerSecond)
        mediaTime = begin - samples.firstDecodeTime
        length = latest - begin
        let whole = rescale(length, from: timescale, to: Self.nanosecondsPerSecond)
        if let edits, edits.length > 0, !isFragmented {
            let shown = rescale(edits.length, from: movieTimescale, to: Self.nanosecondsPerSecond)
            // The units of a movie are coarse: where the edit list does not cut, the samples know better.
            shownDuration = edits.isSinglePiece ? min(shown, whole) : shown
        } else {
            shownDuration = whole
        }
    }

    /// Places the tracks of a fragmented file, so that the one presented first starts at zero.
    ///
    /// GStreamer's muxers write every track into fragments of its own and count each from its own first
    /// sample, so when they start is lost, and so is what the first picture was shifted by to have no
    /// negative time.
    /// - Parameters:
    ///   - tracks: All tracks with all their samples.
    ///   - movieTimescale: The units of edit lists.
    ///   - startsAreLost: Whether the file looks like that. If all tracks also begin at zero, they start
    ///     together.
    /// - Returns: A place for each track.
    static func aligned(_ tracks: [Track], movieTimescale: UInt32, startsAreLost: Bool) -> [Presentation] {
        let together = startsAreLost && tracks.allSatisfy { $0.samples.firstDecodeTime == 0 }
        var places = tracks.map {
            Presentation(
                of: $0,
                movieTimescale: movieTimescale,
                isFragmented: true,
                startsAtZero: together
            )
        }
        let filled = places.indices.filter { !tracks[$0].samples.isEmpty }
        guard let first = filled.map({ places[$0].start }).min() else { return places }
        for index in filled { places[index].start -= first }
        return places
    }
}
