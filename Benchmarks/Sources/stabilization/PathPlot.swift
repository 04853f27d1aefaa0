import Foundation

/// A picture of where the camera looked, where it was meant to look, and where each method looks, as SVG.
struct PathPlot {
    /// What one method shows in the middle of the picture, in pixels, picture by picture.
    typealias Path = (name: String, points: [SIMD2<Double>])

    private static let (width, height, margin) = (1000.0, 260.0, 30.0)
    private static let colours = [
        "#999999", "#d62728", "#1f77b4", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#17becf", "#bcbd22",
        "#e377c2", "#7f7f7f", "#393b79",
    ]

    let title: String
    /// What was meant.
    let truth: [SIMD2<Double>]
    /// The input's and each method's.
    let paths: [Path]

    /// Four panels: the paths across and down, and how far they are from what was meant.
    func write(to file: URL) throws {
        let distances = paths.map { path in
            Path(path.name, zip(path.points, truth).map { $0 - $1 })
        }
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(PathPlot.width)\""
                + " height=\"\(4 * (PathPlot.height + PathPlot.margin) + 70)\" font-family=\"sans-serif\" font-size=\"12\">",
            "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>",
            "<text x=\"10\" y=\"16\">\(title)</text>",
        ]
        let true0 = Path("true path", truth)
        for (axis, name) in ["across", "down"].enumerated() {
            lines += panel(axis, "path \(name)", paths, axis: axis, truth: true0)
            lines += panel(axis + 2, "distance from the true path \(name)", distances, axis: axis, truth: nil)
        }
        let bottom = 4 * (PathPlot.height + PathPlot.margin) + 40
        lines.append("<text x=\"10\" y=\"\(bottom)\" font-weight=\"bold\">true path</text>")
        for (index, path) in paths.enumerated() {
            let (x, y) = (10 + 160 * Double((index + 1) % 6), bottom + 16 * Double((index + 1) / 6))
            lines.append("<text x=\"\(x)\" y=\"\(y)\" fill=\"\(colour(index))\">\(path.name)</text>")
        }
        lines.append("</svg>")
        try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    }

    private func colour(_ index: Int) -> String { PathPlot.colours[index % PathPlot.colours.count] }

    /// One panel: all paths along one axis, between the least and the greatest place that is not far off.
    private func panel(_ number: Int, _ name: String, _ paths: [Path], axis: Int, truth: Path?) -> [String] {
        // What a method loses itself in is cut off, for the rest to be seen.
        let seen = (paths.prefix(1) + (truth.map { [$0] } ?? [])).flatMap(\.points).map { $0[axis] }
        let room = 0.5 * ((seen.max() ?? 0) - (seen.min() ?? 0)) + 5
        let (low, high) = ((seen.min() ?? 0) - room, (seen.max() ?? 0) + room)
        let top = 30 + Double(number) * (PathPlot.height + PathPlot.margin)
        func line(_ path: Path, _ style: String) -> String {
            let points = path.points.enumerated().map { frame, point in
                let x = PathPlot.width * Double(frame) / Double(max(1, path.points.count - 1))
                let share = (min(max(point[axis], low), high) - low) / (high - low)
                return String(format: "%.1f,%.1f", x, top + (1 - share) * PathPlot.height)
            }
            return "<polyline fill=\"none\" \(style) points=\"\(points.joined(separator: " "))\"/>"
        }
        let label = "\(name), \(Int(low)) to \(Int(high)) pixels"
        return [
            "<rect x=\"0\" y=\"\(top)\" width=\"\(PathPlot.width)\" height=\"\(PathPlot.height)\""
                + " fill=\"none\" stroke=\"#dddddd\"/>",
            "<text x=\"10\" y=\"\(top + 14)\">\(label)</text>",
        ] + (truth.map { [line($0, "stroke=\"black\" stroke-width=\"3\" stroke-opacity=\"0.5\"")] } ?? [])
            + paths.enumerated().map { line($1, "stroke=\"\(colour($0))\"") }
    }
}
