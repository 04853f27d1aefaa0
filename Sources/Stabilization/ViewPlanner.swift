internal import Glibc

/// Turns measured motion into corrections, one picture after the other.
struct ViewPlanner {
    /// What is done to one picture.
    struct Step {
        var correction = Similarity.identity
        /// Scale of the window when nothing is corrected.
        var zoom = 1.0
        var wasClamped = false
        var confidence = 1.0
    }

    private var limit: CropLimit
    private var setting: SettingEase
    private var looksAhead: Bool
    private var lookAhead: LookAheadSmoother
    private var causal: CausalSmoother
    private var ease: CorrectionEase
    private var frames: [PathFrame] = []
    /// The picture that is due next.
    private var due = 0
    /// The view at the pictures before, as corrections, the latest last; up to two.
    private var views: [Similarity] = []

    /// Seconds of the path that are remembered.
    private static let memory = 1.5
    /// A guessed motion gets this much slower with every picture.
    private static let damping = 0.8

    init(width: Int, strength: Double, lookAhead: Int, limit: CropLimit, startsUncropped: Bool = false) {
        self.limit = limit
        setting = SettingEase(crop: startsUncropped ? 0 : limit.crop, strength: strength)
        setting.head(forCrop: limit.crop, strength: strength)
        looksAhead = lookAhead > 0
        self.lookAhead = LookAheadSmoother(limit: limit)
        causal = CausalSmoother(limit: limit)
        ease = CorrectionEase(width: width)
    }

    /// Goes over to other settings, softly; the path goes on.
    mutating func change(crop: Double, strength: Double, lookAhead: Int) {
        looksAhead = lookAhead > 0
        setting.head(forCrop: crop, strength: strength)
        if frames.isEmpty { setting.finish() }
    }

    /// Whether the settings are still changing.
    var isChanging: Bool { setting.isUnderway }

    /// Takes the motion of the next picture.
    mutating func append(_ frame: PathFrame) {
        var frame = frame
        if frame.isLost, let last = frames.last {
            // Most likely the camera goes on for a moment.
            let guess = last.motion.axes * ViewPlanner.damping
            frame.motion = Similarity(guess)
        }
        frames.append(frame)
    }

    /// The correction of the next picture.
    mutating func next() -> Step {
        let frame = frames[due]
        let past = max(LookAheadSmoother.past, CorrectionEase.calm)
        let window = PathWindow(frames[...], at: due, past: past)
        if frame.startsAnew || ease.isBlind && !frame.isLost {
            views = []
            lookAhead.reset()
            causal.reset()
            if frame.startsAnew { ease.reset() }
        }
        if frame.startsAnew {
            // What came before has no part in anything to come.
            frames.removeFirst(due)
            due = 0
        }
        let elapsed = due > 0 ? frame.time - frames[due - 1].time : 1.0 / 30
        setting.advance(elapsed: elapsed)
        if limit.crop != setting.crop {
            limit = limit.with(crop: setting.crop)
            (lookAhead.limit, causal.limit) = (limit, limit)
        }
        let (corrected, wasClamped) = limit.clamp(Similarity(plan(window, elapsed: elapsed)))
        views.append(corrected)
        if views.count > 2 { views.removeFirst() }
        let share = setting.strength * ease.share(isLost: frame.isLost, window: window, elapsed: elapsed)
        let applied = share == 1 ? (corrected, false) : limit.clamp(Similarity(corrected.axes * share))
        due += 1
        while due > 2, frame.time - frames[0].time > ViewPlanner.memory {
            frames.removeFirst()
            due -= 1
        }
        return Step(
            correction: applied.0,
            zoom: limit.zoom,
            wasClamped: wasClamped,
            confidence: ease.confidence
        )
    }

    private mutating func plan(_ window: PathWindow, elapsed: Double) -> PathWindow.Axes {
        // Where the view was, seen from the picture that is due.
        var history: [(time: Double, pose: PathWindow.Axes)] = []
        var toDue = Similarity.identity
        for (offset, view) in views.reversed().enumerated() {
            toDue = toDue * frames[due - offset].motion
            history.insert((frames[due - offset - 1].time - frames[due].time, (toDue * view).axes), at: 0)
        }
        if history.isEmpty {
            // A path begins with the view at rest where the camera will be in the mean.
            let ahead = window.poses[window.due...]
            let mean = ahead.reduce(.zero, +) / Double(ahead.count)
            let pose = limit.clamp(Similarity(mean)).correction.axes
            history = [(-2 * elapsed, pose), (-elapsed, pose)]
        }
        if looksAhead { return lookAhead.correction(window, history: history, elapsed: elapsed) }
        return causal.correction(view: history[history.count - 1].pose, elapsed: elapsed)
    }

    /// Forgets everything but the settings.
    mutating func reset() {
        setting.finish()
        frames = []
        due = 0
        views = []
        lookAhead.reset()
        causal.reset()
        ease.reset()
    }
}
