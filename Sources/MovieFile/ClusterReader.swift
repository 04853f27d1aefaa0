/// Reads clusters: the parts of a Matroska file that hold the media.
struct ClusterReader {
    /// A place to which a player can jump.
    struct Cue {
        /// In units of the file.
        let time: UInt64
        let track: UInt64
        /// Where the cluster begins, from the beginning of the segment's content.
        let position: Int64
    }

    /// Bytes to write over others.
    struct Repair {
        let offset: Int64
        let bytes: [UInt8]
    }

    /// What may be in a cluster.
    private static let known: Set<ElementID> = [
        .timestamp, .position, .previousSize, .silentTracks, .simpleBlock, .blockGroup, .void, .checksum,
    ]

    private(set) var tracks: [MatroskaTrack]
    private(set) var cues: [Cue] = []
    /// Where the first cluster begins in the file.
    private(set) var firstOffset: Int64?
    /// What gives every cluster the size that it really has.
    private(set) var repairs: [Repair] = []

    /// Of the pictures, or else of the first track.
    private let cueTrack: UInt64?
    private let indices: [UInt64: Int]
    private let scale: Int128
    private let segmentStart: Int64
    private let end: Int64
    private let solidEnd: Int64

    /// - Parameters:
    ///   - tracks: What the header of the file lists.
    ///   - scale: How many nanoseconds one unit of time has.
    ///   - segmentStart: From where positions count.
    ///   - end: Where the segment ends.
    ///   - solidEnd: Where the zeros begin that the file ends with.
    init(tracks: [MatroskaTrack], scale: Int128, segmentStart: Int64, end: Int64, solidEnd: Int64) {
        self.tracks = tracks
        self.scale = scale
        self.segmentStart = segmentStart
        self.end = end
        self.solidEnd = solidEnd
        cueTrack = (tracks.first { $0.kind == .video } ?? tracks.first)?.number
        indices = Dictionary(tracks.indices.map { (tracks[$0].number, $0) }) { first, _ in first }
    }

    /// The memory taken so far.
    var memory: Int { cues.count * MemoryLayout<Cue>.stride + repairs.count * MemoryLayout<Repair>.stride }

    /// Reads a cluster up to the first block that is not complete.
    ///
    /// - Returns: Where it ends; nil for one that is damaged before its first block.
    mutating func read(
        _ header: ElementHeader,
        at offset: Int64,
        of file: inout OpenFile
    ) throws(MovieFileError) -> Int64? {
        let bodyStart = offset + header.length
        firstOffset = firstOffset ?? offset
        let stated = header.bodySize.map { bodyStart + min($0, Int64.max - bodyStart) }
        let limit = min(stated ?? end, end)
        var position = bodyStart
        var time: UInt64?
        var blocks = 0
        var hasCue = false
        var checksum: Int64?
        while position < limit {
            guard let child = ElementHeader(try file.peek(at: position, count: ElementHeader.longest)),
                Self.known.contains(child.id), let size = child.bodySize,
                size <= limit - position - child.length
            else { break }
            let body = (position + child.length)..<(position + child.length + size)
            switch child.id {
            case .timestamp:
                let bytes = try file.peek(at: body.lowerBound, count: min(size, 8))
                time = bytes.reduce(0) { $0 << 8 | UInt64($1) }
            case .checksum:
                if position == bodyStart { checksum = position }
            case .simpleBlock, .blockGroup:
                guard let time, let block = try block(child.id, in: body, of: &file),
                    let index = indices[block.head.track],
                    tracks[index].isPlain || body.upperBound <= solidEnd
                else { return close(header, bodyStart, at: position, blocks: blocks, checksum: checksum) }
                blocks += 1
                let units = Int128(time) + Int128(block.head.time)
                tracks[index].take(
                    block.head,
                    at: units * scale,
                    duration: block.duration.map { Int128($0) * scale }
                )
                if !hasCue, block.head.isKey, block.head.track == cueTrack {
                    hasCue = true
                    cues.append(
                        Cue(
                            time: UInt64(clamping: units),
                            track: block.head.track,
                            position: offset - segmentStart
                        )
                    )
                }
            default: break
            }
            position = body.upperBound
        }
        if position == stated { return position }
        return close(header, bodyStart, at: position, blocks: blocks, checksum: checksum)
    }

    /// Ends a cluster behind its last complete block.
    private mutating func close(
        _ header: ElementHeader,
        _ bodyStart: Int64,
        at end: Int64,
        blocks: Int,
        checksum: Int64?
    ) -> Int64? {
        guard blocks > 0 else { return nil }
        if let size = VariableNumber.bytes(end - bodyStart, length: header.sizeLength) {
            repairs.append(Repair(offset: bodyStart - Int64(header.sizeLength), bytes: size))
        }
        // A sum over what is no longer there would be wrong, so it becomes void.
        if let checksum { repairs.append(Repair(offset: checksum, bytes: [UInt8(ElementID.void.rawValue)])) }
        return end
    }

    /// The head of a block, and its duration in units of the file if that is stated.
    private func block(
        _ id: ElementID,
        in body: Range<Int64>,
        of file: inout OpenFile
    ) throws(MovieFileError) -> (head: MatroskaBlock, duration: UInt64?)? {
        guard id == .blockGroup else { return try head(in: body, of: &file).map { ($0, nil) } }
        var found: MatroskaBlock?
        var duration: UInt64?
        var refersToOthers = false
        var position = body.lowerBound
        while position < body.upperBound {
            guard let child = ElementHeader(try file.peek(at: position, count: ElementHeader.longest)),
                let size = child.bodySize, size <= body.upperBound - position - child.length
            else { return nil }
            let content = (position + child.length)..<(position + child.length + size)
            switch child.id {
            case .block: found = try head(in: content, of: &file)
            case .blockDuration:
                let bytes = try file.peek(at: content.lowerBound, count: min(size, 8))
                duration = bytes.reduce(0) { $0 << 8 | UInt64($1) }
            case .referenceBlock: refersToOthers = true
            default: break
            }
            position = content.upperBound
        }
        found?.isKey = !refersToOthers
        return found.map { ($0, duration) }
    }

    private func head(
        in body: Range<Int64>,
        of file: inout OpenFile
    ) throws(MovieFileError) -> MatroskaBlock? {
        MatroskaBlock(
            try file.peek(at: body.lowerBound, count: min(Int64(body.count), MatroskaBlock.headLength))
        )
    }
}
