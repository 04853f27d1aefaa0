/// A track while its samples are collected.
struct Track {
    let header: TrackHeader
    var samples: SampleList
    /// When the next fragment is decoded if it does not say so itself.
    var clock: Int128
}

/// Collects the samples of fragments (`moof`).
struct FragmentReader {
    private let defaults: [UInt32: SampleDefaults]
    private let media: MediaMap
    /// The media without the zeros at the end of the file, which are no coded sample.
    private let solidMedia: MediaMap
    /// The indexes of fragments read so far, by their number.
    private var read: [UInt32: ArraySlice<UInt8>] = [:]
    private var trackIndices: [UInt32: Int] = [:]
    private(set) var tracks: [Track]
    /// Whether there was a fragment for several tracks together.
    private(set) var sharesFragments = false

    init(tracks: [Track], defaults: [UInt32: SampleDefaults], media: MediaMap, solidMedia: MediaMap) {
        self.tracks = tracks
        self.defaults = defaults
        self.media = media
        self.solidMedia = solidMedia
        for (index, track) in tracks.enumerated() where trackIndices[track.header.id] == nil {
            trackIndices[track.header.id] = index
        }
    }

    /// Takes the samples of a fragment.
    ///
    /// - Parameters:
    ///   - moof: The content of the box.
    ///   - offset: Where the box begins in the file.
    ///   - next: Where the next one begins, before which the media are.
    mutating func read(_ moof: ArraySlice<UInt8>, at offset: Int64, before next: Int64) {
        let number = Self.number(ofTimed: moof)
        if let number, read[number] == moof { return }
        let samplesBefore = sampleCount
        var end = Int128(offset)
        var count = 0
        for box in Boxes(in: moof) where box.type == "traf" {
            count += 1
            guard let header = FragmentHeader(box.body, defaults: defaults) else { continue }
            // A track that says nothing begins at the fragment's own box, or else where the track before it
            // ends.
            let base = header.base ?? (header.isBasedOnFragment || count == 1 ? Int128(offset) : end)
            end = read(header, base: base, before: header.base == nil ? Int128(next) : Int128(Int64.max))
        }
        if count > 1 { sharesFragments = true }
        // One without its media may be there a second time with them.
        if let number, sampleCount > samplesBefore { read[number] = moof }
    }

    private var sampleCount: Int { tracks.reduce(0) { $0 + $1.samples.count } }

    /// The number of a fragment that states its time; others may follow each other and be alike.
    private static func number(ofTimed moof: ArraySlice<UInt8>) -> UInt32? {
        let boxes = Boxes(in: moof)
        let statesTime = boxes.contains { $0.type == "traf" && Boxes(in: $0.body).first("tfdt") != nil }
        return statesTime ? boxes.first("mfhd")?.body.integer(at: 4, as: UInt32.self) : nil
    }

    /// Takes the runs of one track, and returns where the last one ends in the file.
    private mutating func read(_ header: FragmentHeader, base: Int128, before limit: Int128) -> Int128 {
        let index = trackIndices[header.track]
        var time = header.decodeTime ?? index.map { tracks[$0].clock } ?? 0
        if header.isEmpty { time += Int128(header.defaults.duration) }
        var offset = base
        for box in Boxes(in: header.boxes) where box.type == "trun" {
            guard var run = FragmentRun(box.body, defaults: header.defaults) else { continue }
            if let distance = run.dataOffset { offset = base + Int128(distance) }
            while let next = run.next() {
                if let index, offset < limit {
                    add(next, offset: offset, time: time, description: header.defaults.description, to: index)
                }
                offset += Int128(next.size) * Int128(next.count)
                time += Int128(next.duration) * Int128(next.count)
            }
        }
        if let index { tracks[index].clock = time }
        return offset
    }

    private mutating func add(
        _ entry: FragmentRun.Entry,
        offset: Int128,
        time: Int128,
        description: UInt32,
        to index: Int
    ) {
        let parts = tracks[index].header.isPlain ? media : solidMedia
        let complete = parts.complete(offset: offset, size: entry.size, count: entry.count)
        guard !complete.isEmpty,
            let place = Int64(exactly: offset + Int128(entry.size) * Int128(complete.lowerBound)), place >= 0
        else { return }
        let run = SampleRun(
            offset: place,
            count: UInt32(complete.count),
            size: entry.size,
            duration: entry.duration,
            compositionOffset: entry.compositionOffset,
            isSync: entry.isSync,
            description: description
        )
        tracks[index].samples.append(
            run,
            decodeTime: time + Int128(entry.duration) * Int128(complete.lowerBound)
        )
    }
}
