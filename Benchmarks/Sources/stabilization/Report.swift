import Foundation

/// What came out for one film and one method.
struct ResultRow {
    let scene: String
    let method: String
    let metrics: Metrics
    let accuracy: MotionAccuracy?
    /// How much pictures are like the ones before, in decibels.
    let fidelity: Double
    let seconds: Double?

    static let header =
        "scene    method               jit   jit3    acc    lag   stop  rest   hit%   out%   kept  motion error    ITF"
        + "  ms/frame"

    /// A line of the table.
    var line: String {
        func text(_ value: Double?, _ digits: Int = 2, _ width: Int = 6) -> String {
            let text = value.map { String(format: "%.\(digits)f", $0) } ?? "-"
            return String(repeating: " ", count: max(0, width - text.count)) + text
        }
        func left(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        return [
            left(scene, 8), left(method, 18), text(metrics.jitter), text(metrics.fastJitter),
            text(metrics.acceleration), text(metrics.lag, 1), text(metrics.afterStop?.distance, 1),
            text(metrics.afterStop?.seconds, 2, 5), text(metrics.clampedShare.map { $0 * 100 }, 1),
            text(metrics.outside * 100, 1), text(metrics.kept, 3),
            text(accuracy?.mean, 3) + text(accuracy?.percentile95, 3, 7), text(fidelity, 1),
            text(seconds.map { $0 * 1000 }, 1),
        ].joined(separator: " ")
    }
}

/// The input beside the output of a method, to look at.
enum SideBySide {
    static func write(_ film: Film, _ output: URL, to file: URL) throws {
        try Command(
            arguments: ["ffmpeg", "-v", "error", "-y"] + film.source(film.file) + film.source(output)
                + ["-filter_complex", "hstack,scale=iw/2:-2", "-pix_fmt", "yuv420p", file.path]
        ).run()
    }
}
