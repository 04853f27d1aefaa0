/// The smooth path along one axis that stays near given positions.
///
/// It minimizes `Σ w·(v − p)² + τ⁴·Σ (v″)²`, with τ = 1/(2π·cutoff) and the second derivative from divided
/// differences, so pictures need not come at even distances. The normal equations have five diagonals and are solved
/// in one pass down and one up.
struct PathSolver {
    /// Where the path was before, as far as it continues: seconds before the first position, and place.
    struct History {
        var times: [Double] = []
        var values: [Double] = []
    }

    private let history: History
    private let times: [Double]
    /// Seconds that each position stands for.
    private let shares: [Double]

    /// - Parameters:
    ///   - times: Seconds of the positions, rising.
    ///   - history: Up to two places the path came from, in order of time.
    init(times: [Double], history: History) {
        self.times = times
        self.history = history
        let before = history.times.last ?? times[0] - (times.count > 1 ? times[1] - times[0] : 1)
        shares = times.indices.map { times[$0] - ($0 == 0 ? before : times[$0 - 1]) }
    }

    /// The path.
    ///
    /// - Parameters:
    ///   - targets: What it should stay near.
    ///   - weights: How much, for each; 1 is normal.
    ///   - cutoff: Movement faster than this frequency is taken out, in Hz.
    /// - Returns: A place for each target.
    func path(near targets: [Double], weights: [Double], cutoff: Double) -> [Double] {
        let count = targets.count
        let tau = 1 / (2 * .pi * cutoff)
        let stiffness = tau * tau * tau * tau
        var diagonal = (0..<count).map { weights[$0] * shares[$0] }
        var first = [Double](repeating: 0, count: count)
        var second = [Double](repeating: 0, count: count)
        var right = (0..<count).map { weights[$0] * shares[$0] * targets[$0] }
        let known = history.times.count
        let all = history.times + times
        for end in 2..<max(2, all.count) {
            let (before, after) = (all[end - 1] - all[end - 2], all[end] - all[end - 1])
            let length = (before + after) / 2
            let factors = (1 / (before * length), -(1 / before + 1 / after) / length, 1 / (after * length))
            let weight = stiffness * length
            let places = (end - 2 - known, end - 1 - known, end - known)
            // What is known moves to the right-hand side.
            var fixed = 0.0
            if places.0 < 0 { fixed += factors.0 * history.values[end - 2] }
            if places.1 < 0 { fixed += factors.1 * history.values[end - 1] }
            guard places.2 >= 0 else { continue }
            diagonal[places.2] += weight * factors.2 * factors.2
            right[places.2] -= weight * factors.2 * fixed
            if places.1 >= 0 {
                diagonal[places.1] += weight * factors.1 * factors.1
                first[places.1] += weight * factors.1 * factors.2
                right[places.1] -= weight * factors.1 * fixed
            }
            if places.0 >= 0 {
                diagonal[places.0] += weight * factors.0 * factors.0
                first[places.0] += weight * factors.0 * factors.1
                second[places.0] += weight * factors.0 * factors.2
            }
        }
        return PathSolver.solve(diagonal, first, second, right)
    }

    /// Solves a symmetric positive definite system by factors L·D·Lᵀ.
    ///
    /// - Parameters:
    ///   - diagonal: The middle of the matrix.
    ///   - first: One beside it: element `i` couples `i` and `i + 1`.
    ///   - second: Two beside it.
    ///   - right: The right-hand side.
    /// - Returns: The unknowns.
    static func solve(
        _ diagonal: [Double],
        _ first: [Double],
        _ second: [Double],
        _ right: [Double]
    ) -> [Double] {
        let count = diagonal.count
        var d = diagonal
        var one = first
        var two = second
        var x = right
        for index in 0..<count {
            let pivot = d[index]
            if index + 1 < count {
                let factor = one[index] / pivot
                d[index + 1] -= factor * one[index]
                if index + 2 < count { one[index + 1] -= factor * two[index] }
                x[index + 1] -= factor * x[index]
                one[index] = factor
            }
            if index + 2 < count {
                let factor = two[index] / pivot
                d[index + 2] -= factor * two[index]
                x[index + 2] -= factor * x[index]
                two[index] = factor
            }
        }
        for index in (0..<count).reversed() {
            x[index] /= d[index]
            if index + 1 < count { x[index] -= one[index] * x[index + 1] }
            if index + 2 < count { x[index] -= two[index] * x[index + 2] }
        }
        return x
    }
}
