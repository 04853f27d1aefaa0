/// Reads `moof` boxes: where the samples of a fragment lie, and what they are.
struct FragmentReader {
    /// What `trex` says is true of a track's samples unless a fragment says otherwise.
    struct Defaults {
        var duration: UInt32 = 0
        var size: UInt32 = 0
        var flags: UInt32 = 0
    }

    let defaults: [UInt32: Defaults]
    let fileSize: Int64

    /// Reads the `trex` boxes of an `mvex`.
    init(mvex: Box?, bytes: [UInt8], fileSize: Int64) {
        var defaults: [UInt32: Defaults] = [:]
        for trex in mvex.map({ Box.children(of: bytes, in: $0.content) }) ?? [] where trex.type == "trex" {
            var reader = ByteReader(bytes, trex.content)
            guard reader.skip(4), let id = reader.u32(), reader.skip(4), let duration = reader.u32(),
                let size = reader.u32(), let flags = reader.u32()
            else { continue }
            defaults[id] = Defaults(duration: duration, size: size, flags: flags)
        }
        self.defaults = defaults
        self.fileSize = fileSize
    }

    /// Adds the fragment's complete samples to their tracks; returns where the last of them ends.
    func read(_ moof: [UInt8], at offset: Int64, into tables: inout [UInt32: SampleTable]) -> Int64 {
        let header = Box.children(of: moof, in: 0..<moof.count).first("moof")
        guard let header else { return offset }
        var end = offset
        var previousEnd = offset
        for traf in Box.children(of: moof, in: header.content) where traf.type == "traf" {
            let children = Box.children(of: moof, in: traf.content)
            guard let tfhd = children.first("tfhd"),
                var state = TrackFragment(
                    tfhd,
                    bytes: moof,
                    moofOffset: offset,
                    previousEnd: previousEnd,
                    defaults: defaults
                ),
                var table = tables[state.track]
            else { continue }
            if let time = children.first("tfdt").flatMap({ FragmentReader.baseTime($0, moof) }) {
                table.resume(at: time)
            }
            for trun in children where trun.type == "trun" {
                end = max(end, state.read(trun, bytes: moof, fileSize: fileSize, into: &table))
            }
            tables[state.track] = table
            previousEnd = state.position
        }
        return end
    }

    private static func baseTime(_ tfdt: Box, _ bytes: [UInt8]) -> Int64? {
        var reader = ByteReader(bytes, tfdt.content)
        guard let flags = reader.u32(), let time = reader.wide(flags >> 24 == 1) else { return nil }
        // A time beyond 292 years of nanoseconds is a broken file, not a recording.
        return time < UInt64(Int64.max) / 4 ? Int64(time) : nil
    }
}

/// The state while the runs of one track's fragment are read.
private struct TrackFragment {
    let track: UInt32
    private let base: Int64
    private let defaults: FragmentReader.Defaults
    private(set) var position: Int64

    init?(
        _ tfhd: Box,
        bytes: [UInt8],
        moofOffset: Int64,
        previousEnd: Int64,
        defaults all: [UInt32: FragmentReader.Defaults]
    ) {
        var reader = ByteReader(bytes, tfhd.content)
        guard let flags = reader.u32(), let track = reader.u32() else { return nil }
        self.track = track
        var defaults = all[track] ?? FragmentReader.Defaults()
        var base = flags & 0x2_0000 != 0 ? moofOffset : previousEnd
        if flags & 0x1 != 0 {
            guard let explicit = reader.u64().flatMap({ Int64(exactly: $0) }) else { return nil }
            base = explicit
        }
        if flags & 0x2 != 0, !reader.skip(4) { return nil }
        if flags & 0x8 != 0 { defaults.duration = reader.u32() ?? 0 }
        if flags & 0x10 != 0 { defaults.size = reader.u32() ?? 0 }
        if flags & 0x20 != 0 { defaults.flags = reader.u32() ?? 0 }
        self.base = base
        self.defaults = defaults
        position = base
    }

    /// Adds the complete samples of one run; returns where the last of them ends.
    mutating func read(_ trun: Box, bytes: [UInt8], fileSize: Int64, into table: inout SampleTable) -> Int64 {
        var reader = ByteReader(bytes, trun.content)
        guard let head = reader.u32(), let count = reader.u32() else { return 0 }
        let flags = head & 0xFF_FFFF
        if flags & 0x1 != 0 {
            guard let offset = reader.i32() else { return 0 }
            position = base &+ Int64(offset)
        }
        var firstFlags: UInt32?
        if flags & 0x4 != 0 { firstFlags = reader.u32() }
        let width = [0x100, 0x200, 0x400, 0x800].reduce(0) { $0 + (flags & $1 != 0 ? 4 : 0) }
        // Without a size of their own, samples of no size could be claimed without end.
        guard flags & 0x200 != 0 || defaults.size > 0 else { return 0 }
        var end: Int64 = 0
        for index in 0..<Int(count) {
            guard reader.remaining >= width else { break }
            let duration = flags & 0x100 != 0 ? reader.u32() ?? 0 : defaults.duration
            let size = flags & 0x200 != 0 ? reader.u32() ?? 0 : defaults.size
            var sampleFlags = flags & 0x400 != 0 ? reader.u32() ?? 0 : defaults.flags
            if index == 0, let firstFlags { sampleFlags = firstFlags }
            let composition = flags & 0x800 != 0 ? reader.i32() ?? 0 : 0
            let sampleEnd = position &+ Int64(size)
            guard position >= 0, sampleEnd >= position, sampleEnd <= fileSize else { break }
            let sample = SampleTable.Sample(
                offset: position,
                size: size,
                duration: duration,
                composition: composition,
                isSync: sampleFlags & 0x1_0000 == 0
            )
            guard table.append(sample) else { break }
            position = sampleEnd
            end = sampleEnd
        }
        return end
    }
}
