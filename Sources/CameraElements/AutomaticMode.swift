internal import Stabilization

/// The choice of a mode for `mode=auto`, without GStreamer.
///
/// Without a live source nobody waits for the pictures, so the longest look-ahead is right. Slow pictures would make
/// its delay long. When the work takes too much of a picture's time the mode goes down, step by step, and never up
/// again: going back and forth would be seen.
struct AutomaticMode: Sendable {
    /// The greatest share of a picture's time that may be spent on it, in percent.
    private static let limit: UInt64 = 60
    /// How many pictures the share is measured over.
    private static let window: UInt64 = 60
    /// Pictures that last longer, below 15 a second, are slow.
    private static let slow: UInt64 = 1_000_000_000 / 15

    private(set) var mode: StabilizationMode
    private let pictureDuration: UInt64
    private var cost: UInt64 = 0
    private var pictures: UInt64 = 0

    init(isLive: Bool, pictureDuration: UInt64) {
        mode = isLive || pictureDuration > AutomaticMode.slow ? .standard : .cinematic
        self.pictureDuration = pictureDuration
    }

    /// Takes the processor time of one picture, in nanoseconds; returns whether the mode changed.
    mutating func note(cost: UInt64) -> Bool {
        guard mode != .off else { return false }
        self.cost += cost
        pictures += 1
        guard pictures == AutomaticMode.window else { return false }
        let isTooMuch = self.cost * 100 > pictureDuration * pictures * AutomaticMode.limit
        (self.cost, pictures) = (0, 0)
        if isTooMuch { mode = mode == .cinematic ? .standard : .off }
        return isTooMuch
    }
}
