/// Writes samples as the tables of an `stbl` box.
struct SampleTableWriter {
    private let samples: [SampleTable.Sample]

    init(_ samples: [SampleTable.Sample]) { self.samples = samples }

    func write(into writer: inout ByteWriter) {
        runs("stts", version: 0, samples.lazy.map(\.duration), into: &writer)
        if samples.contains(where: { $0.composition != 0 }) {
            // Version 1 holds negative offsets, which some encoders use.
            runs("ctts", version: 1, samples.lazy.map { UInt32(bitPattern: $0.composition) }, into: &writer)
        }
        if samples.contains(where: { !$0.isSync }) { syncSamples(into: &writer) }
        chunks(into: &writer)
        sizes(into: &writer)
    }

    private func runs(
        _ type: String,
        version: UInt32,
        _ values: some Sequence<UInt32>,
        into writer: inout ByteWriter
    ) {
        var runs: [(count: UInt32, value: UInt32)] = []
        for value in values {
            if let last = runs.last, last.value == value {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((1, value))
            }
        }
        writer.box(type) { writer in
            writer.u32(version << 24)
            writer.u32(UInt32(clamping: runs.count))
            for run in runs {
                writer.u32(run.count)
                writer.u32(run.value)
            }
        }
    }

    private func syncSamples(into writer: inout ByteWriter) {
        let numbers = samples.indices.filter { samples[$0].isSync }
        writer.box("stss") { writer in
            writer.u32(0)
            writer.u32(UInt32(clamping: numbers.count))
            for number in numbers { writer.u32(UInt32(clamping: number + 1)) }
        }
    }

    /// A chunk is a stretch of samples that lie one behind the other in the file.
    private func chunks(into writer: inout ByteWriter) {
        var starts: [Int64] = []
        var counts: [UInt32] = []
        var end: Int64 = -1
        for sample in samples {
            if sample.offset == end, let last = counts.indices.last {
                counts[last] += 1
            } else {
                starts.append(sample.offset)
                counts.append(1)
            }
            end = sample.offset + Int64(sample.size)
        }
        writer.box("stsc") { writer in
            let changes = counts.indices.filter { $0 == 0 || counts[$0] != counts[$0 - 1] }
            writer.u32(0)
            writer.u32(UInt32(clamping: changes.count))
            for index in changes {
                writer.u32(UInt32(clamping: index + 1))
                writer.u32(counts[index])
                writer.u32(1)
            }
        }
        writer.box("co64") { writer in
            writer.u32(0)
            writer.u32(UInt32(clamping: starts.count))
            for start in starts { writer.u64(UInt64(clamping: start)) }
        }
    }

    private func sizes(into writer: inout ByteWriter) {
        let first = samples.first?.size ?? 0
        let isUniform = first > 0 && samples.allSatisfy { $0.size == first }
        writer.box("stsz") { writer in
            writer.u32(0)
            writer.u32(isUniform ? first : 0)
            writer.u32(UInt32(clamping: samples.count))
            if !isUniform { for sample in samples { writer.u32(sample.size) } }
        }
    }
}
