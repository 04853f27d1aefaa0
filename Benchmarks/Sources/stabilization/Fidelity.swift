import Foundation

/// How much each picture is like the one before: what a frozen view makes large, and shake small.
enum Fidelity {
    /// The share of the picture at each edge that is not looked at.
    private static let border = 0.08

    /// The mean ratio of signal to noise from picture to picture (inter-frame transformation fidelity), in decibels.
    static func mean(_ film: Film, _ file: URL) throws -> Double {
        let reader = try film.reader(of: file)
        var before: Data?
        var (sum, count) = (0.0, 0)
        while let picture = try reader.next() {
            if let before {
                sum += ratio(before, picture, film)
                count += 1
            }
            before = picture
        }
        return sum / Double(max(1, count))
    }

    private static func ratio(_ first: Data, _ second: Data, _ film: Film) -> Double {
        let (left, top) = (Int(Double(film.width) * border), Int(Double(film.height) * border))
        let (columns, rows) = (left..<film.width - left, top..<film.height - top)
        let sum = first.withUnsafeBytes { (first: UnsafeRawBufferPointer) in
            second.withUnsafeBytes { (second: UnsafeRawBufferPointer) in
                rows.reduce(0) { sum, row in
                    columns.reduce(sum) { sum, column in
                        let index = row &* film.width &+ column
                        let difference = Int(first[index]) &- Int(second[index])
                        return sum &+ difference &* difference
                    }
                }
            }
        }
        let mean = Double(sum) / Double(columns.count * rows.count)
        return 10 * log10(255 * 255 / max(mean, 1e-3))
    }
}
