import Glibc

@testable import Stabilization

/// A plane with texture of every size that can be looked at from anywhere, exactly.
struct World {
    private let waves: [(x: Double, y: Double, phase: Double, amplitude: Double)]

    init(seed: UInt64 = 1, amplitude: Double = 1) {
        var random = Xorshift(seed: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        func uniform() -> Double { Double(random.next(below: 1 << 20)) / Double(1 << 20) }
        waves = (0..<16).map { index in
            // From 8 to 100 pixels long, in every direction.
            let length = 8 * pow(12.5, Double(index) / 15)
            let direction = uniform() * 2 * .pi
            let frequency = 2 * .pi / length
            return (
                frequency * cos(direction), frequency * sin(direction), uniform() * 2 * .pi,
                amplitude * (6 + 14 * Double(index) / 15)
            )
        }
    }

    func brightness(_ x: Double, _ y: Double) -> Double {
        waves.reduce(128) { $0 + $1.amplitude * sin($1.x * x + $1.y * y + $1.phase) }
    }

    /// What a camera sees whose picture lies at `pose` in the world.
    func draw(_ pose: Similarity, into picture: TestPicture) {
        let (middleX, middleY) = (Double(picture.layout.width - 1) / 2, Double(picture.layout.height - 1) / 2)
        picture.fillLuma { column, row in
            let (x, y) = pose(Double(column) - middleX, Double(row) - middleY)
            return UInt8(min(max(brightness(x, y), 0), 255).rounded())
        }
    }

    func picture(_ pose: Similarity, _ width: Int = 320, _ height: Int = 180) -> TestPicture {
        let picture = TestPicture(.gray8, width, height)
        draw(pose, into: picture)
        return picture
    }
}

/// Random numbers for tests, the same on every run.
struct Dice {
    private var random: Xorshift

    init(_ seed: UInt64) {
        random = Xorshift(seed: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        for _ in 0..<4 { _ = random.next() }
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * Double(random.next(below: 1 << 30))
            / Double(1 << 30)
    }

    mutating func integer(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + random.next(below: range.count)
    }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[random.next(below: elements.count)]
    }
}
