/// The sample tables of an ordinary file, as they are in its header.
struct SampleTables {
    private var sizes: SampleSizes?
    private var chunkOffsets: ArraySlice<UInt8> = []
    private var chunkOffsetsAreWide = false
    private var chunkLayout: ArraySlice<UInt8> = []
    private var durations: ArraySlice<UInt8> = []
    private var compositionOffsets: ArraySlice<UInt8> = []
    /// Without this table every sample is a sync sample.
    private var syncSamples: ArraySlice<UInt8>?

    /// - Parameter stbl: The content of an `stbl` box.
    init(_ stbl: ArraySlice<UInt8>) {
        for box in Boxes(in: stbl) {
            switch box.type {
            case "stts": durations = box.body
            case "ctts": compositionOffsets = box.body
            case "stss": syncSamples = box.body
            case "stsc": chunkLayout = box.body
            case "stsz": sizes = SampleSizes(stsz: box.body)
            case "stz2": sizes = SampleSizes(stz2: box.body)
            case "stco": (chunkOffsets, chunkOffsetsAreWide) = (box.body, false)
            case "co64": (chunkOffsets, chunkOffsetsAreWide) = (box.body, true)
            default: break
            }
        }
    }

    /// Lists the samples that are completely in the file.
    func samples(in media: MediaMap) -> SampleList {
        var list = SampleList()
        guard let sizes, sizes.count > 0 else { return list }
        var durations = RunLengths(durations)
        var compositions = RunLengths(compositionOffsets)
        var sync = SyncSamples(syncSamples)
        var layout = ChunkLayout(chunkLayout)
        var index: UInt32 = 0
        var time: Int128 = 0
        for chunk in 0..<chunkCount {
            guard index < sizes.count, let start = chunkOffset(chunk) else { break }
            let (perChunk, description) = layout.samples(inChunk: chunk + 1)
            var offset = Int128(start)
            let end = index.addingReportingOverflow(perChunk)
            let stop = end.overflow ? sizes.count : min(end.partialValue, sizes.count)
            while index < stop {
                let (size, alike) = sizes.run(at: index)
                let (isSync, steady) = sync.run(at: index)
                let count = min(stop - index, alike, steady, durations.left, compositions.left)
                let duration = durations.take(count)
                let composition = Int32(bitPattern: compositions.take(count))
                let complete = media.complete(offset: offset, size: size, count: count)
                if !complete.isEmpty,
                    let place = Int64(exactly: offset + Int128(size) * Int128(complete.lowerBound))
                {
                    let run = SampleRun(
                        offset: place,
                        count: UInt32(complete.count),
                        size: size,
                        duration: duration,
                        compositionOffset: composition,
                        isSync: isSync,
                        description: description
                    )
                    list.append(run, decodeTime: time + Int128(duration) * Int128(complete.lowerBound))
                }
                time += Int128(duration) * Int128(count)
                offset += Int128(size) * Int128(count)
                index += count
            }
        }
        return list
    }

    private var chunkCount: UInt32 {
        let stated = chunkOffsets.integer(at: 4, as: UInt32.self) ?? 0
        return min(stated, UInt32(clamping: chunkOffsets.count / (chunkOffsetsAreWide ? 8 : 4)))
    }

    private func chunkOffset(_ chunk: UInt32) -> UInt64? {
        chunkOffsetsAreWide
            ? chunkOffsets.integer(at: 8 + 8 * Int(chunk), as: UInt64.self)
            : chunkOffsets.integer(at: 8 + 4 * Int(chunk), as: UInt32.self).map(UInt64.init)
    }
}
