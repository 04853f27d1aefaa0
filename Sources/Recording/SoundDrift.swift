import GStreamer

/// How a microphone's clock runs against the computer's, from the times of what it delivers.
///
/// Pure. A piece of sound may be late, since somebody has to fetch it, but never early: of each second the earliest
/// counts. From those a control loop works out by how much the sound has to be stretched so that it stays with the
/// pictures, at any length.
struct SoundDrift {
    /// A piece of sound: how much later it is than the corrected sound so far ends, when it came, and how much sound
    /// the microphone had given before it, in seconds of its own clock.
    struct Piece {
        var lateness: ClockTime
        var time: ClockTime
        var heard: Double
    }

    private static let length = ClockTime.milliseconds(1000)
    /// Below this nobody hears or sees it, and sound that is exact stays as it is.
    private static let unnoticed = ClockTime.milliseconds(5)
    /// The loop's two factors, per second: fast enough for one percent within 20 ms, and slow enough not to be heard.
    private static let proportional = 0.4
    private static let integral = 0.06
    /// More than any sound card is wrong.
    private static let most = 0.03
    /// The rate is told once it was measured for so long.
    private static let measured = 10.0
    /// Sound that is late by more has a hole, unless it catches up: what was kept for a busy computer comes at once.
    private static let hole = ClockTime.milliseconds(100)
    private static let patience = ClockTime.milliseconds(500)

    /// The earliest piece of this second, and when the second began.
    private var window: (start: ClockTime, earliest: Piece)?
    /// Since when all sound has been as late as behind a hole.
    private var lateSince: ClockTime?
    private var correction = 0.0
    private(set) var isCorrecting = false
    /// By how much the sound has to be stretched: 1.001 makes 1000 samples into 1001.
    private(set) var stretch = 1.0
    /// How much later the sound is than the pictures; positive when it lags, with what is corrected already.
    private(set) var offset = ClockTime.zero
    private var line = RegressionLine()
    private var known: Double?

    /// Takes the next piece.
    /// - Returns: False when there is a hole in the sound, or it began too late, so that it has to begin anew.
    mutating func note(_ piece: Piece) -> Bool {
        guard piece.lateness > .zero - SoundDrift.hole else { return false }
        let late = piece.lateness < SoundDrift.hole ? nil : lateSince ?? piece.time
        lateSince = late
        if let late, piece.time - late >= SoundDrift.patience { return false }
        guard let (start, earliest) = window else {
            window = (piece.time, piece)
            return true
        }
        guard piece.time - start >= SoundDrift.length else {
            if piece.lateness < earliest.lateness { window = (start, piece) }
            return true
        }
        window = (piece.time, piece)
        line.add(x: earliest.heard, y: earliest.time.seconds)
        finish(earliest.lateness, after: (piece.time - start).seconds)
        return true
    }

    /// Begins anew with what is known of the clock.
    mutating func restart() {
        known = partsPerMillion
        line = RegressionLine()
        window = nil
        lateSince = nil
        offset = .zero
    }

    private mutating func finish(_ earliest: ClockTime, after seconds: Double) {
        offset = earliest
        if earliest > SoundDrift.unnoticed || earliest < .zero - SoundDrift.unnoticed { isCorrecting = true }
        guard isCorrecting else { return }
        correction += SoundDrift.integral * earliest.seconds * min(seconds, 2)
        correction = max(-SoundDrift.most, min(SoundDrift.most, correction))
        let wanted = correction + SoundDrift.proportional * earliest.seconds
        stretch = 1 + max(-SoundDrift.most, min(SoundDrift.most, wanted))
    }

    /// How much faster than the computer's the microphone's clock runs, in millionths; nil until it is known.
    var partsPerMillion: Double? {
        guard let slope = line.slope, line.span >= SoundDrift.measured else { return known }
        return (1 / slope - 1) * 1e6
    }
}

/// A straight line through points, by least squares.
struct RegressionLine {
    private var count = 0.0
    private var first: (x: Double, y: Double)?
    private var sums = (x: 0.0, y: 0.0, xx: 0.0, xy: 0.0)
    /// How far the points reach.
    private(set) var span = 0.0

    mutating func add(x: Double, y: Double) {
        // Near zero, so that hours lose no precision.
        let origin = first ?? (x, y)
        first = origin
        let (dx, dy) = (x - origin.x, y - origin.y)
        count += 1
        sums.x += dx
        sums.y += dy
        sums.xx += dx * dx
        sums.xy += dx * dy
        span = max(span, dx)
    }

    /// Nil for less than two points.
    var slope: Double? {
        let spread = count * sums.xx - sums.x * sums.x
        guard count >= 2, spread > 0 else { return nil }
        return (count * sums.xy - sums.x * sums.y) / spread
    }
}
