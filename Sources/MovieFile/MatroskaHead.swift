/// The beginning of a Matroska file once it is finished: the size of the segment, the table of what is where, and
/// the duration, in the room that was left for them.
struct MatroskaHead {
    let map: MatroskaMap
    /// In units of the file.
    let duration: Double
    /// Where the index begins in the file.
    let cuesOffset: Int64
    /// How long the content of the segment is.
    let length: Int64

    /// The bytes from the size of the segment on, and where they begin.
    func bytes(reading path: String) throws(MovieFileError) -> (offset: Int64, bytes: [UInt8]) {
        guard let room = seekRoom, let info = map.parts.first(where: { $0.id == .info }) else { throw noRoom }
        let offset = map.bodyStart - Int64(map.segment.sizeLength)
        let end = max(room.upperBound, info.place.upperBound)
        guard let size = VariableNumber.bytes(length, length: map.segment.sizeLength), end - offset <= 1 << 20
        else { throw noRoom }
        var bytes: [UInt8] = []
        var file = try OpenFile(reading: path)
        try file.append(offset..<end, to: &bytes)
        bytes.replaceSubrange(0..<size.count, with: size)
        let seekStart = Int(room.lowerBound - offset)
        bytes.replaceSubrange(seekStart..<(seekStart + room.count), with: try seekHead(filling: room.count))
        try setDuration(in: &bytes, Int(info.bodyStart - offset)..<Int(info.place.upperBound - offset))
        return (offset, bytes)
    }

    /// The longest room that holds nothing but old tables and emptiness, in front of the media.
    private var seekRoom: Range<Int64>? {
        let mediaStart = map.clusters?.firstOffset ?? map.fileSize
        var rooms: [Range<Int64>] = []
        for part in map.parts where part.id == .seekHead || part.id == .void {
            guard part.place.upperBound <= mediaStart else { break }
            if let last = rooms.last, last.upperBound == part.place.lowerBound {
                rooms[rooms.count - 1] = last.lowerBound..<part.place.upperBound
            } else {
                rooms.append(part.place)
            }
        }
        return rooms.max { $0.count < $1.count }
    }

    private func seekHead(filling room: Int) throws(MovieFileError) -> [UInt8] {
        let wanted: [ElementID] = [.info, .tracks, .tags, .chapters, .attachments]
        var places = wanted.compactMap { id in
            map.parts.first { $0.id == id }.map { (id: id, offset: $0.place.lowerBound) }
        }
        places.insert((.cues, cuesOffset), at: min(2, places.count))
        func table(sizeLength: Int) -> [UInt8] {
            var writer = ElementWriter()
            writer.master(.seekHead, sizeLength: sizeLength) { table in
                for place in places {
                    table.master(.seek) { entry in
                        entry.name(.seekID, place.id)
                        let position = UInt64(clamping: place.offset - map.bodyStart)
                        entry.number(.seekPosition, position, wide: true)
                    }
                }
            }
            return writer.bytes
        }
        var bytes = table(sizeLength: 2)
        // One byte is too small for an element, so it goes into the size.
        if room == bytes.count + 1 { bytes = table(sizeLength: 3) }
        guard room >= bytes.count else { throw noRoom }
        if room > bytes.count {
            bytes += ElementWriter.voidHeader(filling: Int64(room - bytes.count))
            bytes += repeatElement(0, count: max(0, room - bytes.count))
        }
        return bytes
    }

    /// Writes the duration over the one that is there, or into an empty place.
    private func setDuration(in bytes: inout [UInt8], _ place: Range<Int>) throws(MovieFileError) {
        let elements = Elements(in: bytes[place]).map { $0 }
        // A sum over the old values would be wrong, so it becomes void.
        if let sum = elements.first(where: { $0.id == .checksum }) {
            bytes[sum.whole.lowerBound] = UInt8(ElementID.void.rawValue)
        }
        var writer = ElementWriter()
        let old = elements.first { $0.id == .duration && [4, 8].contains($0.body.count) }
        if let old, old.body.count == 4 {
            writer.bits(.duration, Float(duration).bitPattern)
        } else {
            writer.bits(.duration, duration.bitPattern)
        }
        let needed = writer.bytes.count
        let empty = elements.first { element in
            element.id == .void && (element.whole.count == needed || element.whole.count >= needed + 2)
        }
        if let old {
            bytes.replaceSubrange(old.body.indices, with: writer.bytes.suffix(old.body.count))
        } else if let empty {
            let rest = empty.whole.count - needed
            let filler = rest > 0 ? ElementWriter.voidHeader(filling: Int64(rest)) : []
            let start = empty.whole.lowerBound
            bytes.replaceSubrange(start..<(start + needed + filler.count), with: writer.bytes + filler)
        } else {
            throw noRoom
        }
    }

    private var noRoom: MovieFileError {
        MovieFileError(
            .unsupported,
            path: map.path,
            "\(map.path) has no room for an index; it plays as it is, or convert it with ffmpeg -i IN -c copy OUT"
        )
    }
}
