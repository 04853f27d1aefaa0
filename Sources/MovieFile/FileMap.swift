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

    /// The most memory that is taken: the index of a day of pictures and sound has about 150 MB.
    private static let memoryLimit = 256 << 20

    let fileSize: Int64
    /// The first `moov`, and where it begins.
    private(set) var header: (offset: Int64, box: ArraySlice<UInt8>)?
    private(set) var fragments: [Fragment] = []
    private(set) var fragmentBytes: [UInt8] = []
    private(set) var media: [Range<Int64>] = []
    /// The end of the last complete box, other than the index of a fragment, whose worth depends on what
    /// follows.
    private(set) var solidEnd: Int64 = 0
    private(set) var tail = Tail.whole
    /// The name of the first box, if the file begins with one.
    private(set) var firstType: BoxType?

    /// The memory taken so far.
    private var memory = 0
    /// How many bytes may still be read to find the next fragment behind bytes that make no sense.
    private var searchLeft: Int64 = 16 << 20

    /// Walks through the outermost boxes up to the first that is not complete.
    init(reading file: inout OpenFile) throws(MovieFileError) {
        fileSize = file.size
        var position: Int64 = 0
        while position < fileSize {
            let available = fileSize - position
            let box = BoxHeader(try file.peek(at: position, count: 16), available: available)
            if position == 0 { firstType = box?.type }
            // Only media may be cut and still be of use, and only they and the header go on without an end.
            guard let box, box.type == "mdat" || (box.size <= available && !box.isEndless) else {
                tail = .debris(offset: position)
                guard let next = try findFragment(behind: position, in: &file) else { return }
                tail = .whole
                position = next
                continue
            }
            var end = position + min(box.size, available)
            if box.type == "mdat" {
                var isOpen = box.isOpenEnded || box.size > available
                // A size that reaches over the fragments behind it is damaged.
                if isOpen, !fragments.isEmpty, let next = try findFragment(behind: position, in: &file) {
                    end = next
                    isOpen = false
                }
                try reserve(MemoryLayout<Range<Int64>>.stride, for: file.path)
                if box.length < end - position { media.append((position + box.length)..<end) }
                if isOpen { tail = .openMedia(offset: position, headerLength: box.length) }
            } else {
                try take(box, at: position..<end, from: &file)
            }
            if box.size <= available, box.type != "moof" { solidEnd = end }
            position = end
        }
    }

    /// The next index of a fragment behind bytes that are no box.
    ///
    /// Such bytes are left by a power cut, and by GStreamer's qtmux when reordered pictures carry time codes:
    /// it then loses its place in the file.
    private mutating func findFragment(
        behind start: Int64,
        in file: inout OpenFile
    ) throws(MovieFileError) -> Int64? {
        let step: Int64 = 1 << 14
        // A fragment begins with its size and its name, then the size and the name of a box of 16 bytes.
        let pattern: [UInt8] = Array("moof".utf8) + [0, 0, 0, 16] + Array("mfhd".utf8)
        var position = start + 1
        while position < fileSize, searchLeft > 0 {
            let part = position..<min(fileSize, position + step)
            var bytes: [UInt8] = []
            try file.append(part, to: &bytes)
            searchLeft -= Int64(part.count)
            if let place = bytes.dropFirst(4).firstPosition(of: pattern) {
                return position + Int64(place) - 4
            }
            // The pattern may lie across the end of a step.
            position += step - 16
        }
        return nil
    }

    private mutating func take(
        _ box: BoxHeader,
        at place: Range<Int64>,
        from file: inout OpenFile
    ) throws(MovieFileError) {
        guard box.type == "moof" || (box.type == "moov" && header == nil) else { return }
        try reserve(place.count + MemoryLayout<Fragment>.stride, for: file.path)
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

    /// Counts memory before it is taken.
    private mutating func reserve(_ size: Int, for path: String) throws(MovieFileError) {
        memory += min(size, Self.memoryLimit)
        guard memory <= Self.memoryLimit else {
            throw MovieFileError(
                .unsupported,
                path: path,
                "The index of \(path) is above \(Self.memoryLimit >> 20) MB; record in shorter pieces"
            )
        }
    }
}
