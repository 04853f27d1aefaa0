/// Writes the sample tables of an ordinary file.
struct SampleTableWriter {
    /// The tables that depend on the samples: those that are written anew, and those that would be wrong now.
    static let replaced: Set<BoxType> = [
        "stts", "ctts", "cslg", "stss", "stps", "stsh", "stsc", "stsz", "stz2", "stco", "co64",
        "sdtp", "stdp", "padb", "subs", "saiz", "saio",
    ]

    let samples: SampleList
    /// Added to all composition offsets.
    let shift: Int128

    /// How many entries the largest table of some samples has.
    static func entryCount(of samples: SampleList) -> Int {
        let needsOnePerSample =
            SampleTableWriter(samples: samples, shift: 0).uniformSize == nil
            || samples.syncCount != samples.count || samples.count > Int(UInt32.max)
        return needsOnePerSample ? samples.count : samples.runs.count
    }

    func append(to stbl: inout ByteWriter) {
        appendRunLengths("stts", version: 0, to: &stbl) { $0.duration }
        if samples.runs.contains(where: { composition($0) != 0 }) {
            appendRunLengths("ctts", version: 1, to: &stbl) { UInt32(bitPattern: composition($0)) }
        }
        if samples.syncCount != samples.count { appendSync(to: &stbl) }
        appendChunks(to: &stbl)
        appendSizes(to: &stbl)
    }

    private func composition(_ run: SampleRun) -> Int32 {
        Int32(clamping: Int128(run.compositionOffset) + shift)
    }

    /// The size of every sample, if there is one.
    private var uniformSize: UInt32? {
        guard let size = samples.runs.first?.size, size > 0, samples.runs.allSatisfy({ $0.size == size })
        else {
            return nil
        }
        return size
    }

    private func appendRunLengths(
        _ type: BoxType,
        version: UInt8,
        to stbl: inout ByteWriter,
        value: (SampleRun) -> UInt32
    ) {
        var entries: [(count: UInt32, value: UInt32)] = []
        for run in samples.runs {
            let next = value(run)
            if let last = entries.last, last.value == next, let sum = last.count.sum(run.count) {
                entries[entries.count - 1].count = sum
            } else {
                entries.append((run.count, next))
            }
        }
        stbl.box(type, version: version) { table in
            table.append(UInt32(clamping: entries.count))
            for entry in entries {
                table.append(entry.count)
                table.append(entry.value)
            }
        }
    }

    private func appendSync(to stbl: inout ByteWriter) {
        stbl.box("stss", version: 0) { table in
            table.append(UInt32(clamping: samples.syncCount))
            var number: UInt32 = 1
            for run in samples.runs {
                if run.isSync {
                    for index in 0..<run.count { table.append(number + index) }
                }
                number += run.count
            }
        }
    }

    private func appendChunks(to stbl: inout ByteWriter) {
        var chunks: [Chunk] = []
        for run in samples.runs {
            if let last = chunks.last, last.end == run.offset, last.description == run.description,
                let sum = last.count.sum(run.count)
            {
                chunks[chunks.count - 1].count = sum
                chunks[chunks.count - 1].end = run.end
            } else {
                chunks.append(
                    Chunk(offset: run.offset, end: run.end, count: run.count, description: run.description)
                )
            }
        }
        let changes = chunks.indices.filter { index in
            index == 0 || chunks[index].count != chunks[index - 1].count
                || chunks[index].description != chunks[index - 1].description
        }
        stbl.box("stsc", version: 0) { table in
            table.append(UInt32(clamping: changes.count))
            for index in changes {
                table.append(UInt32(clamping: index + 1))
                table.append(chunks[index].count)
                table.append(chunks[index].description)
            }
        }
        stbl.box("co64", version: 0) { table in
            table.append(UInt32(clamping: chunks.count))
            for chunk in chunks { table.append(UInt64(clamping: chunk.offset)) }
        }
    }

    private func appendSizes(to stbl: inout ByteWriter) {
        stbl.box("stsz", version: 0) { table in
            table.append(uniformSize ?? 0)
            table.append(UInt32(clamping: samples.count))
            guard uniformSize == nil else { return }
            for run in samples.runs {
                for _ in 0..<run.count { table.append(run.size) }
            }
        }
    }
}

/// Samples that lie one behind the other in the file.
private struct Chunk {
    var offset: Int64
    var end: Int64
    var count: UInt32
    var description: UInt32
}

extension UInt32 {
    /// The sum, or nothing when it is too large.
    fileprivate func sum(_ other: UInt32) -> UInt32? {
        let result = addingReportingOverflow(other)
        return result.overflow ? nil : result.partialValue
    }
}
