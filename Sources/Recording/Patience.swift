import GStreamer

/// How much may wait for a slow encoder; later pictures are dropped and counted.
struct Patience {
    private(set) var time = ClockTime.milliseconds(2000)
    private(set) var bytes = 256 << 20
    /// Pictures kept while the pipeline is built, which takes a few hundredths of a second.
    private(set) var pictures = 90

    init(preRoll: ClockTime?, frameDuration: ClockTime) {
        guard let preRoll else { return }
        // What was kept comes at once, with up to a group of pictures more than was asked for.
        time = ClockTime(nanoseconds: time.nanoseconds + 2 * preRoll.nanoseconds) + .milliseconds(10_000)
        bytes *= 2
        pictures += Int(time.nanoseconds / max(1, frameDuration.nanoseconds))
    }

    /// Makes room for pictures that come all at once, however fast the encoder is.
    mutating func add(_ held: HeldPictures, frameDuration: ClockTime) {
        pictures += held.pictures.count
        time = time + ClockTime(nanoseconds: frameDuration.nanoseconds * Int64(held.pictures.count))
        bytes += held.bytes
    }
}
