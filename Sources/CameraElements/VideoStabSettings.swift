internal import Stabilization

/// What the property `mode` can be: the stabilizer's modes, and the element's choice among them.
enum VideoStabMode: String, Sendable, CaseIterable {
    case off, lowlatency, standard, cinematic, auto

    init(_ mode: StabilizationMode) {
        self =
            switch mode {
            case .off: .off
            case .lowlatency: .lowlatency
            case .standard: .standard
            case .cinematic: .cinematic
            }
    }

    /// The mode of an enumeration's value in C; off for a number that is none.
    init(number: Int32) {
        self = VideoStabMode.allCases.first { $0.number == number } ?? .off
    }

    /// The number of the enumeration's value in C.
    var number: Int32 { Int32(VideoStabMode.allCases.firstIndex(of: self) ?? 0) }

    /// The stabilizer's mode; nil when it has to be chosen.
    var fixed: StabilizationMode? { StabilizationMode(rawValue: rawValue) }
}

/// The element's settings, as its properties.
struct VideoStabSettings: Sendable, Hashable {
    var mode = VideoStabMode.standard
    /// Pictures; negative for the mode's own number.
    var lookAhead = -1
    var crop = 0.1
    var strength = 1.0
}

/// How long pictures are held back.
struct VideoStabDelay: Sendable, Hashable {
    var pictures: Int
    /// How long one lasts, in nanoseconds.
    var pictureDuration: UInt64

    static let none = VideoStabDelay(pictures: 0, pictureDuration: 0)

    var nanoseconds: UInt64 { UInt64(pictures) * pictureDuration }
}

/// What any thread may ask the element for.
struct VideoStabStatus: Sendable {
    var settings = VideoStabSettings()
    var activeMode = StabilizationMode.off
    var delay = VideoStabDelay.none
    var statistics = VideoStabStatistics()
}
