import Foundation

/// Random numbers that are the same on every run and machine.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        for _ in 0..<8 { _ = next() }
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }

    /// A number of 0..<1.
    mutating func uniform() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    /// A number of a normal distribution with deviation 1.
    mutating func normal() -> Double {
        (-2 * log(max(uniform(), 1e-12))).squareRoot() * cos(2 * .pi * uniform())
    }
}

/// Sensor noise: a table of normal numbers that is read from another place for every row.
struct SensorNoise {
    private let table: [Int32]
    private static let size = 1 << 16

    init(deviation: Double, seed: UInt64) {
        var random = SeededRandom(seed: seed)
        table = (0..<SensorNoise.size * 2).map { _ in Int32((random.normal() * deviation * 256).rounded()) }
    }

    /// `count` numbers in 1/256 levels.
    func row(_ random: inout SeededRandom, count: Int) -> ArraySlice<Int32> {
        let start = Int(random.next() % UInt64(SensorNoise.size))
        return table[start..<start + count]
    }
}
