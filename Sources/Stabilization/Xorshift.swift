/// Random numbers that are the same on every run, so that a result can be repeated.
struct Xorshift {
    private var state: UInt64

    /// - Parameter seed: Anything but 0.
    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    /// A number of 0..<`count`.
    mutating func next(below count: Int) -> Int {
        Int(((next() >> 32) &* UInt64(count)) >> 32)
    }
}
