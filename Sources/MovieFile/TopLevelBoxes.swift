/// The outermost boxes of a movie file, read from their headers alone.
struct TopLevelBoxes {
    struct Entry {
        let type: String
        let offset: Int64
        let size: Int64

        var end: Int64 { offset + size }
    }

    let all: [Entry]
    /// Where the last complete box ends.
    let completeEnd: Int64

    private static let known: Set<String> = [
        "ftyp", "moov", "moof", "mdat", "free", "skip", "wide", "styp", "sidx", "mfra", "uuid", "pnot",
        "meta", "emsg",
        "prft",
    ]

    /// Walks from box to box; a box that is cut by the end of the file is included, what follows garbage is not.
    init(_ file: MovieFileAccess, fileSize: Int64) throws(MovieFileError) {
        var entries: [Entry] = []
        var offset: Int64 = 0
        var complete: Int64 = 0
        while fileSize - offset >= 8 {
            var reader = ByteReader(try file.read(at: offset, count: 16))
            guard let small = reader.u32(), let type = reader.code(), TopLevelBoxes.known.contains(type)
            else { break }
            var size = Int64(small)
            if small == 1 {
                guard let large = reader.u64().flatMap({ Int64(exactly: $0) }), large >= 16 else { break }
                size = large
            } else if small == 0 {
                size = fileSize - offset
            }
            guard size >= 8 else { break }
            entries.append(Entry(type: type, offset: offset, size: size))
            guard size <= fileSize - offset else { break }
            offset += size
            complete = offset
        }
        all = entries
        completeEnd = complete
    }

    func first(_ type: String) -> Entry? { all.first { $0.type == type } }

    var looksLikeMovie: Bool { first("ftyp") != nil || first("mdat") != nil || first("moof") != nil }
}
