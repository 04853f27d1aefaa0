internal import Stabilization

/// What the element did since it started.
struct VideoStabStatistics: Sendable {
    private(set) var framesIn: UInt64 = 0
    private(set) var framesOut: UInt64 = 0
    private(set) var clamped: UInt64 = 0
    private(set) var lost: UInt64 = 0
    private(set) var cuts: UInt64 = 0
    private var last: FrameStatistics?
    /// Processor time in nanoseconds, and the pictures it was spent on.
    private var cost: UInt64 = 0
    private var costed: UInt64 = 0

    mutating func countInput() { framesIn += 1 }

    mutating func countOutput(_ frame: FrameStatistics, cost: UInt64) {
        framesOut += 1
        costed += 1
        self.cost += cost
        last = frame
        if frame.wasClamped { clamped += 1 }
        if frame.isLost { lost += 1 }
        if frame.isCut { cuts += 1 }
    }

    /// A picture that went through untouched.
    mutating func countPassed() {
        framesIn += 1
        framesOut += 1
    }

    /// The value of the property `stats`.
    var content: PropertyContent {
        let correction = last?.correction ?? .identity
        return .structure(
            "videostab-stats",
            [
                "frames-in": .unsigned(framesIn),
                "frames-out": .unsigned(framesOut),
                "frames-clamped": .unsigned(clamped),
                "frames-lost": .unsigned(lost),
                "cuts": .unsigned(cuts),
                "tracked": .unsigned(UInt64(last?.tracked ?? 0)),
                "inliers": .unsigned(UInt64(last?.inliers ?? 0)),
                "confidence": .real(last?.confidence ?? 0),
                "correction-x": .real(correction.x),
                "correction-y": .real(correction.y),
                "correction-angle": .real(correction.angle),
                "correction-scale": .real(correction.scale),
                "milliseconds": .real(Double(cost) / Double(max(1, costed)) / 1e6),
            ]
        )
    }
}
