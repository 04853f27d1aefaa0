/// One way through the packets of a transport stream, up to a place.
struct TransportStreamWalk {
    /// In the order in which they begin.
    private(set) var streams: [TransportStream] = []
    /// The end of the last packet that is kept.
    private(set) var end: Int64 = 0
    /// From where on nothing of a stream is kept, since its last unit is not complete.
    private(set) var dropped: [UInt16: Int64]
    /// Packets of that kind between those of other streams.
    private(set) var droppedPackets: [Int64] = []

    /// Streams of pictures that the program lists, whether they came or not.
    private var announcedPictures: Set<UInt16> = []

    private let limit: Int64
    /// How many bytes may still be read to find the next packets behind bytes that are none.
    private var searchLeft: Int64 = 16 << 20

    /// Packets that are read at once.
    private static let step = TransportPacket.length * 2048

    /// - Parameters:
    ///   - file: The file.
    ///   - limit: Behind what nothing counts.
    ///   - dropped: From where on nothing of a stream counts.
    /// - Throws: `MovieFileError` when the file cannot be read.
    init(
        of file: inout OpenFile,
        before limit: Int64,
        dropped: [UInt16: Int64] = [:]
    ) throws(MovieFileError) {
        self.limit = limit
        self.dropped = dropped
        var indices: [UInt16: Int] = [:]
        var position: Int64 = 0
        reading: while position + TransportPacket.length <= limit {
            var bytes: [UInt8] = []
            let whole = (limit - position) / TransportPacket.length * TransportPacket.length
            try file.append(position..<(position + min(Self.step, whole)), to: &bytes)
            var rest = bytes[...]
            while rest.count >= Int(TransportPacket.length) {
                guard let packet = TransportPacket(rest.prefix(Int(TransportPacket.length))) else {
                    guard let next = try findPackets(behind: position, in: &file) else { break reading }
                    for index in streams.indices { streams[index].interrupt() }
                    position = next
                    continue reading
                }
                var index = indices[packet.stream]
                if index == nil, let stream = TransportStream(packet) {
                    index = streams.count
                    indices[packet.stream] = index
                    streams.append(stream)
                }
                take(packet, at: position, stream: index)
                position += TransportPacket.length
                rest = rest.dropFirst(Int(TransportPacket.length))
            }
        }
        for index in streams.indices {
            streams[index].close()
            end = max(end, streams[index].end)
            if let open = streams[index].open { self.dropped[streams[index].id] = open.offset }
        }
    }

    /// Whether nothing at the end is incomplete, and everything up to the limit is kept.
    var isSettled: Bool { end == limit && streams.allSatisfy { $0.open == nil } }

    /// Whether pictures are announced of which not one is complete.
    ///
    /// A reader takes the whole file for broken then.
    var lacksPictures: Bool {
        let missing = announcedPictures.contains { id in !streams.contains { $0.id == id && $0.units > 0 } }
        return missing || streams.contains { $0.kind == .video && $0.units == 0 }
    }

    private mutating func take(_ packet: TransportPacket, at position: Int64, stream index: Int?) {
        if let start = dropped[packet.stream], position >= start {
            droppedPackets.append(position)
        } else if let index {
            streams[index].take(packet, at: position)
        } else {
            announcedPictures.formUnion(packet.announcedPictures)
            end = position + TransportPacket.length
        }
    }

    private mutating func findPackets(
        behind start: Int64,
        in file: inout OpenFile
    ) throws(MovieFileError) -> Int64? {
        let overlap = TransportPacket.rowLength
        var position = start + 1
        while position + overlap <= limit, searchLeft > 0 {
            var bytes: [UInt8] = []
            try file.append(position..<min(limit, position + (1 << 14)), to: &bytes)
            searchLeft -= Int64(bytes.count)
            if let place = TransportPacket.next(in: bytes[...]) { return position + Int64(place) }
            position += Int64(bytes.count) - overlap + 1
        }
        return nil
    }
}
