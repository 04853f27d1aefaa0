/// Where the outermost boxes of a file are, with everything read that is not media.
struct FileMap {
    /// What the file ends with.
    enum Tail: Equatable {
        /// A box that is complete and states its size.
        case whole
        /// Media that are cut, or that state no size; the header of their box is there.
        case openMedia(offset: Int64, headerLength: Int64)
        /// Anything else: a cut box, zeros, garbage, or a box of no stated size.
        case debris(offset: Int64)
    }

    /// The index of one fragment (`moof`).
    struct Fragment {
        /// Where its box begins in the file.
        let offset: Int64
        /// Its box, among ``FileMap/fragmentBytes``.
        let bytes: Range<Int>
    }

    /// The most bytes of index that are taken into memory: a day of pictures and sound has about 150 MB.
    static let indexLimit = 256 << 20

    let fileSize: Int64
    /// The first `moov`, and where it begins.
    private(set) var header: (offset: Int64, box: ArraySlice<UInt8>)?
    private(set) var fragments: [Fragment] = []
    private(set) var fragmentBytes: [UInt8] = []
    private(set) var media: [Range<Int64>] = []
    /// The end of the last complete box, other than the index of a fragment, whose worth depends on what follows.
    private(set) var solidEnd: Int64 = 0
    private(set) var tail = Tail.whole
    /// The name of the first box, if the file begins with one.
    private(set) var firstType: BoxType?

    /// Walks through the outermost boxes up to the first that is not complete.
    init(reading file: inout OpenFile) throws(MovieFileError) {
        fileSize = file.size
        var position: Int64 = 0
        while position < fileSize {
            let available = fileSize - position
            guard let box = BoxHeader(try file.peek(at: position, count: 16), available: available) else {
                tail = .debris(offset: position)
                return
            }
            if position == 0 { firstType = box.type }
            let end = position + min(box.size, available)
            let isComplete = box.size <= available
            if box.type == "mdat" {
                if box.length < end - position { media.append((position + box.length)..<end) }
                if !isComplete || box.isOpenEnded {
                    tail = .openMedia(offset: position, headerLength: box.length)
                }
            } else if isComplete {
                try take(box, at: position..<end, from: &file)
                if box.isOpenEnded, box.type != "moov" { tail = .debris(offset: position) }
            } else {
                tail = .debris(offset: position)
            }
            if isComplete, box.type != "moof" { solidEnd = end }
            position = end
        }
    }

    private mutating func take(
        _ box: BoxHeader,
        at place: Range<Int64>,
        from file: inout OpenFile
    ) throws(MovieFileError) {
        guard box.type == "moof" || (box.type == "moov" && header == nil) else { return }
        guard place.count <= Self.indexLimit - fragmentBytes.count else {
            throw MovieFileError(
                .unsupported,
                path: file.path,
                "The index of \(file.path) is larger than \(Self.indexLimit >> 20) MB; record in shorter pieces"
            )
        }
        if box.type == "moof" {
            let start = fragmentBytes.count
            try file.append(place, to: &fragmentBytes)
            fragments.append(Fragment(offset: place.lowerBound, bytes: start..<fragmentBytes.count))
        } else {
            var bytes: [UInt8] = []
            try file.append(place, to: &bytes)
            header = (place.lowerBound, bytes[...])
        }
    }
}
