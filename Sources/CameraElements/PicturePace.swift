/// How far apart pictures are, as a delay of so many pictures has to reckon with it.
///
/// It is what the caps say until pictures come slower, as a camera's do in low light. Never is it less again, and it
/// grows in steps, for with each change the whole pipeline has to reckon anew. A picture that is lost now and then and
/// a pause change nothing.
struct PicturePace: Sendable {
    /// Distances that a mean is taken of: the mean of a few is right even where short and long ones take turns.
    private static let span = 4
    /// Distances in which not even the shortest such mean may be as the caps say, and the least for a judgement.
    private static let memory = 12
    private static let least = 8
    /// The least step, in nanoseconds.
    private static let leastStep: UInt64 = 500_000

    /// From one picture to the next, in nanoseconds.
    private(set) var duration: UInt64
    private let step: UInt64
    private var times: [UInt64] = []

    /// The pace of pictures that last so long as caps say.
    init(_ duration: UInt64) {
        self.duration = duration
        step = max((duration + 7) / 8, PicturePace.leastStep)
    }

    /// Takes the running time of the next picture, in nanoseconds.
    mutating func note(_ time: UInt64) {
        if let last = times.last, time <= last { interrupt() }
        times.append(time)
        if times.count > PicturePace.memory + 1 { times.removeFirst() }
        guard times.count > PicturePace.least else { return }
        let means = zip(times, times.dropFirst(PicturePace.span)).map { before, after in
            ((after - before) / UInt64(PicturePace.span)).clamped(to: VideoStabFormat.durations)
        }.sorted()
        // Cameras' clocks are not exact.
        guard means[0] > duration + step / 4 else { return }
        // The shortest one may still be of both paces.
        let missing = means[means.count / 2] - duration - step / 16
        duration += (missing + step - 1) / step * step
    }

    /// The next picture has nothing to do with the last one.
    mutating func interrupt() { times.removeAll() }
}
