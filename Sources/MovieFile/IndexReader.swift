/// Reads the sample tables of an ordinary index (`stbl`).
enum IndexReader {
    /// The samples of a track whose bytes are in the file; nil when the tables are missing or broken.
    static func samples(of stbl: Box, bytes: [UInt8], fileSize: Int64) -> SampleTable? {
        let boxes = Box.children(of: bytes, in: stbl.content)
        guard let stts = boxes.first("stts"), let stsc = boxes.first("stsc"), let stsz = boxes.first("stsz"),
            let sizes = sizes(stsz, bytes, fileSize: fileSize),
            let chunks = offsets(boxes, bytes)
        else { return nil }
        var table = SampleTable()
        guard !sizes.isEmpty else { return table }
        var durations = Runs(stts, bytes)
        var compositions = boxes.first("ctts").map { Runs($0, bytes) }
        let syncs = boxes.first("stss").map { syncNumbers($0, bytes) }
        var plan = ChunkPlan(stsc, bytes)
        var number = 0
        for (chunk, start) in chunks.enumerated() {
            var position = start
            for _ in 0..<plan.samples(inChunk: chunk + 1) {
                guard number < sizes.count else { return table }
                let size = sizes[number]
                let end = position &+ Int64(size)
                guard position >= 0, end >= position, end <= fileSize else { return table }
                let sample = SampleTable.Sample(
                    offset: position,
                    size: size,
                    duration: durations.next() ?? 0,
                    composition: Int32(bitPattern: compositions?.next() ?? 0),
                    isSync: syncs?.contains(UInt32(clamping: number + 1)) ?? true
                )
                guard table.append(sample) else { return table }
                number += 1
                position = end
            }
        }
        return table
    }

    private static func sizes(_ stsz: Box, _ bytes: [UInt8], fileSize: Int64) -> [UInt32]? {
        var reader = ByteReader(bytes, stsz.content)
        guard reader.skip(4), let uniform = reader.u32(), let count = reader.u32() else { return nil }
        guard uniform == 0 else {
            let most = min(Int64(count), fileSize / Int64(uniform), Int64(SampleTable.limit))
            return [UInt32](repeating: uniform, count: Int(most))
        }
        var sizes: [UInt32] = []
        for _ in 0..<min(Int(count), reader.remaining / 4) { sizes.append(reader.u32() ?? 0) }
        return sizes
    }

    private static func offsets(_ boxes: [Box], _ bytes: [UInt8]) -> [Int64]? {
        guard let box = boxes.first("co64") ?? boxes.first("stco") else { return nil }
        let isWide = box.type == "co64"
        var reader = ByteReader(bytes, box.content)
        guard reader.skip(4), let count = reader.u32() else { return nil }
        var offsets: [Int64] = []
        for _ in 0..<min(Int(count), reader.remaining / (isWide ? 8 : 4)) {
            offsets.append(Int64(clamping: reader.wide(isWide) ?? 0))
        }
        return offsets
    }

    private static func syncNumbers(_ stss: Box, _ bytes: [UInt8]) -> Set<UInt32> {
        var reader = ByteReader(bytes, stss.content)
        guard reader.skip(4), let count = reader.u32() else { return [] }
        var numbers = Set<UInt32>()
        for _ in 0..<min(Int(count), reader.remaining / 4) { numbers.insert(reader.u32() ?? 0) }
        return numbers
    }

    /// Values in run-length form, as `stts` and `ctts` have them.
    private struct Runs {
        private var reader: ByteReader
        private var left: UInt32 = 0
        private var value: UInt32 = 0

        init(_ box: Box, _ bytes: [UInt8]) {
            reader = ByteReader(bytes, box.content)
            _ = reader.skip(8)
        }

        mutating func next() -> UInt32? {
            while left == 0 {
                guard let count = reader.u32(), let value = reader.u32() else { return nil }
                (left, self.value) = (count, value)
            }
            left -= 1
            return value
        }
    }

    /// How many samples each chunk has (`stsc`).
    private struct ChunkPlan {
        private var entries: [(first: Int, samples: Int)] = []
        private var current = 0

        init(_ box: Box, _ bytes: [UInt8]) {
            var reader = ByteReader(bytes, box.content)
            guard reader.skip(4), let count = reader.u32() else { return }
            for _ in 0..<min(Int(count), reader.remaining / 12) {
                guard let first = reader.u32(), let samples = reader.u32(), reader.skip(4) else { return }
                entries.append((Int(first), Int(samples)))
            }
        }

        mutating func samples(inChunk chunk: Int) -> Int {
            while current + 1 < entries.count, entries[current + 1].first <= chunk { current += 1 }
            return current < entries.count && entries[current].first <= chunk ? entries[current].samples : 0
        }
    }
}
