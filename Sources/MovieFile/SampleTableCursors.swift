/// The sizes of the samples (`stsz`, or the compact `stz2`).
struct SampleSizes {
    let count: UInt32
    /// The size of every sample; nil when they differ.
    private let uniform: UInt32?
    private let bitsPerEntry: Int
    private let table: ArraySlice<UInt8>

    init?(stsz: ArraySlice<UInt8>) {
        guard let size = stsz.integer(at: 4, as: UInt32.self),
            let stated = stsz.integer(at: 8, as: UInt32.self)
        else {
            return nil
        }
        uniform = size == 0 ? nil : size
        table = stsz.dropFirst(12)
        bitsPerEntry = 32
        count = size == 0 ? min(stated, UInt32(clamping: table.count / 4)) : stated
    }

    init?(stz2: ArraySlice<UInt8>) {
        guard let bits = stz2.integer(at: 7, as: UInt8.self), [4, 8, 16].contains(bits),
            let stated = stz2.integer(at: 8, as: UInt32.self)
        else { return nil }
        uniform = nil
        table = stz2.dropFirst(12)
        bitsPerEntry = Int(bits)
        count = min(stated, UInt32(clamping: table.count * 8 / bitsPerEntry))
    }

    /// The size of a sample, and for how many samples from there on it is known to be the same.
    func run(at index: UInt32) -> (size: UInt32, count: UInt32) {
        if let uniform { return (uniform, count - index) }
        let position = Int(index) * bitsPerEntry / 8
        let size: UInt32?
        switch bitsPerEntry {
        case 4:
            let pair = table.integer(at: position, as: UInt8.self)
            size = pair.map { UInt32(index.isMultiple(of: 2) ? $0 >> 4 : $0 & 15) }
        case 8: size = table.integer(at: position, as: UInt8.self).map(UInt32.init)
        case 16: size = table.integer(at: position, as: UInt16.self).map(UInt32.init)
        default: size = table.integer(at: position, as: UInt32.self)
        }
        return (size ?? 0, 1)
    }
}

/// Goes through a table of counts and values (`stts`, `ctts`); after its end every value is zero.
struct RunLengths {
    /// How many samples the present value holds for, at least 1.
    private(set) var left: UInt32 = 0
    private var value: UInt32 = 0
    private var cursor: ByteCursor

    init(_ table: ArraySlice<UInt8>) {
        cursor = ByteCursor(table.dropFirst(8))
        advance()
    }

    /// The present value, going on by a number of samples that is at most ``left``.
    mutating func take(_ count: UInt32) -> UInt32 {
        let taken = value
        left -= count
        if left == 0 { advance() }
        return taken
    }

    private mutating func advance() {
        while let count = cursor.next(UInt32.self), let value = cursor.next(UInt32.self) {
            guard count > 0 else { continue }
            (left, self.value) = (count, value)
            return
        }
        (left, value) = (UInt32.max, 0)
    }
}

/// Goes through the numbers of the sync samples (`stss`).
struct SyncSamples {
    private var cursor: ByteCursor?
    private var next: UInt32?

    /// - Parameter table: Nothing when every sample is a sync sample.
    init(_ table: ArraySlice<UInt8>?) {
        cursor = table.map { ByteCursor($0.dropFirst(8)) }
        next = cursor?.next(UInt32.self)
    }

    /// Whether a sample, counted from 0, is a sync sample, and for how many from there on the answer is the
    /// same.
    mutating func run(at index: UInt32) -> (isSync: Bool, count: UInt32) {
        guard cursor != nil else { return (true, UInt32.max) }
        while let number = next {
            // The table counts from 1.
            if number > index { return number - index == 1 ? (true, 1) : (false, number - index - 1) }
            next = cursor?.next(UInt32.self)
        }
        return (false, UInt32.max)
    }
}

/// Goes through the table of how many samples each chunk holds (`stsc`).
struct ChunkLayout {
    private var cursor: ByteCursor
    private var present: (count: UInt32, description: UInt32) = (0, 1)
    private var next: (chunk: UInt32, count: UInt32, description: UInt32)?

    init(_ table: ArraySlice<UInt8>) {
        cursor = ByteCursor(table.dropFirst(8))
        next = read()
    }

    /// What a chunk, counted from 1, holds; to be asked in rising order.
    mutating func samples(inChunk chunk: UInt32) -> (count: UInt32, description: UInt32) {
        while let entry = next, entry.chunk <= chunk {
            present = (entry.count, entry.description)
            next = read()
        }
        return present
    }

    private mutating func read() -> (chunk: UInt32, count: UInt32, description: UInt32)? {
        guard let chunk = cursor.next(UInt32.self), let count = cursor.next(UInt32.self),
            let description = cursor.next(UInt32.self)
        else { return nil }
        return (chunk, count, max(1, description))
    }
}
