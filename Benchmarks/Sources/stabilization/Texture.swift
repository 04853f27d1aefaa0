import Foundation

/// A generated picture without an edge: it repeats in both directions.
///
/// Like photographs, it has about the same contrast at every size, edges of things that overlap, and less of the
/// finest detail.
final class Texture: Sendable {
    static let size = 2048
    let samples: [UInt8]

    /// - Parameters:
    ///   - seed: Other seeds, other pictures.
    ///   - contrast: 1 for a lively scene, less for a dull one.
    ///   - isSoft: Whether fine detail is missing.
    ///   - sky: Whether most of it is almost flat.
    init(seed: UInt64, contrast: Double = 1, isSoft: Bool = false, sky: Bool = false) {
        let size = Texture.size
        var random = SeededRandom(seed: seed)
        var values = [Float](repeating: 0, count: size * size)
        var cell = 512
        while cell >= 2 {
            let amplitude: Float = isSoft && cell < 16 ? 2 : cell == 2 ? 3 : cell == 4 ? 7 : 13
            Texture.addOctave(to: &values, cell: cell, amplitude: amplitude, &random)
            cell /= 2
        }
        for _ in 0..<(isSoft ? 120 : 600) { Texture.addShape(to: &values, &random) }
        if sky { Texture.flatten(&values, rows: 0..<size * 62 / 100) }
        samples = values.map { UInt8(min(max(128 + $0 * 1.25 * Float(contrast), 4), 250)) }
    }

    /// Smoothly joined random values, `cell` samples apart.
    private static func addOctave(
        to values: inout [Float],
        cell: Int,
        amplitude: Float,
        _ random: inout SeededRandom
    ) {
        let count = size / cell
        let lattice = (0..<count * count).map { _ in Float(random.uniform() * 2 - 1) * amplitude }
        let weights = (0..<cell).map { index in
            let share = Float(index) / Float(cell)
            return share * share * (3 - 2 * share)
        }
        for y in 0..<size {
            let row = y / cell
            let wy = weights[y % cell]
            let (upper, lower) = (row * count, (row + 1) % count * count)
            for column in 0..<count {
                let next = (column + 1) % count
                let left = lattice[upper + column] + (lattice[lower + column] - lattice[upper + column]) * wy
                let right = lattice[upper + next] + (lattice[lower + next] - lattice[upper + next]) * wy
                for x in 0..<cell {
                    values[y * size + column * cell + x] += left + (right - left) * weights[x]
                }
            }
        }
    }

    /// A box or disc of another brightness, with an edge two samples wide.
    private static func addShape(to values: inout [Float], _ random: inout SeededRandom) {
        let radius = 8 * pow(20, random.uniform())
        let (width, height) = (radius * (0.5 + random.uniform()), radius * (0.5 + random.uniform()))
        let (cx, cy) = (random.uniform() * Double(size), random.uniform() * Double(size))
        let angle = random.uniform() * .pi
        let (c, s) = (cos(angle), sin(angle))
        let brightness = Float(random.uniform() * 200 - 100)
        let isDisc = random.uniform() < 0.4
        let reach = Int((width * width + height * height).squareRoot()) + 2
        for dy in -reach...reach {
            for dx in -reach...reach {
                let (u, v) = (c * Double(dx) + s * Double(dy), c * Double(dy) - s * Double(dx))
                let inside =
                    isDisc
                    ? (1 - hypot(u / width, v / height)) * min(width, height)
                    : min(width - abs(u), height - abs(v))
                guard inside > -1 else { continue }
                let share = Float(min(1, (inside + 1) / 2))
                let at = (Int(cy) + dy) & (size - 1)
                let index = at * size + ((Int(cx) + dx) & (size - 1))
                values[index] += (brightness - values[index] * 0.7) * share
            }
        }
    }

    /// Takes the detail out of some rows, with a soft lower end.
    private static func flatten(_ values: inout [Float], rows: Range<Int>) {
        for y in rows {
            let keep = min(1, max(0.02, 1 - Float(rows.upperBound - y) / 60))
            for x in 0..<size { values[y * size + x] = values[y * size + x] * keep + 32 * (1 - keep) }
        }
    }
}
