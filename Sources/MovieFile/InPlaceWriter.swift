/// Puts the index of an ordinary file behind the media of a fragmented one.
///
/// Every step leaves a file that plays or can be finished again, whatever happens between two of them.
struct InPlaceWriter {
    let path: String
    let map: FileMap
    /// Where the header of the fragmented file begins.
    let headerOffset: Int64

    func write(_ index: [UInt8]) throws(MovieFileError) {
        let file = try OpenFile(writing: path)
        try file.expect(size: map.fileSize)
        let (end, close) = closing(map.tail)
        // What the end of the file was, for the case that there is no room for the index.
        var before: [UInt8] = []
        if let close {
            let part = close.offset..<min(close.offset + Int64(close.header.count), map.fileSize)
            var reader = try OpenFile(reading: path)
            try reader.append(part, to: &before)
        }
        do throws(MovieFileError) {
            if let close {
                try file.write(close.header, at: close.offset)
                try file.synchronize()
            }
            try file.write(index, at: end)
            try file.synchronize()
        } catch {
            do throws(MovieFileError) {
                try file.truncate(to: map.fileSize)
                if let close { try file.write(before, at: close.offset) }
            } catch let other {
                throw other.leavingChanges()
            }
            throw error
        }
        // From here on one box of media spans everything from the old header to the new one. The sixteen
        // bytes of its header replace the beginning of the old one in one write, which turns the file over at
        // once.
        var media = ByteWriter()
        media.append(UInt32(1))
        media.append("mdat" as BoxType)
        media.append(UInt64(clamping: end - headerOffset))
        try MovieFileError.changing { () throws(MovieFileError) in
            try file.write(media.bytes, at: headerOffset)
            try file.synchronize()
        }
    }

    /// What makes the last box end where the file does, and where that is.
    ///
    /// Otherwise the index, once written, would be taken for the rest of a sample that was cut, if the file
    /// had to be finished a second time.
    private func closing(_ tail: FileMap.Tail) -> (end: Int64, close: (header: [UInt8], offset: Int64)?) {
        var end = map.fileSize
        var header = ByteWriter()
        let offset: Int64
        switch tail {
        case .whole:
            return (end, nil)
        case .openMedia(let place, let headerLength) where headerLength == 16:
            offset = place + 8
            header.append(UInt64(clamping: end - place))
        case .openMedia(let place, _):
            // Media without a stated size have no room for a size of more than 32 bits. They stay open: what
            // can be lost then is the last sample of a file whose finishing is interrupted.
            guard let size = UInt32(exactly: end - place) else { return (end, nil) }
            offset = place
            header.append(size)
        case .debris(let place):
            offset = place
            end = max(end, place + 8)
            if let size = UInt32(exactly: end - place) {
                header.append(size)
                header.append("free" as BoxType)
            } else {
                header.append(UInt32(1))
                header.append("free" as BoxType)
                header.append(UInt64(clamping: end - place))
            }
        }
        return (end, (header.bytes, offset))
    }
}
