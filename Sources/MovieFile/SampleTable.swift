/// The samples of one track in decoding order, with times in the track's own units.
struct SampleTable {
    struct Sample {
        var offset: Int64
        var size: UInt32
        var duration: UInt32
        var composition: Int32
        var isSync: Bool
    }

    /// More samples than any recording has, so that a broken file cannot use up the memory.
    static let limit = 32_000_000

    private(set) var samples: [Sample] = []
    /// Decoding time of the first sample.
    private(set) var start: Int64 = 0
    private(set) var end: Int64 = 0

    var isEmpty: Bool { samples.isEmpty }

    /// Adds a sample; false when the table is full.
    mutating func append(_ sample: Sample) -> Bool {
        guard samples.count < SampleTable.limit else { return false }
        samples.append(sample)
        end = end &+ Int64(sample.duration)
        return true
    }

    /// Continues at a decoding time: the last sample is made longer or shorter to reach it.
    mutating func resume(at time: Int64) {
        guard let last = samples.indices.last else {
            start = time
            end = time
            return
        }
        let before = end &- Int64(samples[last].duration)
        samples[last].duration = UInt32(clamping: time &- before)
        end = before &+ Int64(samples[last].duration)
    }

    /// The earliest presentation time, relative to the first sample's decoding time.
    ///
    /// Only the first pictures can be shown first: coders reorder a few, never dozens.
    var earliestPresentation: Int64 {
        var time: Int64 = 0
        var earliest = Int64.max
        for sample in samples.prefix(64) {
            earliest = min(earliest, time + Int64(sample.composition))
            time += Int64(sample.duration)
        }
        return samples.isEmpty ? 0 : earliest
    }

    /// The end of presentation, relative to the first sample's decoding time.
    var latestPresentation: Int64 {
        var time = end &- start
        var latest: Int64 = 0
        for sample in samples.suffix(64).reversed() {
            latest = max(latest, time &+ Int64(sample.composition))
            time -= Int64(sample.duration)
        }
        return latest
    }
}
