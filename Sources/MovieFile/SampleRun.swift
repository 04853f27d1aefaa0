/// Samples of one track that lie one behind the other in the file and are alike.
///
/// Most runs of a recording hold one picture; a second of uncompressed sound is one run.
struct SampleRun: Equatable {
    var offset: Int64
    var count: UInt32
    var size: UInt32
    var duration: UInt32
    /// From the time of decoding to the time of presentation.
    var compositionOffset: Int32
    var isSync: Bool
    /// Which entry of the sample description they need, from 1.
    var description: UInt32

    /// Where the next sample would lie.
    var end: Int64 { offset + Int64(size) * Int64(count) }

    /// Whether a run goes on where this one ends, alike in everything.
    func continues(into next: SampleRun) -> Bool {
        next.offset == end && next.size == size && next.duration == duration
            && next.compositionOffset == compositionOffset && next.isSync == isSync
            && next.description == description && !count.addingReportingOverflow(next.count).overflow
    }
}

/// The samples of one track in decoding order.
///
/// Times are in units of the track and 128 bits wide, so that no sum of what a file may state can overflow.
struct SampleList {
    private(set) var runs: [SampleRun] = []
    private(set) var count = 0
    private(set) var syncCount = 0
    /// When the first sample is decoded.
    private(set) var firstDecodeTime: Int128 = 0
    /// When the sample after the last would be decoded.
    private(set) var endDecodeTime: Int128 = 0
    /// The end in the file of the sample that lies last.
    private(set) var endOffset: Int64 = 0

    var isEmpty: Bool { runs.isEmpty }

    /// Appends samples that are decoded from a time on.
    ///
    /// Their durations are the only clock of an ordinary file. So the sample before is lengthened over a gap,
    /// and shortened where times overlap.
    mutating func append(_ run: SampleRun, decodeTime: Int128) {
        if runs.isEmpty {
            firstDecodeTime = decodeTime
            endDecodeTime = decodeTime
        } else if decodeTime != endDecodeTime {
            moveEnd(to: decodeTime)
        }
        if let last = runs.last, last.continues(into: run) {
            runs[runs.count - 1].count += run.count
        } else {
            runs.append(run)
        }
        count += Int(run.count)
        syncCount += run.isSync ? Int(run.count) : 0
        endDecodeTime += Int128(run.duration) * Int128(run.count)
        // A sample of no bytes may be stated anywhere, also behind the end of the file.
        if run.size > 0 { endOffset = max(endOffset, run.end) }
    }

    /// Changes the duration of the last sample so that it ends at a time, as near as a duration can.
    private mutating func moveEnd(to time: Int128) {
        guard var last = runs.popLast() else { return }
        if last.count > 1 {
            var others = last
            others.count -= 1
            runs.append(others)
            last.offset = others.end
            last.count = 1
        }
        let start = endDecodeTime - Int128(last.duration)
        last.duration = UInt32(clamping: time - start)
        endDecodeTime = start + Int128(last.duration)
        runs.append(last)
    }

    /// When the samples are presented, from the earliest to the end of the latest, counted from the first
    /// decoding.
    var presented: Range<Int128> {
        var time: Int128 = 0
        var earliest: Int128?
        var latest: Int128 = 0
        for run in runs {
            let length = Int128(run.duration) * Int128(run.count)
            let start = time + Int128(run.compositionOffset)
            earliest = min(earliest ?? start, start)
            latest = max(latest, start + length)
            time += length
        }
        let first = earliest ?? 0
        return first..<max(first, latest)
    }
}
