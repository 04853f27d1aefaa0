/// What a fragment takes for granted about its samples.
struct SampleDefaults: Equatable {
    var description: UInt32 = 1
    var duration: UInt32 = 0
    var size: UInt32 = 0
    var flags: UInt32 = 0
}

/// The content of a `moov` box.
struct MovieHeader {
    /// The boxes that the header was read from.
    let boxes: Boxes
    /// Units per second of the movie's clock, at least 1.
    let timescale: UInt32
    private(set) var tracks: [TrackHeader] = []
    /// By track: what fragments take for granted (`trex`).
    private(set) var defaults: [UInt32: SampleDefaults] = [:]
    /// Whether fragments are to follow (`mvex`).
    private(set) var isFragmented = false
    /// Whether the header is packed (`cmov`), as some QuickTime files of the nineties have it.
    let isCompressed: Bool

    /// Reads the content of the box; nil when the movie header (`mvhd`) is damaged.
    init?(_ moov: ArraySlice<UInt8>) {
        boxes = Boxes(in: moov)
        isCompressed = boxes.first("cmov") != nil
        let clock = boxes.first("mvhd")?.body ?? []
        guard
            let timescale = clock.integer(at: clock.first == 1 ? 20 : 12, as: UInt32.self)
                ?? (isCompressed ? 1 : nil)
        else { return nil }
        self.timescale = max(1, timescale)
        for box in boxes {
            switch box.type {
            case "trak":
                if let track = TrackHeader(box.body) { tracks.append(track) }
            case "mvex":
                isFragmented = true
                for extends in Boxes(in: box.body) where extends.type == "trex" { readDefaults(extends.body) }
            default:
                break
            }
        }
    }

    private mutating func readDefaults(_ trex: ArraySlice<UInt8>) {
        var cursor = ByteCursor(trex)
        guard cursor.versionAndFlags() != nil, let track = cursor.next(UInt32.self),
            let description = cursor.next(UInt32.self), let duration = cursor.next(UInt32.self),
            let size = cursor.next(UInt32.self), let flags = cursor.next(UInt32.self)
        else { return }
        defaults[track] = SampleDefaults(
            description: max(1, description),
            duration: duration,
            size: size,
            flags: flags
        )
    }
}
