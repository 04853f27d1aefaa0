import Foundation

/// Takes slow movement out of a series, without moving anything in time.
///
/// A second-order Butterworth low-pass, run forwards and backwards over the mirrored series, is subtracted.
struct HighPass {
    let cutoff: Double
    let rate: Double

    func callAsFunction(_ series: [Double]) -> [Double] {
        let slow = low(series)
        return zip(series, slow).map { $0 - $1 }
    }

    /// The slow part.
    func low(_ series: [Double]) -> [Double] {
        guard let first = series.first, let last = series.last else { return [] }
        let pad = min(series.count - 1, Int(2 * rate / cutoff))
        let before = (1...max(1, pad)).reversed().map { 2 * first - series[min($0, series.count - 1)] }
        let after = (1...max(1, pad)).map { 2 * last - series[max(0, series.count - 1 - $0)] }
        var values = before + series + after
        values = filter(values)
        values = filter(values.reversed()).reversed()
        return Array(values[before.count..<before.count + series.count])
    }

    private func filter(_ values: [Double]) -> [Double] {
        let k = tan(.pi * cutoff / rate)
        let norm = 1 / (1 + 2.0.squareRoot() * k + k * k)
        let (b0, a1) = (k * k * norm, 2 * (k * k - 1) * norm)
        let a2 = (1 - 2.0.squareRoot() * k + k * k) * norm
        var (x1, x2, y1, y2) = (values[0], values[0], values[0], values[0])
        return values.map { x in
            let y = b0 * (x + 2 * x1 + x2) - a1 * y1 - a2 * y2
            (x2, x1, y2, y1) = (x1, x, y1, y)
            return y
        }
    }
}
