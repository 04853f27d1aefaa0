import Foundation

/// What the stabilizer must reach on the generated films.
struct Bar {
    let scenes: [String]
    let methods: [String]
    let what: String
    let limit: Limit
    let value: (ResultRow) -> Double?

    enum Limit {
        case most(Double)
        case least(Double)
    }

    private static let lookingAhead = ["standard", "cinematic"]
    private static let everyMode = ["lowlatency", "standard", "cinematic"]
    private static let shaken = ["hand", "pan", "whip", "walk", "fg", "fgbig", "dark", "rs", "flat"]

    static var all: [Bar] {
        [
            Bar(["hand"], lookingAhead, "jitter", 0.4) { $0.metrics.jitter },
            Bar(["hand"], ["lowlatency"], "jitter", 0.3) { $0.metrics.jitter },
            Bar(["hand", "walk", "flat", "fg", "dark"], lookingAhead, "jitter above 3 Hz", 0.12) {
                $0.metrics.fastJitter
            },
            Bar(["fgbig"], lookingAhead, "jitter above 3 Hz", 0.2) { $0.metrics.fastJitter },
            Bar(["rs"], lookingAhead, "jitter above 3 Hz", 0.3) { $0.metrics.fastJitter },
            Bar(["pan"], ["cinematic"], "lag", 25) { $0.metrics.lag },
            Bar(["pan"], ["cinematic"], "acceleration", 0.35) { $0.metrics.acceleration },
            Bar(["pan"], ["standard"], "lag", 45) { $0.metrics.lag },
            Bar(["pan"], ["standard"], "acceleration", 0.45) { $0.metrics.acceleration },
            Bar(["pan"], ["cinematic"], "distance after the stop", 20) { $0.metrics.afterStop?.distance },
            Bar(["pan"], ["cinematic"], "seconds until it is at rest", 1) { $0.metrics.afterStop?.seconds },
            Bar(["whip"], lookingAhead, "acceleration", 1.4) { $0.metrics.acceleration },
            Bar(Scene.all.map(\.name), everyMode, "outside", 0) { $0.metrics.outside },
            Bar(Scene.all.map(\.name), everyMode, "cut corrections", 0.01) { $0.metrics.clampedShare },
            Bar(["tripod"], everyMode, "correction in pixels", 0.05) { $0.metrics.correction.pixels },
            Bar(["tripod"], everyMode, "correction in degrees", 0.01) { $0.metrics.correction.degrees },
            Bar(["tripfg", "tripbig"], everyMode, "jitter", 0.2) { $0.metrics.jitter },
            Bar(["fg", "fgbig"], lookingAhead, "jitter", 0.6) { $0.metrics.jitter },
            Bar(["fg", "fgbig"], everyMode, "worst error of the motion", 2) { $0.accuracy?.worst },
            Bar(shaken.filter { !["fgbig", "rs"].contains($0) }, everyMode, "error of the motion", 0.15) {
                $0.accuracy?.mean
            },
            Bar(shaken.filter { !["fgbig", "rs"].contains($0) }, everyMode, "error of 95 %", 0.25) {
                $0.accuracy?.percentile95
            },
            Bar(["fgbig"], everyMode, "error of the motion", 0.2) { $0.accuracy?.mean },
            Bar(["fgbig"], everyMode, "error of 95 %", 0.4) { $0.accuracy?.percentile95 },
            Bar(["rs"], everyMode, "error of the motion", 0.35) { $0.accuracy?.mean },
            Bar(["rs"], everyMode, "error of 95 %", 0.6) { $0.accuracy?.percentile95 },
            Bar(["walk"], lookingAhead, "jitter", 0.8) { $0.metrics.jitter },
            Bar(["hand"], lookingAhead, "fidelity in dB", least: 34) { $0.fidelity },
        ]
    }

    private init(
        _ scenes: [String],
        _ methods: [String],
        _ what: String,
        _ most: Double,
        _ value: @escaping (ResultRow) -> Double?
    ) {
        self.init(scenes: scenes, methods: methods, what: what, limit: .most(most), value: value)
    }

    private init(
        _ scenes: [String],
        _ methods: [String],
        _ what: String,
        least: Double,
        _ value: @escaping (ResultRow) -> Double?
    ) {
        self.init(scenes: scenes, methods: methods, what: what, limit: .least(least), value: value)
    }

    private init(
        scenes: [String],
        methods: [String],
        what: String,
        limit: Limit,
        value: @escaping (ResultRow) -> Double?
    ) {
        self.scenes = scenes
        self.methods = methods
        self.what = what
        self.limit = limit
        self.value = value
    }

    private func verdict(_ value: Double) -> String? {
        switch limit {
        case .most(let most) where value > most: String(format: "%.3f, more than %.3f", value, most)
        case .least(let least) where value < least: String(format: "%.3f, less than %.3f", value, least)
        default: nil
        }
    }

    /// What does not reach the bars, as lines of text.
    static func missed(_ rows: [ResultRow]) -> [String] {
        rows.flatMap { row in
            let mode = row.method.replacingOccurrences(of: "element-", with: "")
            return all.compactMap { bar -> String? in
                guard bar.scenes.contains(row.scene), bar.methods.contains(mode), let value = bar.value(row),
                    let verdict = bar.verdict(value)
                else { return nil }
                return "\(row.scene), \(row.method): \(bar.what) is \(verdict)"
            }
        } + tooExpensive(rows)
    }

    /// The element against libvidstab in one pass, both as whole programs: processor time over all scenes.
    private static func tooExpensive(_ rows: [ResultRow]) -> [String] {
        func mean(_ method: String) -> Double? {
            let seconds = rows.filter { $0.method == method }.compactMap(\.seconds)
            return seconds.isEmpty ? nil : seconds.reduce(0, +) / Double(seconds.count)
        }
        guard let peer = mean(OnePassVidstabMethod(smoothing: 15).name) else { return [] }
        return everyMode.compactMap { mode in
            guard let own = mean(ElementMethod(mode: mode).name) else { return nil }
            print(
                String(
                    format: "element-%@ takes %.2f ms a picture, libvidstab in one pass %.2f ms: 1/%.1f",
                    mode,
                    own * 1000,
                    peer * 1000,
                    peer / own
                )
            )
            return own * 5 > peer ? "element-\(mode) takes more than a fifth of libvidstab's time" : nil
        }
    }
}
