/// How far each part of the picture has shown to be background: things that move as the camera does.
struct BackgroundTrust {
    private var trust: [Double]

    /// How fast trust is lost, earned, and forgiven, per picture.
    private static let attack = 0.3
    private static let release = 0.08
    private static let leak = 0.01
    private static let least = 0.05

    init(cells: Int) {
        trust = Array(repeating: 1, count: cells)
    }

    subscript(cell: Int) -> Double { max(BackgroundTrust.least, trust[cell]) }

    /// Everything is trusted again.
    mutating func reset() {
        for index in trust.indices { trust[index] = 1 }
    }

    /// Takes over which parts followed the camera.
    mutating func update(_ observations: [(cell: Int, follows: Bool)]) {
        for index in trust.indices { trust[index] += BackgroundTrust.leak * (1 - trust[index]) }
        for (cell, follows) in observations {
            trust[cell] +=
                follows ? BackgroundTrust.release * (1 - trust[cell]) : -BackgroundTrust.attack * trust[cell]
        }
    }
}
