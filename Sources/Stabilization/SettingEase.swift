/// The crop and the strength, on their way to the ones that are wanted.
///
/// A crop that changed in one step would be seen as a jump of the picture.
struct SettingEase {
    /// The share that is cut off now, and how much of the shake is taken out.
    private(set) var crop: Double
    private(set) var strength: Double
    private var start: (crop: Double, strength: Double)
    private var end: (crop: Double, strength: Double)
    /// How much of the way is gone.
    private var progress = 1.0

    /// Seconds from one setting to the next.
    static let length = 0.5

    init(crop: Double, strength: Double) {
        self.crop = crop
        self.strength = strength
        start = (crop, strength)
        end = start
    }

    /// Whether it is still on its way.
    var isUnderway: Bool { progress < 1 }

    /// Goes from where it is now to other settings.
    mutating func head(forCrop crop: Double, strength: Double) {
        start = (self.crop, self.strength)
        end = (crop, strength)
        progress = start == end ? 1 : 0
    }

    /// Goes on.
    mutating func advance(elapsed: Double) {
        guard isUnderway else { return }
        progress = min(1, progress + elapsed / SettingEase.length)
        let share = progress * progress * (3 - 2 * progress)
        crop = start.crop + (end.crop - start.crop) * share
        strength = start.strength + (end.strength - start.strength) * share
    }

    /// Arrives at once.
    mutating func finish() {
        progress = 1
        (crop, strength) = end
    }
}
