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
        let end: Int64
        do throws(MovieFileError) {
            end = try close(map.tail, of: file)
            try file.write(index, at: end)
            try file.synchronize()
        } catch {
            try? file.truncate(to: map.fileSize)
            throw error
        }
        // From here on one box of media spans everything from the old header to the new one. The sixteen
        // bytes of its header replace the beginning of the old one in one write, which turns the file over at
        // once.
        var media = ByteWriter()
        media.append(UInt32(1))
        media.append("mdat" as BoxType)
        media.append(UInt64(clamping: end - headerOffset))
        try file.write(media.bytes, at: headerOffset)
        try file.synchronize()
    }

    /// Makes the last box end where the file does, and returns where that is.
    ///
    /// Otherwise the index, once written, would be taken for the rest of a sample that was cut, if the file
    /// had to be finished a second time.
    private func close(_ tail: FileMap.Tail, of file: borrowing OpenFile) throws(MovieFileError) -> Int64 {
        var end = map.fileSize
        var header = ByteWriter()
        let offset: Int64
        switch tail {
        case .whole:
            return end
        case .openMedia(let place, let headerLength) where headerLength == 16:
            offset = place + 8
            header.append(UInt64(clamping: end - place))
        case .openMedia(let place, _):
            // Media without a stated size have no room for a size of more than 32 bits. They stay open: what
            // can be lost then is the last sample of a file whose finishing is interrupted.
            guard let size = UInt32(exactly: end - place) else { return end }
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
        try file.write(header.bytes, at: offset)
        try file.synchronize()
        return end
    }
}
