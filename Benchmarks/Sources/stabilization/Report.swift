import Foundation

/// What came out for one film and one method.
struct ResultRow {
    let scene: String
    let method: String
    let metrics: Metrics
    let accuracy: MotionAccuracy?
    let seconds: Double?

    static let header =
        "scene    method               jit   jit3    acc    lag   stop  rest   hit%   out%   kept  motion error  ms/frame"

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
            text(accuracy?.mean, 3) + text(accuracy?.percentile95, 3, 7), text(seconds.map { $0 * 1000 }, 1),
        ].joined(separator: " ")
    }
}

/// A picture of the path of each method on one film, as SVG.
struct PathPlot {
    private static let size = (width: 1000.0, height: 300.0)
    private static let colours = [
        "#999999", "#d62728", "#1f77b4", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#17becf",
    ]

    let title: String
    /// For each method, how far the middle of the picture is from where it was meant to be, in pixels.
    let paths: [(name: String, points: [SIMD2<Double>])]

    func write(to file: URL) throws {
        let all = paths.flatMap(\.points)
        let reach = max(1, min(120, all.map { max(abs($0.x), abs($0.y)) }.max() ?? 1))
        let (width, height) = PathPlot.size
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(2 * height + 60)\" "
                + "font-family=\"sans-serif\" font-size=\"12\">",
            "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>",
            "<text x=\"10\" y=\"16\">\(title): distance from the intended path, ±\(Int(reach)) pixels</text>",
        ]
        for (axis, name) in ["across", "down"].enumerated() {
            let middle = 40 + height * (Double(axis) + 0.5)
            lines.append("<text x=\"10\" y=\"\(middle - height / 2 + 14)\">\(name)</text>")
            lines.append(
                "<line x1=\"0\" x2=\"\(width)\" y1=\"\(middle)\" y2=\"\(middle)\" stroke=\"#dddddd\"/>"
            )
            for (index, path) in paths.enumerated() {
                let points = path.points.enumerated().map { frame, point in
                    let x = width * Double(frame) / Double(max(1, path.points.count - 1))
                    let y = middle - min(max(point[axis] / reach, -1), 1) * height * 0.48
                    return String(format: "%.1f,%.1f", x, y)
                }
                let colour = PathPlot.colours[index % PathPlot.colours.count]
                lines.append(
                    "<polyline fill=\"none\" stroke=\"\(colour)\" points=\"\(points.joined(separator: " "))\"/>"
                )
            }
        }
        for (index, path) in paths.enumerated() {
            let colour = PathPlot.colours[index % PathPlot.colours.count]
            let x = 10 + 125 * index
            lines.append("<text x=\"\(x)\" y=\"\(2 * height + 54)\" fill=\"\(colour)\">\(path.name)</text>")
        }
        lines.append("</svg>")
        try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    }
}

/// The input beside the output of a method, to look at.
enum SideBySide {
    static func write(_ film: Film, _ output: URL, to file: URL) throws {
        func source(_ file: URL) -> [String] {
            [
                "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(Scene.width)x\(Scene.height)",
                "-r", "\(Int(Scene.rate))", "-i", file.path,
            ]
        }
        try Command(
            arguments: ["ffmpeg", "-v", "error", "-y"] + source(film.file) + source(output)
                + ["-filter_complex", "hstack,scale=iw/2:-2", "-pix_fmt", "yuv420p", file.path]
        ).run()
    }
}
