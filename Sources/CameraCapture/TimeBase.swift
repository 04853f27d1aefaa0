internal import GStreamer
internal import Synchronization

/// The moment that a session's time counts from, kept while its devices come and go.
final class TimeBase: Sendable {
    private let base = Mutex<ClockTime?>(nil)

    /// Takes the time of a pipeline that plays; the first call counts.
    func take(from pipeline: Pipeline) {
        let time = pipeline.baseTime
        guard time > .zero else { return }
        base.withLock { $0 = $0 ?? time }
    }

    /// Lets a pipeline that does not play yet go on in this time; does nothing before there is one.
    func give(to pipeline: Pipeline) {
        if let time = base.withLock({ $0 }) { pipeline.useTime(since: time) }
    }

    /// The session's time now; nil before there is one.
    var runningTime: ClockTime? { base.withLock { $0 }.map { Gst.monotonicTime - $0 } }
}
