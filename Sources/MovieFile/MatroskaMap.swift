/// Where the parts of a Matroska file are, and what is wrong with them.
struct MatroskaMap {
    /// An element beside the clusters.
    struct Part {
        let id: ElementID
        let place: Range<Int64>
        let bodyStart: Int64
    }

    /// The most memory that is taken: the index of a day has about 4 MB.
    private static let memoryLimit = 64 << 20
    /// The elements that may be in a segment, beside its clusters.
    private static let known: Set<ElementID> = [
        .seekHead, .info, .tracks, .cues, .tags, .chapters, .attachments, .void, .checksum,
    ]

    let path: String
    let fileSize: Int64
    /// The header of the segment, which holds everything.
    let segment: ElementHeader
    /// Where the header of the segment begins.
    let segmentOffset: Int64
    /// The parts that are complete, in file order.
    private(set) var parts: [Part] = []
    /// How many nanoseconds one unit of time has.
    private(set) var scale: Int128 = 1_000_000
    private(set) var clusters: ClusterReader?
    /// Where bytes begin that make no sense up to the end of the file; the size of the file when there are none.
    private(set) var debrisStart: Int64
    /// Bytes between clusters that make no sense.
    private(set) var gaps: [Range<Int64>] = []

    /// How many bytes may still be read to find the next cluster behind bytes that make no sense.
    private var searchLeft: Int64 = 16 << 20

    /// Where the content of the segment begins, from which positions count.
    var bodyStart: Int64 { segmentOffset + segment.length }

    /// Whether the size of the segment is stated, which is what comes last when a file is finished, and all of it
    /// is there.
    var isOrdinary: Bool { segment.bodySize.map { $0 <= fileSize - bodyStart } ?? false }

    /// Bytes that can no longer be reached.
    var lostBytes: Int64 {
        isOrdinary ? 0 : gaps.reduce(fileSize - debrisStart) { $0 + Int64($1.count) }
    }

    init(reading file: inout OpenFile) throws(MovieFileError) {
        path = file.path
        fileSize = file.size
        guard let first = ElementHeader(try file.peek(at: 0, count: ElementHeader.longest)),
            let size = first.bodySize, size <= 4096,
            let segment = ElementHeader(
                try file.peek(at: first.length + size, count: ElementHeader.longest)
            ),
            segment.id == .segment
        else { throw Self.missingHeader(path) }
        self.segment = segment
        segmentOffset = first.length + size
        debrisStart = fileSize
        let start = segmentOffset + segment.length
        let end = segment.bodySize.map { start + min($0, fileSize - start) } ?? fileSize
        try walk(start..<max(start, end), of: &file)
        guard clusters?.tracks.isEmpty == false else { throw Self.missingHeader(path) }
    }

    private static func missingHeader(_ path: String) -> MovieFileError {
        MovieFileError(
            .missingHeader,
            path: path,
            "\(path) has no list of tracks, without which its media cannot be read; it was cut too early"
        )
    }

    private mutating func walk(_ place: Range<Int64>, of file: inout OpenFile) throws(MovieFileError) {
        let solidEnd = try file.startOfTrailingZeros()
        var position = place.lowerBound
        while position < place.upperBound {
            let header = ElementHeader(try file.peek(at: position, count: ElementHeader.longest))
            if let header, header.id == .cluster, let end = try readCluster(header, at: position, of: &file) {
                position = end
            } else if let header, Self.known.contains(header.id), let size = header.bodySize,
                size <= place.upperBound - position - header.length
            {
                let end = position + header.length + size
                let part = Part(id: header.id, place: position..<end, bodyStart: position + header.length)
                try take(part, from: &file, within: place.upperBound, solidEnd: solidEnd)
                position = end
            } else if let next = try findCluster(behind: position, in: &file) {
                gaps.append(position..<next)
                position = next
            } else {
                debrisStart = position
                return
            }
        }
    }

    /// - Returns: Where the cluster ends; nil for one without a block that is complete.
    private mutating func readCluster(
        _ header: ElementHeader,
        at offset: Int64,
        of file: inout OpenFile
    ) throws(MovieFileError) -> Int64? {
        guard let end = try clusters?.read(header, at: offset, of: &file) else { return nil }
        if let clusters, clusters.memory > Self.memoryLimit { throw tooLarge }
        return end
    }

    private mutating func take(
        _ part: Part,
        from file: inout OpenFile,
        within end: Int64,
        solidEnd: Int64
    ) throws(MovieFileError) {
        parts.append(part)
        if parts.count > Self.memoryLimit / MemoryLayout<Part>.stride { throw tooLarge }
        switch part.id {
        case .info:
            let units = Elements(in: try content(of: part, from: &file)[...]).first(.timestampScale)?.number
            // A unit of more than a minute is nonsense, and would make times overflow.
            if let units, (1...60_000_000_000).contains(units) { scale = Int128(units) }
        case .tracks where clusters == nil:
            let entries = Elements(in: try content(of: part, from: &file)[...]).filter {
                $0.id == .trackEntry
            }
            let tracks = entries.compactMap { MatroskaTrack($0.body) }
            clusters = ClusterReader(
                tracks: tracks,
                scale: scale,
                segmentStart: bodyStart,
                end: end,
                solidEnd: solidEnd
            )
        default: break
        }
    }

    private func content(of part: Part, from file: inout OpenFile) throws(MovieFileError) -> [UInt8] {
        let place = part.bodyStart..<part.place.upperBound
        guard place.count <= Self.memoryLimit else { throw tooLarge }
        var bytes: [UInt8] = []
        try file.append(place, to: &bytes)
        return bytes
    }

    private var tooLarge: MovieFileError {
        MovieFileError(
            .unsupported,
            path: path,
            "The index of \(path) is above \(Self.memoryLimit >> 20) MB; record in shorter pieces"
        )
    }

    /// The next cluster behind bytes that are no element, such as the zeros that a power cut leaves.
    private mutating func findCluster(
        behind start: Int64,
        in file: inout OpenFile
    ) throws(MovieFileError) -> Int64? {
        let step: Int64 = 1 << 14
        let name: [UInt8] = [0x1F, 0x43, 0xB6, 0x75]
        // At least so far away that what is between can be declared void.
        var position = start + ElementWriter.shortestVoid
        while position < fileSize, searchLeft > 0 {
            let part = position..<min(fileSize, position + step)
            var bytes: [UInt8] = []
            try file.append(part, to: &bytes)
            searchLeft -= Int64(part.count)
            if let place = bytes[...].firstPosition(of: name) {
                position += Int64(place)
                if try beginsCluster(at: position, in: &file) { return position }
                position += 1
            } else {
                // The name may lie across the end of a step.
                position = max(part.lowerBound + 1, part.upperBound - 3)
            }
        }
        return nil
    }

    private func beginsCluster(at offset: Int64, in file: inout OpenFile) throws(MovieFileError) -> Bool {
        guard let header = ElementHeader(try file.peek(at: offset, count: ElementHeader.longest)),
            let child = ElementHeader(
                try file.peek(at: offset + header.length, count: ElementHeader.longest)
            )
        else { return false }
        return child.id == .timestamp || child.id == .checksum
    }
}
